"""Garrisons of captured cities: who counts, from when on, and what it costs to have none."""

from __future__ import annotations

import pytest

from engine.core.handler import Transition
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.state.constants import HALF, Phase
from engine.systems.europa.state.records import Initial, Moving
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east import panels, sequence
from engine.systems.fire_in_the_east.economy import garrisons, special
from engine.systems.fire_in_the_east.economy.actions import Allot
from engine.systems.fire_in_the_east.state.records import East
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    GUNS,
    RIFLES,
    WholeFront,
    broad_hexes,
    rules_of,
)
from tests.engine.systems.fire_in_the_east.economy_desk import ANTITANK, MINSK, left

SMOLENSK, KISHINEV, RIGA = "2A:3532", "3B:2115", "1B:1816"
NARVA, PECHORY = "1B:1004", "1B:1707"
SMOLENSK_WEST = "1B:3505"
REGIMENT = "german-10-mot-mg-ii"


def behind_the_front(turn: int = 6, *, since: int = 2) -> WholeFront:
    """Belorussia and Smolensk are the Axis's since a turn; an initial phase of the Soviets."""
    game = WholeFront(turn, ALLIED)
    gone = sorted(game.context.map.regions["military_district"]["Western"])
    taken = {at: AXIS for at in gone if at in game.context.land}
    cities = game.context.garrisoned.intersection(taken)
    game.having(regauged=broad_hexes(game))
    return game.having(taken=taken, occupied=dict.fromkeys(sorted(cities), since))


def judged(game: WholeFront) -> WholeFront:
    """The Soviet initial phase opened by the sequence."""
    work: Transition[East] = Transition(game.state)
    garrisons.check(game.context, work, ALLIED)
    game.take(work.state)
    return game


def found(game: WholeFront, label: str) -> garrisons.Garrison:
    return next(one for one in garrisons.every(game.pos) if game.at(label) in one.hexes)


def told(game: WholeFront) -> str:
    """What the panel says of Smolensk."""
    panel = next(one for one in panels.displays(game.pos) if one.id == "garrisons")
    return next(row.value for row in panel.rows if row.hex == game.at(SMOLENSK))


def missing(game: WholeFront) -> set[str]:
    return {game.context.map.label(one.hexes[0]) for one in garrisons.lacking(game.pos)}


def test_what_cities_need_and_who_counts() -> None:
    """[FE-33.1] A dot city takes 1 RE, a major one 3; guns and antitank units do not count."""
    game = behind_the_front()
    assert found(game, SMOLENSK).needed == HALF
    assert found(game, MINSK).needed == 3 * HALF
    game.put(SMOLENSK, GUNS)
    assert found(game, SMOLENSK).there == 0 and SMOLENSK in missing(game)
    assert garrisons.counts(game.pos, UnitId(ANTITANK)) == 0
    game.put(SMOLENSK, REGIMENT)
    assert found(game, SMOLENSK).there == 1 and SMOLENSK in missing(game), "a battalion is half"
    game.put(SMOLENSK, FOOT).put(MINSK, "german-11-infantry-xx")
    assert {SMOLENSK, MINSK}.isdisjoint(missing(game))


def test_a_truck_is_no_garrison() -> None:
    """[FE-33.1] (FE 14I) It has a size for transport alone."""
    game = behind_the_front().put(SMOLENSK, "german-1-truck")
    assert found(game, SMOLENSK).there == 0 and SMOLENSK in missing(game)


def test_example_smolensk_taken_on_jul_ii_is_garrisoned_from_aug_i_on() -> None:
    """[FE-33.2] Not yet in the turn of its capture."""
    assert SMOLENSK not in missing(behind_the_front(3, since=3))
    assert told(behind_the_front(3, since=3)).endswith(", not needed: captured in this turn")
    assert SMOLENSK in missing(behind_the_front(4, since=3))


def test_captures_are_remembered_and_forgotten() -> None:
    """[FE-33.2] Who takes a city again begins from the start."""
    game = WholeFront(3)
    for side, expected in ((AXIS, {game.at(SMOLENSK): 3}), (ALLIED, {})):
        work: Transition[East] = Transition(game.state)
        game.rules.captured(work, {game.at(SMOLENSK): side})
        game.take(work.state)
        assert game.state.occupied == expected


def test_supplied_enemies_near_by_and_lack_of_supply_spare_a_city() -> None:
    """[FE-33.3] Five hexes count, six do not; nor does a city that no line leads to."""
    game = behind_the_front()
    at = game.at(SMOLENSK)
    label = game.context.map.label
    row = [Hex(at.q + away, at.r) for away in (6, 5)]
    assert SMOLENSK in missing(game.put(label(row[0]), RIFLES))
    assert SMOLENSK not in missing(game.put(label(row[1]), RIFLES))
    assert told(game).endswith(", not needed: supplied Soviets within 5 hexes")
    assert SMOLENSK in missing(game.put(SMOLENSK_WEST, RIFLES)), "itself out of supply"
    cut = behind_the_front()
    cut.having(taken={at: AXIS})
    assert SMOLENSK not in missing(cut)
    assert told(cut).endswith(", not needed: no supply line leads to it")


