"""By an option air units search the sea in the enemy's turn (FE-OPT4)."""

from __future__ import annotations

import pytest

from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fleet, readiness
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.bombing.actions import AimAt, DropBombs
from engine.systems.europa.air.combat.actions import LetPass
from engine.systems.europa.air.records import AirReturn, FlakRoll
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, Phase
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east.sea import panel as naval_panel
from engine.systems.fire_in_the_east.sea.actions import AnswerSea, Embark, RunToPort, SailAlong
from engine.systems.fire_in_the_east.sea.boats.actions import BoardBoat, LeaveBoat
from engine.systems.fire_in_the_east.sea.records import Fleeing, MineRoll, Task
from engine.systems.fire_in_the_east.state.records import SearchedEast
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import rules_of
from tests.engine.systems.fire_in_the_east.eastern_sea import (
    DANUBE,
    KRIM,
    KRONSHTADT,
    MARAT,
    NOVOROSSIYSK,
    ODESSA,
    PARKOMM,
    RIGA,
    SEVASTOPOL,
    TALLINN,
    UKRAINA,
    WholeSea,
)
from tests.engine.systems.fire_in_the_east.searching_sea import (
    BALTIC,
    BLACK,
    HE111,
    JU87,
    OTHER_JU87,
    SEARCH,
    Searching,
)

OFF_ODESSA, COAST = "3B:2610", "3B:2814"


# Flying (FE-OPT4.1, OPT4.2)


def test_without_the_option_nobody_searches_the_sea() -> None:
    """[FE-OPT4.1] The mission is none of the game, and the state keeps nothing for it."""
    plain = rules_of("campaign_sea").begin().state
    assert not isinstance(plain, SearchedEast)
    game = WholeSea()
    assert not game.pos.seas
    assert SEARCH not in fleet.flown(game.pos, (SEARCH,))
    assert SEARCH in fleet.flown(Searching().pos, (SEARCH,))


def test_bombers_fly_to_a_search_hex_four_hexes_less_far() -> None:
    """[FE-OPT4.1] A full or partial sea hex, with ships in it or without; no land."""
    game = Searching(AXIS).own(AXIS, ODESSA).station(ODESSA, JU87).flying()
    usual = fleet.facts(game.pos, JU87).move
    assert fleet.reach(game.pos, JU87, SEARCH) == usual - 4
    open_to = [at for at in game.pos.seas if not game.objections(FlyMission(JU87, SEARCH, at))]
    away = {at: fleet.distance(game.pos, JU87, game.at(ODESSA), at) for at in game.pos.seas}
    assert open_to and set(open_to) == {
        at for at, far in away.items() if far is not None and far <= usual - 4
    }
    far_off = [at for at in away if (away[at] or 0) == usual - 3]
    there = min(open_to)
    assert FlyMission(JU87, SEARCH, there) in list(game.legal.at(there))
    assert "FE-OPT4.1" in game.refused(JU87, SEARCH, "3B:2119")
    label = game.context.map.label(far_off[0])
    assert game.refused(JU87, SEARCH, label) == ["FE-18.2"]
    game.do(FlyMission(JU87, SEARCH, there))
    assert game.state.air.units[JU87].mission == SEARCH


def test_the_soviets_have_nobody_to_search_for() -> None:
    """[FE-OPT4.1] The Axis has no ships."""
    game = Searching().own(ALLIED, SEVASTOPOL).station(SEVASTOPOL, "soviet-sb-2-1")
    game.flying(ALLIED)
    assert "FE-OPT4.1" in game.refused("soviet-sb-2-1", SEARCH, SEVASTOPOL)
    assert not list(game.legal.family(SEARCH.value))


