"""What pools, boxes, markers and partisans cover is what the rules let them do."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.view.ranges import Range
from engine.game.session import GameSession
from engine.play.opponent import choose
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    MED_BOX,
    Beachhead,
    Board,
    Commanding,
    Partisans,
    Reinforcing,
    Weather,
)
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.balkan_gambit.desk import Desk

ASSAULTS = (do.DeclareLanding, do.DeclareDrop)


def _is_clear(state: Board) -> bool:
    return state.weather is Weather.CLEAR


def range_(desk: Desk, subject: Hex | str, title: str) -> Range:
    return next(s for s in desk.rules_base.ranges(desk.state, subject) if s.title == title)


@pytest.mark.parametrize(
    "scenario", ["1943", *(pytest.param(year, marks=pytest.mark.soak) for year in ("1944", "1945"))]
)
def test_ranges_are_where_the_actions_are_legal(scenario: str) -> None:
    """Through an automatic game: landings, drops, sea moves, the marker's station, relocations."""
    game = GameSession.start(f"balkan_gambit/{scenario}", seed=4)
    seen: Counter[str] = Counter()
    while game.view().outcome is None and game.state.turn < 5:
        state, rules = game.state, game.rules
        assert isinstance(state, Board)
        board = rules.scenario.map.terrain
        match state.top:
            case Commanding(side="allied") if state.cp in (5, 7) and _is_clear(state):
                _, _, lifts = rules.ranges(state, MED_BOX)
                for kind, ground in zip(ASSAULTS, rules.ranges(state, MED_BOX), strict=False):
                    legal = {at for at in board if not rules.check(state, kind(at))}
                    assert ground.hexes == legal
                    seen[ground.title] += len(legal)
                for unit in [u for u, piece in state.pieces.items() if piece.at == MED_BOX]:
                    goals = {
                        at
                        for at in state.beachheads
                        if not rules.check(state, do.SeaMove(unit, at))
                    }
                    assert rules.ranges(state, unit)[2].hexes == goals
                    seen[lifts.title] += len(goals)
            case Reinforcing(side="allied", naval=False):
                stations = rules.ranges(state, "naval")[1]
                legal = {a.target for a in game.view().legal.family("place naval")}  # type: ignore[attr-defined]
                assert stations.hexes == legal
                seen[stations.title] += len(legal)
            case Partisans(side=side, displaced=gone) if seen["Displacement"] < 200:
                for subject in rules.subjects(state):
                    unit = UnitId(str(subject.id))
                    if subject.group != "Partisans" or subject.side != side or unit in gone:
                        continue
                    (ground,) = rules.ranges(state, unit)
                    legal = {at for at in board if not rules.check(state, do.Displace(unit, at))}
                    assert ground.hexes == legal
                    seen[ground.title] += len(legal)
        game.act(choose(game))
    assert seen["Where it may be stationed"] and seen["Displacement"]
    assert seen["Amphibious assault"] or scenario != "1943"


def test_poor_weather_and_spent_support_say_so() -> None:
    desk = Desk.opened("1943")
    desk.having(weather=Weather.POOR)
    landing = range_(desk, MED_BOX, "Amphibious assault")
    assert not landing.hexes and landing.text == "No assaults in poor weather."
    desk.having(weather=Weather.CLEAR, tac_used=9)
    tac = range_(desk, "tac", "TAC in attack")
    assert not tac.hexes and tac.text == "No TAC is available."


def test_the_naval_marker_covers_its_coast_and_no_inland_hex() -> None:
    desk = Desk.opened("1943")
    station = sorted(desk.context.coast)[10]
    desk.having(naval=station)
    now = range_(desk, "naval", "Naval Support now")
    assert now.hexes == {at for at in desk.context.map.terrain if desk.pos.naval_supports(at)}
    assert station in now.hexes and (now.centre, now.radius) == (station, 1)
    desk.having(naval=None)
    assert range_(desk, "naval", "Naval Support now").text == "Not placed this turn."


def test_a_closed_beachhead_joins_nothing() -> None:
    desk = Desk.opened("1943")
    a, b = sorted(desk.context.coast)[:2]
    marks = {
        a: Beachhead(open=True, opens=-1, landed=1),
        b: Beachhead(open=False, opens=-1, landed=1),
    }
    desk.having(beachheads=marks)
    assert range_(desk, b, "By sea from here").hexes == frozenset()
    desk.having(beachheads={**marks, b: marks[a]})
    assert range_(desk, b, "By sea from here").hexes == {a}
    assert {s.id for s in desk.rules_base.subjects(desk.state)} >= {a, b, "tac", "naval", MED_BOX}


def test_strangers_cover_nothing_and_strength_follows_losses() -> None:
    desk = Desk.opened("1943")
    rules, state = desk.rules_base, desk.state
    assert rules.ranges(state, "nobody") == () == rules.ranges(state, Hex(0, 0))
    unit = next(u for u, found in desk.context.units.items() if found.steps == 2)
    full = rules.worth(state.with_piece(unit, steps=2), unit)
    half = rules.worth(state.with_piece(unit, steps=1), unit)
    dead = rules.worth(state.with_piece(unit, steps=0, at="dead"), unit)
    assert (full.lost, half.lost, dead.lost) == (0, 1, 2)
    assert full.strength >= half.strength > dead.strength == 0 and full.res is None


def test_set_up_lasts_until_both_sides_are_done() -> None:
    game = GameSession.start("balkan_gambit/1943", seed=4)
    assert game.rules.setting_up(game.state)
    while game.state.turn == 1 and game.rules.setting_up(game.state):
        game.act(choose(game))
    assert game.state.phase != "set up"
    watched = game.rules.watched(game.state, ALLIED)
    mine = {p.at for u, p in game.state.pieces.items() if game.rules.owner(game.state, u) == ALLIED}
    for at in (at for at in mine if isinstance(at, Hex)):
        assert watched.issuperset((at, *at.neighbours()))