@pytest.mark.parametrize("label", [KISHINEV, RIGA, NARVA, PECHORY])
def test_lands_gained_in_1940_need_no_garrisons(label: str) -> None:
    """[FE-33.3] The Baltic States and what lies before the Dnestr."""
    game = WholeFront()
    assert game.at(label) not in game.context.garrisoned
    assert game.at(SMOLENSK) in game.context.garrisoned


def test_what_is_missing_pays_the_soviets() -> None:
    """[FE-33.4] [FE-34B2.11] 1 point for a dot city, 3 for a major one, also when part is there and
    before Aug I 41; any districts on the map may have all of them.
    """
    game = behind_the_front(3).put(MINSK, REGIMENT)
    names = missing(game)
    assert {SMOLENSK, MINSK} <= names
    kinds = [game.context.city_kinds[game.at(name)] for name in sorted(names)]
    whole = sum(1 if kind == "dot" else 3 for kind in kinds)
    judged(game)
    assert left(game) == {"soviet infantry, missing garrisons": whole}
    assert special.to_allot(game.pos) == whole
    game.phase(Initial, ALLIED)
    assert game.objections(Allot("Volga", 1)) == ["FE-34B3.3"], "it lies off the map"
    assert not game.objections(Allot("Orel", whole))
    game.do(Allot("Orel", whole))
    assert left(game) == {"soviet infantry, Orel district": whole}


def test_no_axis_supply_runs_through_a_city_without_its_garrison() -> None:
    """[FE-33.5] Until it is checked again."""
    game = behind_the_front()
    at = game.at(MINSK)
    bit = game.context.supply_graph.bits.bit[at]
    assert supply_status.terms(game.pos, AXIS).open & bit
    judged(game)
    assert at in game.state.neglected
    assert not supply_status.terms(game.pos, AXIS).open & bit
    assert supply_status.terms(game.pos, ALLIED).open & bit
    judged(game.put(MINSK, FOOT))
    assert supply_status.terms(game.pos, AXIS).open & bit


def test_reference_cities_are_garrisoned_in_poor_weather() -> None:
    """[FE-33.6] They give no points, and close supply lines."""
    game = behind_the_front()
    villages = {at for at in game.context.garrisoned if game.context.city_kinds[at] == "reference"}
    assert villages.isdisjoint(at for one in garrisons.every(game.pos) for at in one.hexes)
    before = judged(behind_the_front()).state.points
    game = judged(game.weather("mud"))
    assert game.state.points == before
    assert villages & game.state.neglected


def test_garrisons_are_checked_before_supply_is_judged() -> None:
    """[FE-ESP-IN1c] In Soviet initial phases alone."""
    for side, told in ((AXIS, False), (ALLIED, True)):
        game = behind_the_front()
        work: Transition[East] = Transition(game.state)
        sequence.open_slot(game.context, work, Phase.INITIAL, side)
        words = [event.what for event in work.events]
        assert ("garrison missing" in words) is told
        assert bool(work.state.neglected) is told


def test_a_city_that_gives_no_points_is_only_closed() -> None:
    """The log speaks of no points then (FE 33.6)."""
    game = behind_the_front().weather("mud")
    work: Transition[East] = Transition(game.state)
    garrisons.check(game.context, work, ALLIED)
    told = [rules_of("campaign").prose(event) for event in work.events]
    assert any("1 point for the Soviets" in text for text in told)
    assert any(text.endswith("garrison: no Axis supply through it.") for text in told)
    assert not any("0 point" in text for text in told)


def test_who_ends_his_movement_is_told_of_cities_without_a_garrison() -> None:
    """While he can still send somebody; the Soviet player is told nothing (FE 33.4)."""
    game = behind_the_front()
    short = len(missing(game))
    assert short > 1
    for exploiting in (False, True):
        game.ask(Moving(AXIS, exploiting))
        (one,) = game.rules.cautions(game.state, EndPhase())
        assert one.rule == "FE-33.4"
        assert f"and {short - 1} more captured cities lack their garrison" in one.text
    game.ask(Moving(ALLIED, exploiting=False))
    assert not game.rules.cautions(game.state, EndPhase())


def test_the_panel_lists_what_is_missing_first() -> None:
    """Cities without their garrison, then those that need none now, then the others."""
    game = behind_the_front().put(SMOLENSK, FOOT)
    panel = next(one for one in panels.displays(game.pos) if one.id == "garrisons")
    assert [row.tone for row in panel.rows] == sorted(
        (row.tone for row in panel.rows), key=("bad", "muted", "good").index
    )
    assert panel.summary == f"{len(missing(game))} missing"
    assert next(row for row in panel.rows if row.hex == game.at(SMOLENSK)).tone == "good"


def test_the_panel_judges_as_the_next_check_does() -> None:
    """[FE-33.5] What the last check closed is still missing, though no line leads into it now."""
    game = behind_the_front()
    before = missing(game)
    judged(game)
    panel = next(one for one in panels.displays(game.pos) if one.id == "garrisons")
    assert panel.summary == f"{len(before)} missing"
    assert told(game) == "0 of 1 RE, closed to supply"
    assert told(game.put(SMOLENSK, FOOT)) == "3 of 1 RE, closed to supply"
    assert told(judged(game)) == "3 of 1 RE"


def test_the_panel_writes_halves_as_all_panels_do() -> None:
    """Three and a half of the 1 RE that a dot city takes."""
    assert told(behind_the_front().put(SMOLENSK, FOOT, REGIMENT)) == "3 1/2 of 1 RE"