def test_guns_do_not_fire_in_the_air_phase_and_they_stay_until_the_enemy_has_moved() -> None:
    """[FE-OPT4.2] Neither fire nor bombs in their own air phase, though a ship is there; they
    are there in the enemy's movement phase, and go home as it ends.
    """
    game = Searching(AXIS).moor(OFF_ODESSA, PARKOMM, port=False).own(AXIS, ODESSA)
    game.station(ODESSA, JU87).flying()
    game.do(FlyMission(JU87, SEARCH, game.at(OFF_ODESSA)), EndPhase())
    assert not any(isinstance(frame, FlakRoll) for frame in game.state.flow)
    assert game.state.air.units[JU87].mission == SEARCH and not game.vessel(PARKOMM).hits
    game = Searching().own(AXIS, ODESSA).over(OFF_ODESSA, SEARCH, JU87, base=ODESSA)
    game.opened(Phase.AIR)
    assert any(isinstance(frame, AirReturn) for frame in game.state.flow)
    game.settle()
    assert game.state.air.units[JU87].mission == ""
    assert game.state.air.units[JU87].at == game.at(ODESSA)


def test_who_searches_from_the_surprise_turn_on_is_still_there_in_the_enemy_turn() -> None:
    """[FE-OPT4.2] The initial phase of his own side that comes between does not send him home."""
    game = Searching(AXIS).search(OFF_ODESSA)
    work = game.transition()
    readiness.open_phase(game.context, work, AXIS)
    homes = [frame for frame in work.state.flow if isinstance(frame, AirReturn)]
    assert homes and all(SEARCH.value not in frame.missions for frame in homes)


# Declaring (FE-OPT4.5)


def test_where_nobody_searches_ships_sail_at_once() -> None:
    """[FE-OPT4.5] [FE-28B1.1] In another sea nothing is declared either."""
    game = Searching().moor(SEVASTOPOL, PARKOMM)
    game.do(game.voyage(PARKOMM, ODESSA))
    assert not game.state.courses
    game.search(TALLINN)
    game.do(game.voyage(PARKOMM, SEVASTOPOL))
    assert not game.state.courses and not list(game.legal.family("answer sea"))


def test_all_movement_is_declared_before_anybody_bombs() -> None:
    """[FE-OPT4.5] Two ships declare their ways; nobody is bombed until all is declared, and
    nothing more is declared after.
    """
    game = Searching().moor(SEVASTOPOL, PARKOMM, KRIM)
    game.search(game.between())
    game.do(game.voyage(PARKOMM, ODESSA), game.voyage(KRIM, NOVOROSSIYSK))
    assert isinstance(game.state.top, Moving)
    assert [course.craft for course in game.state.courses] == [(PARKOMM,), (KRIM,)]
    assert AnswerSea(BLACK) in list(game.legal)
    game.answered()
    assert game.hunt.craft == (PARKOMM,)
    game.do(LetPass())
    assert game.vessel(PARKOMM).at == game.at(ODESSA)
    assert game.objections(game.voyage(KRIM, SEVASTOPOL)) == ["FE-OPT4.5"]
    assert not list(game.legal.family("sail ship"))
    assert game.objections(AnswerSea(BLACK)) == ["FE-OPT4.5"]


def test_ships_sail_together_for_all_or_a_part_of_their_ways() -> None:
    """[FE-OPT4.5] One joins the way of another from its hex, and goes on alone after it; not from
    elsewhere, nor once the other has gone on.
    """
    game = Searching().moor(SEVASTOPOL, PARKOMM, KRIM).moor(NOVOROSSIYSK, UKRAINA)
    middle = game.between()
    game.search(middle)
    game.do(game.voyage(PARKOMM, middle))
    along = SailAlong(KRIM, PARKOMM)
    assert along in list(game.legal)
    assert game.objections(SailAlong(UKRAINA, PARKOMM)) == ["FE-OPT4.5"]
    game.do(along)
    (course,) = game.state.courses
    assert course.craft == (PARKOMM, KRIM)
    game.do(game.voyage(KRIM, SEVASTOPOL))
    assert [course.craft for course in game.state.courses] == [(PARKOMM, KRIM), (KRIM,)]
    game.answered()
    assert game.hunt.craft == (PARKOMM, KRIM)


def test_no_ship_joins_a_voyage_that_others_have_gone_on_from() -> None:
    """[FE-OPT4.5] Only the last leg of a leader is open to others."""
    game = Searching().moor(SEVASTOPOL, PARKOMM, KRIM)
    middle = game.between()
    game.search(middle)
    game.do(game.voyage(PARKOMM, middle)).do(game.voyage(PARKOMM, ODESSA))
    assert game.objections(SailAlong(KRIM, PARKOMM)) == ["FE-OPT4.5"]


