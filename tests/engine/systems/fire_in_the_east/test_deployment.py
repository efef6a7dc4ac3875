"""Who is set up when and where: border forces first, fortified areas, interior districts, drops of
Brandenburgers (FE-36, OBS-5 to OBS-7, ERR-OBS7, ERR-R36).
"""

from __future__ import annotations

from collections import Counter

import pytest

from engine.game.catalogue import choose
from engine.game.session import GameSession
from engine.systems.europa.air.carrying import drop_plans
from engine.systems.europa.air.carrying.actions import CancelDrop, PlanDrop
from engine.systems.europa.combat import battle_actions as fight
from engine.systems.europa.combat.crossing import ground_rows, improved
from engine.systems.europa.combat.retreats import ways
from engine.systems.europa.movement.gate import shut
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.movement.rail_movement import graph
from engine.systems.europa.scenario.set_up import home_hexes
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, PlaceUnit, UseRecommended
from engine.systems.europa.state.constants import Going
from engine.systems.europa.state.records import Fighting, Project, SettingUp
from engine.systems.fire_in_the_east.economy import buying
from engine.systems.fire_in_the_east.state.deploying import BORDER, REST
from engine.systems.fire_in_the_east.state.records import AirEast, East
from maps.hexgrid import Hex, distance
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    RIFLES,
    WholeFront,
    deployed,
    rules_of,
)
from tests.engine.systems.fire_in_the_east.eastern_air import EastAir

AREA, SECOND = "soviet-fortified-area-1", "soviet-fortified-area-2"
MINSK = "1B:3512"
COMMANDO, SOLDIERS = "german-i-800-para-cmdo-ii-br", "german-1-infantry-xx"
INTERIOR = "soviet-91-rifle-xx"
SOUTH_OF_MINSK = "1B:3714"
SAPPERS = "soviet-engineer-engineer-iii"


def begun(scenario: str = "campaign", parts: int = 0) -> WholeFront:
    """The campaign as it begins, or after some of its three set-ups."""
    start = rules_of(scenario).begin().state
    assert isinstance(start, East)
    game = WholeFront(state=start)
    for _part in range(parts):
        game.do(UseRecommended()).do(FinishSetUp())
    return game


