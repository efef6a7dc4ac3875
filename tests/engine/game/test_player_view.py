"""Fog: a seat sees its own units, what it has examined, and nothing else; no rule changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.state import NOBODY
from engine.core.view.fog import Fog, Seat, hidden_from, mentions
from engine.game.catalogue import choose
from engine.game.player_view import UNKNOWN, PlayerView
from engine.game.session import Dice, GameSession, MarkKind
from engine.play.log import ROOT
from engine.systems.operation_gertrud.actions import Move, PlaceGroup
from engine.systems.operation_gertrud.battle.battle_actions import StartMission
from maps.hexgrid import Hex
from oob.model import UnitId

CAMPAIGNS = [("balkan_gambit/1943", "allied"), ("operation_gertrud/early_1941", "german")]


def _own_names(game: GameSession, units: frozenset[UnitId]) -> list[str]:
    """Names that none but these units have, long enough not to stand in other words."""
    known = game.scenario.oob.units
    others = " ".join(unit.name for ident, unit in known.items() if ident not in units)
    towns = " ".join(place.name for place in game.scenario.map.places.values())
    names = {known[unit].name for unit in units}
    return sorted(n for n in names if len(n) > 4 and n not in others and n not in towns)


@pytest.fixture(scope="module", params=CAMPAIGNS, ids=[name for name, _side in CAMPAIGNS])
def played(request: pytest.FixtureRequest) -> tuple[GameSession, str]:
    """A campaign in its second turn, and the side that sees it."""
    scenario, side = request.param
    game = GameSession.start(scenario, seed=5)
    while game.state.turn < 3:
        game.act(choose(game))
    return game, side


def seated(game: GameSession, side: str, fog: Fog = Fog.STACKS) -> PlayerView:
    player_view = PlayerView(game)
    player_view.seat = Seat(side, fog)
    return player_view


def strings(value: object) -> str:
    """Everything that is in a value, as one text."""
    return repr(value)


def test_an_open_seat_sees_the_game_itself(played: tuple[GameSession, str]) -> None:
    game, _side = played
    player_view = seated(game, "")
    assert player_view.state is game.state and player_view.rules is game.rules
    assert player_view.view() is game.view() and player_view.statement() == ""
    assert player_view.hidden == frozenset()


def test_everything_known_is_one_s_own_or_examined(played: tuple[GameSession, str]) -> None:
    game, side = played
    for node in [step.id for step in game.log.line()][::97]:
        game.goto(node)
        player_view = seated(game, side)
        watched = game.rules.watched(game.state, side)
        battle = game.rules.battle(game.state)
        fighting = {one.unit for one in (*battle.attackers, *battle.defenders)} if battle else set()
        setting_up = game.rules.setting_up(game.state)
        for unit, piece in game.state.pieces.items():
            mine = game.rules.owner(game.state, unit) == side
            known = mine or (
                not setting_up and (piece.at in watched or unit in fighting or piece.at == "dead")
            )
            assert (unit in player_view.state.pieces) == known, unit
            assert (unit in player_view.hidden) == (not known)


def test_nothing_hidden_leaks_through_any_question(played: tuple[GameSession, str]) -> None:
    """Every answer of the rules is searched for the ids of hidden units."""
    game, side = played
    seen_hidden = 0
    for node in [step.id for step in game.log.line()][::61]:
        game.goto(node)
        player_view = seated(game, side)
        rules, state, hidden = player_view.rules, player_view.state, player_view.hidden
        seen_hidden += len(hidden)
        answers: list[object] = [
            rules.counters(state),
            rules.displays(state),
            rules.due(state, 1, 30),
            rules.battle(state),
            rules.subjects(state),
            rules.figures(state),
            player_view.view().prompt,
        ]
        enemy = next(s.id for s in game.system.sides if s.id != side)
        enemy_hexes = {p.at for u, p in game.state.pieces.items() if u in hidden}
        for unit in sorted(hidden)[:6]:
            assert rules.reach(state, unit) == {} and rules.ranges(state, unit) == ()
            assert not rules.supply_line(state, unit).elements
            assert not rules.in_supply(state, unit)
            with pytest.raises(KeyError):
                rules.worth(state, unit)
        for at in sorted(h for h in enemy_hexes if isinstance(h, Hex))[:8]:
            answers.append(rules.plan(state, at, rules.candidates(state, at)))
        zones = rules.zones(state, enemy)
        shown = {p.at for u, p in state.pieces.items() if rules.owner(state, u) == enemy}
        near = {n for at in shown if isinstance(at, Hex) for n in (at, *at.neighbours())}
        assert zones <= near
        for answer in answers:
            assert not mentions(answer, hidden)
            found = strings(answer)
            assert not [unit for unit in hidden if f"'{unit}'" in found]
            assert not [name for name in _own_names(game, hidden) if name in found]
    assert seen_hidden


def test_stacks_not_examined_are_marked_as_such_and_no_more(
    played: tuple[GameSession, str],
) -> None:
    game, side = played
    game.goto(game.log.tip)
    player_view = seated(game, side)
    marks = [m for m in player_view.rules.markers(player_view.state) if m.kind == UNKNOWN]
    assert {mark.at for mark in marks} == player_view.unknown != frozenset()
    assert {mark.text for mark in marks} == {"Units not examined"}
    assert len(marks) == len(player_view.unknown)


def test_the_set_up_is_hidden_until_it_is_done() -> None:
    game = GameSession.start("balkan_gambit/1943", seed=5)
    player_view = seated(game, "allied", Fog.SET_UP)
    while game.rules.setting_up(game.state):
        assert all(
            game.rules.owner(game.state, unit) == "allied" for unit in player_view.state.pieces
        )
        assert not player_view.unknown
        assert not [m for m in player_view.rules.markers(player_view.state) if m.kind == UNKNOWN]
        if game.view().side == "axis":
            assert not player_view.may_decide and not list(player_view.view().legal)
            assert "automatic player" in player_view.view().prompt
        else:
            assert player_view.may_decide and player_view.view().legal is game.view().legal
        game.act(choose(game))
    assert player_view.hidden == frozenset() and player_view.state.pieces == game.state.pieces
    told = [text for _node, _rule, text in player_view.story()]
    assert told.count("Something happens out of your sight.") >= 1
    assert len(told) < sum(len(node.told) for node in game.log.line())


def test_the_log_tells_of_steps_out_of_player_view_only_that_they_happened(
    played: tuple[GameSession, str],
) -> None:
    game, side = played
    game.goto(game.log.tip)
    player_view = seated(game, side)
    filtered = 0
    for node in game.log.line():
        told = player_view.told(node)
        if told == node.told:
            continue
        filtered += 1
        assert node.side in (NOBODY, next(s.id for s in game.system.sides if s.id != side))
        assert told in ((), (("", "Something happens out of your sight."),))
        assert player_view.why(node) == "" or node.side == NOBODY
    assert filtered
    own = [node for node in game.log.line() if node.side == side]
    assert all(player_view.told(node) == node.told for node in own)


def test_fog_changes_no_rule(played: tuple[GameSession, str]) -> None:
    game, side = played
    player_view = seated(game, side)
    if not player_view.may_decide:
        player_view = seated(game, game.view().side)
    for action in list(player_view.view().legal)[:40]:
        assert player_view.rules.check(player_view.state, action) == game.rules.check(
            game.state, action
        )
        step = player_view.rules.apply(player_view.state, action)
        assert step.state.pieces.keys() == game.state.pieces.keys()


def test_the_seat_is_kept_in_the_file_and_its_change_in_the_log(tmp_path: Path) -> None:
    path = tmp_path / "fog.sandtable"
    with GameSession.start("balkan_gambit/1943", seed=5, path=path, dice=Dice.PROGRAM) as game:
        game.act(choose(game))
        seated(game, "axis")
        here = game.log.current
    with GameSession.open(path) as game:
        player_view = PlayerView(game)
        assert player_view.seat == Seat("axis", Fog.STACKS)
        assert game.marks.get(here, MarkKind.SEAT) == "axis stacks"
        player_view.seat = Seat()
        assert game.marks.get(ROOT, MarkKind.SEAT) == ""
        assert game.marks.get(here, MarkKind.SEAT) == "open"
    with GameSession.open(path) as game:
        assert PlayerView(game).is_open


def test_a_seat_is_read_as_it_was_written_and_no_other_side_is_taken() -> None:
    for seat in (Seat(), Seat("red"), Seat("blue", Fog.SET_UP)):
        assert Seat.read(str(seat)) == seat
    assert Seat.read("nonsense") == Seat.read("red mist") == Seat()
    game = GameSession.start("balkan_gambit/1943", seed=5)
    with pytest.raises(ValueError, match="no side"):
        PlayerView(game).seat = Seat("nobody")


def test_mentions_looks_into_everything() -> None:
    hidden = frozenset({UnitId("x")})
    assert mentions(({"a": [1, ("x",)]},), hidden) and mentions({"x": 1}, hidden)
    assert not mentions(("y", 3, None, frozenset({"z"})), hidden)


def test_neutral_forces_are_nobody_s_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GameSession.start("operation_gertrud/early_1941", seed=5)
    while game.rules.setting_up(game.state):
        game.act(choose(game))
    state = game.state
    enemy = next(iter(hidden_from(game.rules, state, Seat("german"))))
    owner = game.rules.owner
    monkeypatch.setattr(
        game.rules, "owner", lambda now, unit: NOBODY if unit == enemy else owner(now, unit)
    )
    assert enemy not in hidden_from(game.rules, state, Seat("german"))


def test_a_menu_line_says_that_a_unit_is_not_examined() -> None:
    game = GameSession.start("operation_gertrud/early_1941", seed=5)
    while game.state.turn < 2:
        game.act(choose(game))
    player_view = seated(game, "german")
    victim, other = sorted(player_view.hidden)[:2]
    at = game.state.pieces[victim].hex or next(iter(game.scenario.map.terrain))
    place, state = game.scenario.map.label(at), player_view.state
    for action, words in (
        (Move(victim, at), f"Move a unit not examined to {place}"),
        (PlaceGroup((victim, other), at), f"Set up 2 units not examined in {place}"),
        (StartMission("barracks", at, victim=victim), f"Start the mission from {place}"),
    ):
        for line in (
            player_view.rules.describe(state, action),
            player_view.rules.line(state, action),
        ):
            assert line.startswith(words)