def test_what_was_declared_is_answered_as_the_phase_ends() -> None:
    """[FE-OPT4.5] [FE-OPT4.2] Without a word of the owner; then the air units go home."""
    game = Searching().moor(SEVASTOPOL, PARKOMM)
    game.search(game.between())
    game.do(game.voyage(PARKOMM, ODESSA))
    game.opened(Phase.AIR)
    game.settle()
    game.do(LetPass())
    assert game.vessel(PARKOMM).at == game.at(ODESSA)
    assert not game.state.searched and not game.state.courses
    assert game.state.air.units[JU87].mission == ""


# Bombing (FE-OPT4.3, OPT4.2)


def test_ships_are_bombed_within_four_hexes_of_the_search_hex() -> None:
    """[FE-OPT4.3] [FE-OPT4.1] Where the way comes near enough; out of the zone nobody is."""
    game = Searching().moor(SEVASTOPOL, PARKOMM)
    middle = game.between()
    game.search(middle)
    game.do(game.voyage(PARKOMM, ODESSA)).answered()
    assert game.far(game.hunt.at, middle) <= 4
    game = Searching().moor(SEVASTOPOL, PARKOMM)
    way = game.context.seas.way(game.at(SEVASTOPOL), game.at(ODESSA), refuge=True)
    aside = next(
        at
        for at in sorted(game.pos.seas)
        if game.context.seas.zones[at] == BLACK and min(game.far(at, one) for one in way) == 5
    )
    game.search(game.context.map.label(aside))
    game.do(game.voyage(PARKOMM, ODESSA)).answered()
    assert game.vessel(PARKOMM).at == game.at(ODESSA)


def test_nobody_is_bombed_in_port() -> None:
    """[FE-OPT4.3] Neither who stays there nor at both ends of a way; at sea in a port's hex
    somebody is, as after he has carried supplies.
    """
    game = Searching().moor(ODESSA, PARKOMM)
    game.search(ODESSA)
    assert not list(game.legal.family("answer sea"))
    game.moor(ODESSA, PARKOMM, port=False)
    game.answered()
    assert game.hunt.craft == (PARKOMM,) and game.hunt.at == game.at(ODESSA)


def test_the_fire_of_a_ship_comes_just_before_the_bombs() -> None:
    """[FE-OPT4.2] [FE-22B.4] Its own guns, and those of one that moves with it and is not bombed;
    who is turned back does not bomb.
    """
    game = Searching().moor(OFF_ODESSA, PARKOMM, KRIM, port=False)
    game.search(OFF_ODESSA, JU87, OTHER_JU87).answered()
    flak = {ship: game.pos.ship(ship).flak for ship in (PARKOMM, KRIM)}
    game.do(AimAt(JU87, PARKOMM), DropBombs())
    shot = game.state.top
    assert isinstance(shot, FlakRoll) and shot.strength == flak[PARKOMM] + flak[KRIM]
    game.roll(1).roll(1)
    assert game.state.air.units[JU87].mission != SEARCH and not game.vessel(PARKOMM).hits
    game.do(AimAt(OTHER_JU87, KRIM), DropBombs())
    assert isinstance(game.state.top, FlakRoll)


def test_both_of_two_ships_being_bombed_neither_helps_the_other() -> None:
    """[FE-OPT4.3] [FE-22B.4] All air units that reach ships which move together bomb at once."""
    game = Searching().moor(OFF_ODESSA, PARKOMM, KRIM, port=False)
    game.search(OFF_ODESSA, JU87, OTHER_JU87).answered()
    game.do(AimAt(JU87, PARKOMM), AimAt(OTHER_JU87, KRIM), DropBombs())
    shots = {f.air_unit: f.strength for f in game.state.flow if isinstance(f, FlakRoll)}
    flak = {ship: game.pos.ship(ship).flak for ship in (PARKOMM, KRIM)}
    assert shots == {JU87: flak[PARKOMM], OTHER_JU87: flak[KRIM]}