def test_zones_are_asked_for_only_where_there_is_something_to_drop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A campaign that is opened works out no zones for it."""
    start, asked = rules_of("barbarossa_air").begin().state, list[str]()
    assert isinstance(start, AirEast)
    game = EastAir(state=start)
    zoc = type(game.pos).zoc
    monkeypatch.setattr(
        type(game.pos), "zoc", lambda pos, side: asked.append(side) or zoc(pos, side)
    )
    assert drop_plans.planners(game.pos, ALLIED) == () and not asked
    game.do(UseRecommended()).do(FinishSetUp()).do(UseRecommended())
    asked.clear()
    assert COMMANDO in drop_plans.planners(game.pos, AXIS) and asked == [ALLIED]


def test_border_districts_are_set_up_first_then_the_axis_then_all_others() -> None:
    """[FE-36.5] Each part alone may be placed in its time, and none is shifted afterwards."""
    game = begun()
    rifles, inner = UnitId(RIFLES), UnitId(INTERIOR)
    home, moskva = game.at("1B:2224"), game.at("2A:3317")
    assert game.pos.deploying == BORDER
    assert not game.objections(PlaceUnit(rifles, home))
    assert game.objections(PlaceUnit(inner, moskva)) == ["FE-36.2"]
    game.do(UseRecommended()).do(FinishSetUp())
    assert game.state.top == SettingUp(AXIS)
    assert not isinstance(game.state.pieces[inner].at, Hex)
    game.do(UseRecommended()).do(FinishSetUp())
    assert game.state.top == SettingUp(ALLIED) and game.pos.deploying == REST
    assert game.objections(PlaceUnit(rifles, home)) == ["FE-36.2"]
    assert not game.objections(PlaceUnit(inner, moskva))
    game.do(UseRecommended()).do(FinishSetUp())
    assert not any(isinstance(frame, SettingUp) for frame in game.state.flow)


def test_guns_that_go_by_rail_alone_are_recommended_to_railroads() -> None:
    """Off the lines they could never leave."""
    pos = begun(parts=3).pos
    posts = {unit: piece.at for unit, piece in pos.state.pieces.items() if pos.rail_only(unit)}
    guns = {unit: at for unit, at in posts.items() if isinstance(at, Hex)}
    assert UnitId("german-679-rr-artillery-ii") in guns
    assert not [unit for unit, at in guns.items() if at not in graph(pos, unit, high=False)]


def test_the_turn_record_lists_the_three_set_ups() -> None:
    """[FE-36.5] Soviet, Axis, Soviet, with the one that is played."""
    game = begun()
    rules, seen = rules_of("campaign"), []
    while isinstance(game.state.top, SettingUp):
        view = rules.phases(game.state)
        seen.append((view.phase, view.phases[view.phase]))
        game.do(UseRecommended()).do(FinishSetUp())
    assert seen == [(0, "Soviet set-up"), (1, "Axis set-up"), (2, "Soviet set-up")]


def test_the_turn_record_names_what_follows_the_set_ups() -> None:
    """Ships and air units are chosen before the first weather."""
    game, seen = GameSession.start("fire_in_the_east/campaign_sea", seed=1), []
    while game.state.phase == "set up":
        view = game.rules.phases(game.state)
        seen.append(view.phases[view.phase])
        game.act(choose(game))
    assert list(dict.fromkeys(seen)) == [
        "Soviet set-up", "Axis set-up", "Soviet ships", "Axis air units",
    ]  # fmt: skip


def test_fortified_areas_stand_in_their_parts_of_the_stalin_line() -> None:
    """[FE-OBS-6] Five along the Polish border, twelve near it, three along the Rumanian one."""
    context = rules_of("campaign").context
    state = deployed("campaign")
    places = Counter(context.setups[unit].place for unit in context.fortified_areas)
    assert places == {"Stalin Line, north": 5, "Stalin Line, center": 12, "Stalin Line, south": 3}
    for unit in context.fortified_areas:
        at = state.pieces[unit].at
        assert at in home_hexes(context, unit)
        assert isinstance(at, Hex) and context.countries[at] == "USSR"
        assert context.units[unit].front.defense == 2
    north = home_hexes(context, UnitId(AREA))
    assert all(at.r < context.hex_of("1B:4114").r for at in north)
    center = home_hexes(context, UnitId("soviet-fortified-area-6"))
    assert all(at.r > context.hex_of("1B:4814").r for at in center)


def test_fortified_areas_keep_apart() -> None:
    """[FE-ERR-OBS7] None within two hexes of another, in the center none beside another."""
    game = begun(parts=2)
    game.do(PlaceUnit(UnitId(AREA), game.at(MINSK)))
    for at in home_hexes(game.context, UnitId(SECOND)):
        far = distance(at, game.at(MINSK)) > 2
        wanted = [] if far else ["FE-ERR-OBS7"]
        assert game.objections(PlaceUnit(UnitId(SECOND), at)) == wanted, game.context.label(at)
    state, context = deployed("campaign"), rules_of("campaign").context
    spots = {unit: state.pieces[unit].hex for unit in context.fortified_areas}
    for one, at in spots.items():
        for two, other in spots.items():
            if one < two and at is not None and other is not None:
                center = any("center" in context.setups[unit].place for unit in (one, two))
                assert distance(at, other) >= (2 if center else 3)


@pytest.mark.parametrize("going", [Going.MARCH, Going.RAIL, Going.STRATEGIC, Going.SEA])
def test_a_unit_without_a_rating_never_leaves_its_hex(going: Going) -> None:
    """[FE-6.10] [FE-31A5c.1] By no kind of movement, not even by a single hex."""
    game = WholeFront(turn=4, side=ALLIED).weather("clear").put(MINSK, AREA)
    unit = UnitId(AREA)
    found = shut(game.pos, unit, ALLIED, going)
    assert found is not None and found.rule == "FE-6.10"
    near = next(iter(game.context.fronts[game.at(MINSK)]))
    assert game.objections(Move(unit, near)) == ["FE-6.10"]


def test_a_unit_without_a_rating_is_lost_when_it_must_retreat() -> None:
    """[FE-6.10] It has no way, wherever others go."""
    game = WholeFront(turn=4, side=AXIS).put(MINSK, AREA, RIFLES)
    assert ways(game.pos, UnitId(RIFLES)) and not ways(game.pos, UnitId(AREA))


def test_a_fortified_area_defends_as_a_fort_and_takes_no_room() -> None:
    """[FE-31A5c.1] With its strength besides, supported, out of the stacking limit; it does not
    attack.
    """
    game = WholeFront(turn=4, side=AXIS).put(SOUTH_OF_MINSK, AREA)
    at, unit = game.at(SOUTH_OF_MINSK), UnitId(AREA)
    assert "fort" in [row.id for row in ground_rows(game.pos, at)] and improved(game.pos, at)
    facts = game.pos.facts(unit)
    assert facts.uncounted and facts.supported and facts.dot and not facts.attack
    assert facts.halves == 2 and facts.defense == 2
    bare = WholeFront(turn=4, side=AXIS).put(SOUTH_OF_MINSK, RIFLES)
    assert "fort" not in [row.id for row in ground_rows(bare.pos, at)]
    near = game.context.map.label(next(iter(game.context.fronts[at])))
    attack = WholeFront(turn=4, side=ALLIED).put(SOUTH_OF_MINSK, AREA).put(near, FOOT)
    attack.phase(Fighting, ALLIED)
    found = attack.pos.bars_attack(unit, attack.at(near))
    assert found is not None and found.rule == "FE-31A5c.1"
    assert attack.objections(fight.DeclareAttack(attack.at(near)))


def test_the_stalin_line_is_never_replaced() -> None:
    """[FE-31A5c.2] [FE-ERR-R31A5c] No point brings a fortified area back."""
    game = WholeFront(turn=6, side=ALLIED)
    found = buying.barred(game.pos, UnitId(AREA))
    assert found is not None and found.rule == "FE-31A5c.2"


def test_no_fort_is_built_beside_a_fortified_area() -> None:
    """[FE-31A5c.2] [FE-ERR-R31A5c] In its hex; in another it is."""
    game = WholeFront(turn=4, side=ALLIED).put(SOUTH_OF_MINSK, AREA, SAPPERS)
    found = game.pos.bars_work(UnitId(SAPPERS), Project.FORT, game.at(SOUTH_OF_MINSK))
    assert found is not None and found.rule == "FE-14A1.1"
    assert game.pos.bars_work(UnitId(SAPPERS), Project.FORT, game.at("1B:3610")) is None


def test_forts_stand_where_the_order_of_battle_has_them() -> None:
    """[FE-OBS-7] Kiev, and two of the armies on the border; that of 1B:4926, which is German on
    this board, in the Soviet hex beside it.
    """
    game = WholeFront(state=deployed("campaign"))
    for label in ("1B:4824", "1B:4925", "3B:0607"):
        assert game.at(label) in game.state.forts
        assert game.pos.owner_of(game.at(label)) == ALLIED
    assert distance(game.at("1B:4925"), game.at("1B:4926")) == 1


def test_units_of_interior_districts_are_dealt_out_as_reinforcements_are() -> None:
    """[FE-OBS-5] One in each major city, then one in each dot city, and so on."""
    game = begun(parts=2)
    entry = game.context.setups[UnitId(INTERIOR)]
    cities = home_hexes(game.context, UnitId(INTERIOR))
    major = [at for at in cities if game.context.major_city(at)]
    dots = [at for at in cities if at not in major]
    unit = iter(one for one in entry.units if "lt-tank" not in one and "-tank-" not in one)
    first = next(unit)
    assert {at for at in cities if not game.objections(PlaceUnit(first, at))} == set(major)
    assert set(game.objections(PlaceUnit(first, dots[0]))) == {"FE-36.2"}
    game.do(PlaceUnit(first, major[0]))
    second = next(unit)
    open_now = {at for at in cities if not game.objections(PlaceUnit(second, at))}
    assert open_now == set(major[1:])


def test_a_corps_of_the_interior_may_stand_together() -> None:
    """[FE-OBS-5] Where one of its units is, the others may be, though other cities come first."""
    game = begun(parts=2)
    one, two, stranger = (
        UnitId("soviet-14-tank-xx"),
        UnitId("soviet-18-tank-xx"),
        UnitId(INTERIOR),
    )
    at = next(at for at in home_hexes(game.context, one) if game.context.major_city(at))
    game.do(PlaceUnit(one, at))
    assert not game.objections(PlaceUnit(two, at))
    assert game.objections(PlaceUnit(stranger, at)) == ["FE-36.2"]


def test_brandenburgers_plan_a_drop_as_the_germans_deploy() -> None:
    """[FE-36.10] [FE-ERR-R36] For the first turn, in either of its German air phases; nobody else
    does, and it may be given up.
    """
    rules = rules_of("barbarossa_air")
    start = rules.begin().state
    assert isinstance(start, AirEast)
    game = EastAir(state=start)
    game.do(UseRecommended()).do(FinishSetUp()).do(UseRecommended())
    assert game.state.top == SettingUp(AXIS)
    target = game.at("1B:3610")
    assert "plan drop" in game.kinds()
    assert "FE-36.10" in game.objections(PlanDrop(UnitId(SOLDIERS), target))
    plan = PlanDrop(UnitId(COMMANDO), target)
    assert not game.objections(plan)
    game.do(plan)
    assert drop_plans.due(game.pos, AXIS).keys() == {UnitId(COMMANDO)}
    assert not game.objections(CancelDrop(UnitId(COMMANDO)))
    game.do(FinishSetUp()).do(UseRecommended())
    assert drop_plans.due(game.pos, AXIS).keys() == {UnitId(COMMANDO)}


def test_nobody_plans_a_drop_in_a_war_without_air_units() -> None:
    """[FE-36.10]"""
    game = begun(parts=1).do(UseRecommended())
    assert "plan drop" not in game.kinds()
