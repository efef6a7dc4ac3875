"""What is committed to air and sea in a phase, and single decisions taken back."""

from __future__ import annotations

import pytest

from engine.core.actions import Action, Element
from engine.game.ask.games import begin_laid_out
from engine.game.catalogue import choose
from engine.game.player_view import PlayerView
from engine.game.session import Dice, GameSession
from engine.game.taking_back import take_back
from engine.reports.commitments import Commitment, commitments
from engine.rules.air.points import Allot
from engine.rules.naval.voyages import Ship
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.records import Mission
from engine.systems.europa.sea.actions import CancelLanding, PlanLanding
from maps.hexgrid import Hex
from oob.model import UnitId

WAR = "balkan_front/italo_greek_war_air"
TIRANA, LARISA, ATHENS = "14A:3719", "14A:4913", "15B:0911"
LEROS, IRAKLION = "15B:1702", "15B:2409"
AIR = {
    "turn": 6, "side": "axis", "phase": "air", "weather": "clear", "only": True,
    "units": {"greek-8-mountain": "14A:4718"},
    "markers": {
        TIRANA: ["air unit italian-sm-79", "air unit italian-sm-81"],
        LARISA: ["air unit greek-mxd-b", "air unit inoperative greek-p-24"],
    },
}  # fmt: skip
SEA = {
    "turn": 3, "side": "axis", "phase": "movement", "weather": "clear", "only": True,
    "units": {"italian-1-border": LEROS}, "owners": {IRAKLION: "axis"},
}  # fmt: skip


def laid(position: dict[str, object], dice: Dice = Dice.PROGRAM) -> GameSession:
    return begin_laid_out(WAR, position, seed=3, dice=dice)


def at(game: GameSession, label: str) -> Hex:
    return game.scenario.map.parse_label(label)


def of(game: GameSession) -> tuple[Commitment, ...]:
    return commitments(game, PlayerView(game))


def flown(game: GameSession) -> tuple[Action, Action]:
    """Two bombers over Greece, one after the other."""
    first = FlyMission("italian-sm-79", Mission.AIRBASE_BOMBING, at(game, LARISA))
    second = FlyMission("italian-sm-81", Mission.PORT_BOMBING, at(game, ATHENS))
    game.act(first)
    game.act(second)
    return first, second


def test_flights_are_listed_with_their_way() -> None:
    game = laid(AIR)
    assert of(game) == ()
    flown(game)
    found = of(game)
    assert [one.element for one in found] == [Element.AIR, Element.AIR]
    assert [one.way for one in found] == [
        (at(game, TIRANA), at(game, LARISA)), (at(game, TIRANA), at(game, ATHENS)),
    ]  # fmt: skip
    assert "SM.79" in found[0].text and found[0].barred == ""


def test_one_decision_is_taken_back_and_those_after_it_stay() -> None:
    game = laid(AIR)
    first, second = flown(game)
    end = game.log.current
    assert take_back(game, of(game)[0].node) == ()
    assert [node.action for node in game.log.line()] == [second]
    assert end in game.log, "the other line is kept"
    assert first in game.view().legal


def test_a_die_bars_taking_back() -> None:
    game = laid(AIR)
    flown(game)
    closing = next(family for family in game.view().legal.families if family.closing)
    game.act(next(iter(closing.candidates())))
    node = next(node.id for node in game.log.line() if isinstance(node.action, FlyMission))
    assert any(later.is_die for later in game.log.line())
    with pytest.raises(ValueError, match="die was rolled"):
        take_back(game, node)


def test_a_voyage_is_listed_until_the_phase_ends() -> None:
    game = laid(SEA)
    game.act(Ship(UnitId("italian-1-border"), at(game, IRAKLION)))
    (ship,) = of(game)
    assert (ship.element, ship.way) == (Element.SEA, (at(game, LEROS), at(game, IRAKLION)))
    closing = next(family for family in game.view().legal.families if family.closing)
    game.act(next(iter(closing.candidates())))
    assert of(game) == (), "another phase"


def test_what_gives_a_commitment_up() -> None:
    plan = PlanLanding(UnitId("a"), Hex(1, 1))
    assert plan.taken_back_by() == CancelLanding(UnitId("a"))
    given = Allot("italy", Hex(1, 1), 2, 1)
    assert given.taken_back_by() == Allot("italy", Hex(1, 1), 0, 0)
    none = given.taken_back_by()
    assert none is not None and none.taken_back_by() == none


def test_air_points_given_again_replace_those_before() -> None:
    game = GameSession.start("boot_camp/balkan_campaign", seed=1)
    while not any(family.name == "allot" for family in game.view().legal.families):
        game.act(choose(game))
    family = next(one for one in game.view().legal.families if one.name == "allot")
    first = next(one for one in family.candidates() if isinstance(one, Allot) and one.bombers)
    game.act(first)
    assert len(of(game)) == 1
    ends = first.taken_back_by()
    game.act(ends)
    assert of(game) == ()