def test_an_air_unit_bombs_once() -> None:
    """[FE-OPT4.3] A second ship passes whom the first has been bombed by."""
    game = Searching().moor(SEVASTOPOL, PARKOMM, KRIM)
    game.search(game.between())
    game.do(game.voyage(PARKOMM, ODESSA), game.voyage(KRIM, ODESSA)).answered()
    game.bomb(PARKOMM, JU87, face=1)
    assert game.vessel(KRIM).at == game.at(ODESSA) and game.vessel(PARKOMM).at == game.at(ODESSA)


def test_the_prompt_and_each_line_say_how_likely_they_hit() -> None:
    """[FE-OPT4.3] The chance, and the fire that comes first."""
    game = Searching().moor(OFF_ODESSA, KRIM, port=False)
    game.search(OFF_ODESSA, JU87).answered()
    line = game.rules.describe(game.state, AimAt(JU87, KRIM))
    assert "% to hit, antiaircraft 1" in line
    game.do(AimAt(JU87, KRIM))
    assert "% to hit after 1 point of antiaircraft fire" in game.rules.question(game.state).prompt
    assert game.objections(AimAt(HE111, KRIM)) == ["FE-OPT4.3"]


def test_the_display_of_the_fleet_shows_who_searches_and_what_is_declared() -> None:
    """[FE-OPT4.5] [FE-OPT4.1] By sea: the air units with their hexes, ways that are declared."""
    game = Searching().moor(SEVASTOPOL, PARKOMM).search(OFF_ODESSA)
    game.do(game.voyage(PARKOMM, ODESSA))
    (display,) = naval_panel.displays(game.pos)
    rows = {row.label.strip(): row for row in display.rows}
    assert rows["German Ju 87B 1"].value.startswith("searches the sea within 4 hexes of")
    assert "declared" in rows["BB Par. Komm. on its way"].value


# Hits (FE-OPT4.4)


def test_a_ship_that_is_hit_runs_to_a_port_outside_the_zone_and_stays_there() -> None:
    """[FE-OPT4.4] Not to a port that its bomber watches, while there is another."""
    game = Searching().moor(OFF_ODESSA, PARKOMM, port=False)
    game.own(ALLIED, ODESSA, SEVASTOPOL, NOVOROSSIYSK).search(OFF_ODESSA, JU87, HE111).answered()
    game.bomb(PARKOMM, JU87, HE111)
    assert game.vessel(PARKOMM).hits == 1 and isinstance(game.state.top, Fleeing)
    assert game.objections(RunToPort(game.at(ODESSA))) == ["FE-OPT4.4"]
    run = RunToPort(game.at(SEVASTOPOL))
    assert run in list(game.legal)
    game.do(run)
    found = game.vessel(PARKOMM)
    assert (found.at, found.port, found.task) == (game.at(SEVASTOPOL), True, Task.STRUCK)
    assert "FE-OPT4.4" in game.objections(game.voyage(PARKOMM, NOVOROSSIYSK))


def test_a_port_in_the_zone_serves_where_no_other_is_left() -> None:
    """[FE-OPT4.4] All other ports of the sea are the enemy's."""
    game = Searching().moor(OFF_ODESSA, PARKOMM, port=False).search(OFF_ODESSA, JU87, HE111)
    others = [at for at in game.context.seas.ports if at != game.at(ODESSA)]
    game.own(AXIS, *(game.context.map.label(at) for at in others)).own(ALLIED, ODESSA)
    game.answered().bomb(PARKOMM, JU87, HE111)
    assert game.vessel(PARKOMM).at == game.at(ODESSA) and game.vessel(PARKOMM).port


def test_cargo_is_put_ashore_in_the_port_that_its_ship_runs_to() -> None:
    """[FE-OPT4.4] [FE-28C2.3] A brigade bound for Odessa comes back to Sevastopol."""
    game, unit = Searching().moor(SEVASTOPOL, PARKOMM), brigade()
    game.put(SEVASTOPOL, unit).own(ALLIED, SEVASTOPOL, ODESSA)
    game.search(game.between(), JU87, HE111)
    game.do(Embark(unit, PARKOMM), game.voyage(PARKOMM, ODESSA))
    assert game.pos.piece(unit).at == game.at(SEVASTOPOL)
    assert game.pos.sails(unit) is not None
    game.answered().bomb(PARKOMM, JU87, HE111)
    while isinstance(game.state.top, Fleeing):
        game.do(RunToPort(game.at(NOVOROSSIYSK)))
    assert game.pos.piece(unit).at == game.at(NOVOROSSIYSK) == game.vessel(PARKOMM).at


def test_cargo_goes_down_with_its_ship() -> None:
    """[FE-OPT4.3] [FE-28C2.4] The second hit sinks a light cruiser."""
    game, unit = Searching().moor(SEVASTOPOL, KRIM, hits=1), brigade()
    game.put(SEVASTOPOL, unit).search(game.between(), JU87, HE111)
    game.do(Embark(unit, KRIM), game.voyage(KRIM, ODESSA))
    game.answered().bomb(KRIM, JU87, HE111)
    assert game.vessel(KRIM).at == DEAD and game.pos.piece(unit).at == DEAD


def test_what_was_to_sail_later_stays_where_it_is() -> None:
    """[FE-OPT4.4] A ship hit on its way to a unit never takes it aboard."""
    game, unit = Searching().moor(SEVASTOPOL, PARKOMM), brigade()
    game.put(ODESSA, unit).own(ALLIED, SEVASTOPOL, ODESSA, NOVOROSSIYSK)
    game.search(game.between(), JU87, HE111)
    game.do(game.voyage(PARKOMM, ODESSA), Embark(unit, PARKOMM))
    game.do(game.voyage(PARKOMM, SEVASTOPOL))
    game.answered().bomb(PARKOMM, JU87, HE111)
    while isinstance(game.state.top, Fleeing):
        game.do(RunToPort(game.at(NOVOROSSIYSK)))
    assert game.pos.piece(unit).at == game.at(ODESSA)
    assert game.vessel(PARKOMM).at == game.at(NOVOROSSIYSK)


def test_on_its_way_to_port_others_bomb_a_ship_again() -> None:
    """[FE-OPT4.4] [FE-OPT4.3] Those whose zones the way leads through, and who have not bombed."""
    game = Searching().moor(OFF_ODESSA, PARKOMM, port=False).own(ALLIED, SEVASTOPOL)
    game.search(OFF_ODESSA, JU87, HE111).search(game.between(), OTHER_JU87).answered()
    game.bomb(PARKOMM, JU87, HE111)
    game.do(RunToPort(game.at(SEVASTOPOL)))
    assert game.hunt.left == (OTHER_JU87,)


def test_a_flotilla_on_the_coast_is_bombed_and_what_is_aboard_stays_there_until_then() -> None:
    """[FE-OPT4.3] [FE-OPT4.4] [FE-OPT4.5] Off the coast, not in port; a hit sends it to a port
    with what it carries.
    """
    game, unit = Searching().launch(COAST, DANUBE), brigade()
    game.put(COAST, unit).own(ALLIED, COAST, "3B:2712", ODESSA, "3B:2508")
    game.search(COAST, JU87, HE111)
    game.do(BoardBoat(unit, DANUBE), game.steering(DANUBE, "3B:2712"))
    assert game.objections(LeaveBoat(unit)) == ["FE-OPT4.5"]
    game.answered()
    assert game.hunt.craft == (DANUBE,)
    game.bomb(DANUBE, JU87, HE111)
    game.do(RunToPort(game.at("3B:2508")))
    assert game.pos.piece(unit).at == game.at("3B:2508") == game.boat(DANUBE).at
    assert game.boat(DANUBE).hits == 1 and unit not in game.state.fleet.riders
    assert game.objections(game.steering(DANUBE, ODESSA)) == ["FE-OPT4.4"]


def test_a_flotilla_that_is_sunk_takes_down_what_it_carries() -> None:
    """[FE-OPT4.3] [FE-28C2.4] With its second hit, and the unit aboard."""
    game, unit = Searching().launch(COAST, DANUBE, hits=1), brigade()
    game.put(COAST, unit).own(ALLIED, COAST, "3B:2712").search(COAST, JU87, HE111)
    game.do(BoardBoat(unit, DANUBE), game.steering(DANUBE, "3B:2712")).answered()
    game.bomb(DANUBE, JU87, HE111)
    assert game.boat(DANUBE).at == DEAD and game.pos.piece(unit).at == DEAD


def test_two_ships_that_carry_a_division_run_to_port_together() -> None:
    """[FE-OPT4.4] [FE-28C2.2] One is hit, and both put the division ashore; a third sails on."""
    game = Searching().moor(SEVASTOPOL, PARKOMM, KRIM, UKRAINA)
    unit = division()
    game.put(SEVASTOPOL, unit).own(ALLIED, SEVASTOPOL, ODESSA)
    game.search(game.between(), JU87, HE111)
    game.do(Embark(unit, PARKOMM, KRIM), game.voyage(PARKOMM, ODESSA))
    game.do(SailAlong(UKRAINA, PARKOMM)).answered()
    game.bomb(KRIM, JU87, HE111)
    while isinstance(game.state.top, Fleeing):
        game.do(RunToPort(game.at(NOVOROSSIYSK)))
    there = game.at(NOVOROSSIYSK)
    assert game.vessel(PARKOMM).at == game.vessel(KRIM).at == game.pos.piece(unit).at == there
    assert game.vessel(UKRAINA).at == game.at(ODESSA)


def test_mines_on_the_way_to_where_a_ship_was_hit_count_and_those_beyond_do_not() -> None:
    """[FE-OPT4.4] [FE-28B5.3] From Tallinn to the hex of the attack and on to Kronshtadt, by which
    she comes back to where there are none.
    """
    game = Searching().moor(TALLINN, MARAT).own(ALLIED, TALLINN, KRONSHTADT)
    others = {game.context.map.label(at) for at in game.context.seas.ports} - {TALLINN, KRONSHTADT}
    game.own(AXIS, *sorted(others))
    hexes = game.context.seas.way(game.at(TALLINN), game.at(RIGA), refuge=True)
    game.own(ALLIED, RIGA).search(game.context.map.label(hexes[2]), JU87, HE111)
    game.do(game.voyage(MARAT, RIGA)).answered(BALTIC)
    at = game.hunt.at
    game.own(AXIS, RIGA).bomb(MARAT, JU87, HE111)
    game.do(*([RunToPort(game.at(KRONSHTADT))] if isinstance(game.state.top, Fleeing) else ()))
    roll = game.state.top
    assert isinstance(roll, MineRoll) and game.vessel(MARAT).at == game.at(KRONSHTADT)
    back = game.context.seas.way(at, game.at(KRONSHTADT), refuge=True)
    out = hexes[: hexes.index(at) + 1]
    risk = game.context.seas.risk(out, refuge=True) + game.context.seas.risk(back, refuge=True)
    assert game.vessel(MARAT).risk == risk > 0


@pytest.mark.parametrize("face", [1, 6])
def test_the_automatic_players_answer(face: int) -> None:
    """They bomb whom they find, and run to the nearest port."""
    game = Searching().moor(OFF_ODESSA, KRIM, port=False).search(OFF_ODESSA, JU87, HE111)
    game.answered()
    for _ in range(20):
        if isinstance(game.state.top, Moving):
            break
        advice = game.rules.advise(game.state)
        if advice is None:
            game.roll(face)
        else:
            game.do(advice.action)
    assert isinstance(game.state.top, Moving)


def brigade() -> UnitId:
    """A Soviet unit that a ship carries."""
    context = rules_of("campaign_sea", "naval_search").context
    return next(
        unit
        for unit, row in context.units.items()
        if row.nation == "soviet"
        and not (facts := context.facts(unit, row.steps)).mobile
        and 0 < facts.transport <= 4
        and facts.move
        and facts.attack
    )


def division() -> UnitId:
    """A Soviet division that takes two ships."""
    context = rules_of("campaign_sea", "naval_search").context
    return next(
        unit
        for unit, row in context.units.items()
        if row.nation == "soviet"
        and not (facts := context.facts(unit, row.steps)).mobile
        and 4 < facts.transport <= 8
        and facts.move
        and facts.attack
    )
