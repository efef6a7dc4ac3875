"""Forts and permanent airfields that engineers build for a resource point (FE-14A1, 14A1b, 31G)."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.core.state import Piece
from engine.systems.europa.board import bases
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.production import construction
from engine.systems.europa.production.initial_actions import BeginWork, Labour, Task
from engine.systems.europa.state.constants import DEAD, GONE, HALF, OUT, PENDING
from engine.systems.europa.state.records import Initial, Moving, Project, Work
from engine.systems.fire_in_the_east.resources.actions import CarryPoints
from engine.systems.fire_in_the_east.state.records import East, Stock
from engine.systems.fire_in_the_east.works.actions import Hasten, HastenWithWorkers
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import ALLIED, AXIS, FOOT, WholeFront
from tests.engine.systems.fire_in_the_east.economy_desk import advised

BUILDERS, OTHERS = (
    UnitId("soviet-construction-construction-iii"),
    UnitId("soviet-construction-construction-iii-2"),
)
SAPPERS, RAILWAYMEN = UnitId("german-601-engineer-iii"), UnitId("german-1-rr-engineer-iii")
SOVIET_SAPPERS = UnitId("soviet-engineer-engineer-iii")
FIELD, WARSAW, KIEV, BREST = "1B:3610", "1B:3731", "3B:0607", "1B:4024"


def beginning(
    *units: UnitId, at: str = FIELD, pile: str = "", points: int = 2, weather: str = "clear"
) -> WholeFront:
    """Soviet engineers and resource points, in their initial phase."""
    game = WholeFront(4, ALLIED).phase(Initial, ALLIED).put(at, *units).own(ALLIED, at)
    where = game.at(pile or at)
    stocks = {where: Stock(ALLIED, points)} if points else {}
    return game.having(resources=stocks).weather(weather)


def begun(game: WholeFront, unit: UnitId = BUILDERS, what: Project = Project.FORT) -> WholeFront:
    """The game with a work begun, paid out of the only heap."""
    game.do(BeginWork(unit, what, next(iter(game.state.resources))))
    return game


def moving(game: WholeFront) -> WholeFront:
    """The same player turn's movement phase."""
    return game.phase(Moving, ALLIED)


def later(game: WholeFront, turn: int) -> WholeFront:
    """The side's works as its initial phase of a turn opens."""
    work: Transition[East] = Transition(game.state.having(turn=turn))
    construction.finish(game.context, work, ALLIED)
    game.take(work.state)
    return game


def of_terrain(game: WholeFront, *terrains: str) -> str:
    """A hex of some terrain well inside the USSR, without a city, a field or a fortress."""
    context, middle = game.context, game.at("2A:3810")
    taken = {*context.cities, *context.fields, *context.fortresses}
    near = context.near((middle,), 12) & context.land - taken
    return context.label(min(at for at in near if context.terrain_at(at) in terrains)).split()[0]


# Where, when, by whom


def test_a_fort_is_begun_in_any_free_hex() -> None:
    """[FE-14A1.1] Not in one with a fort or a fortress, nor where one is begun."""
    for terrain in ("clear", "forest", "swamp"):
        game = beginning(BUILDERS, at=of_terrain(WholeFront(), terrain))
        assert "build" in game.kinds()
        begun(game)
    assert "FE-14A1.1" in game.objections(
        BeginWork(BUILDERS, Project.FORT, next(iter(game.state.resources)))
    )
    game = beginning(BUILDERS)
    game.having(forts=frozenset({game.at(FIELD)}))
    assert game.objections(BeginWork(BUILDERS, Project.FORT, game.at(FIELD))) == ["FE-14A1.1"]
    game = beginning(BUILDERS, at=BREST)
    assert game.objections(BeginWork(BUILDERS, Project.FORT, game.at(BREST))) == ["FE-14A1.1"]
    axis = WholeFront(4, AXIS).phase(Initial, AXIS).put(WARSAW, SAPPERS, "rumanian-1-fortress-x")
    axis.having(resources={axis.at(WARSAW): Stock(AXIS, 1)})
    assert not axis.objections(BeginWork(SAPPERS, Project.FORT, axis.at(WARSAW)))


def test_the_heap_that_pays_is_named() -> None:
    """[FE-14A1.6] Of two heaps within reach each makes a line of its own."""
    game = beginning(BUILDERS)
    heaps = {game.at(label): Stock(ALLIED, 1) for label in (FIELD, "1B:3611")}
    game.own(ALLIED, "1B:3611").having(resources=heaps)
    works = [action for action in game.legal if isinstance(action, BeginWork)]
    lines = {game.rules.describe(game.state, action) for action in works}
    assert len(lines) == len(works) == 4
    paid = tuple(f"point of {label}, in {FIELD}" for label in (FIELD, "1B:3611"))
    assert all(line.endswith(paid) for line in lines)


def test_works_begin_in_the_initial_phase_by_an_engineer_in_supply() -> None:
    """[FE-14A1.2] Not while moving, nor out of supply, nor by infantry or railroad engineers."""
    game = beginning(BUILDERS)
    action = BeginWork(BUILDERS, Project.FORT, game.at(FIELD))
    assert not game.objections(action)
    assert moving(beginning(BUILDERS)).objections(action) == ["FE-4C.1"]
    rifles = beginning(UnitId("soviet-90-rifle-xx"))
    action = BeginWork(UnitId("soviet-90-rifle-xx"), Project.FORT, rifles.at(FIELD))
    assert "FE-14A1.2" in rifles.objections(action) and "build" not in rifles.kinds()
    game = beginning(BUILDERS)
    ring = [at for at in game.at(FIELD).neighbours() if at in game.context.land]
    foes = (unit for unit in game.context.of_nation("german") if "infantry-xx" in unit)
    for at, unit in zip(ring, foes, strict=False):
        game.put(game.context.map.label(at), unit)
    assert "FE-14A1.2" in game.objections(BeginWork(BUILDERS, Project.FORT, game.at(FIELD)))


def test_a_fort_takes_a_turn_or_two() -> None:
    """[FE-14A1.3] One in clear and rough country, two elsewhere: begun on Jul I, done on Aug I."""
    plain, wood = (of_terrain(WholeFront(), *kinds) for kinds in (("clear",), ("forest", "wood")))
    quick, slow = begun(beginning(BUILDERS, at=plain)), begun(beginning(BUILDERS, at=wood))
    assert quick.at(plain) in later(quick, 5).state.forts
    assert slow.at(wood) not in later(slow, 5).state.forts
    assert slow.at(wood) in later(slow, 6).state.forts


def test_the_builder_stays_or_the_work_is_given_up() -> None:
    """[FE-14A1.4] Another engineer in the hex does not keep it; the point is gone [FE-14A1.6]."""
    game = moving(begun(beginning(BUILDERS, OTHERS)))
    assert game.state.works and game.state.resources[game.at(FIELD)].amount == 1
    game.do(Move(BUILDERS, next(iter(_open_hexes(game, BUILDERS)))))
    assert not game.state.works and game.state.resources[game.at(FIELD)].amount == 1
    lost = begun(beginning(BUILDERS, OTHERS))
    work: Transition[East] = Transition(lost.state.with_pieces({BUILDERS: Piece(DEAD, 0)}))
    construction.keep(lost.context, work)
    assert not work.state.works


def _open_hexes(game: WholeFront, unit: UnitId) -> list[Hex]:
    at = game.pos.piece(unit).at
    assert isinstance(at, Hex)
    return [near for near in at.neighbours() if not game.objections(Move(unit, near))]


def test_the_hex_that_falls_takes_the_work_and_the_points_along() -> None:
    """[FE-14A1.4] [FE-12F.4] What is begun, and what was to pay for more, is lost with the hex."""
    game = begun(beginning(BUILDERS))
    beside = next(n for n in game.at(FIELD).neighbours() if n in game.context.land)
    game.state = game.state.with_pieces({BUILDERS: Piece(DEAD, 0)})
    game.phase(Moving, AXIS).put(game.context.map.label(beside), FOOT)
    game.do(Move(UnitId(FOOT), game.at(FIELD)))
    assert not game.state.works and not game.state.resources


def test_a_fort_in_a_captured_hex_is_destroyed() -> None:
    """[FE-31A5b.1] With the hex, when units of the enemy enter it."""
    game = begun(beginning(BUILDERS, at=of_terrain(WholeFront(), "clear")))
    standing = game.state.forts
    game = later(game, 5)
    (at,) = game.state.forts - standing
    beside = next(n for n in at.neighbours() if n in game.context.land)
    game.state = game.state.with_pieces({BUILDERS: Piece(DEAD, 0)})
    game.phase(Moving, AXIS).put(game.context.map.label(beside), FOOT)
    game.do(Move(UnitId(FOOT), at))
    assert game.state.forts == standing and game.told("fort destroyed")


def test_a_permanent_airfield_is_built_in_clear_or_rough_country() -> None:
    """[FE-14A1.5] Beside a fort too; not on other ground, nor where there is one."""
    plain, wood = (of_terrain(WholeFront(), *kinds) for kinds in (("clear",), ("forest", "wood")))
    field = Project.AIRFIELD
    game = beginning(BUILDERS, at=plain)
    game.having(forts=frozenset({game.at(plain)}))
    begun(game, what=field)
    assert game.at(plain) in later(game, 5).state.airfields
    game = beginning(BUILDERS, at=plain)
    game.having(airfields=frozenset({game.at(plain)}))
    assert game.objections(BeginWork(BUILDERS, field, game.at(plain))) == ["FE-14A1.5"]
    game = beginning(BUILDERS, at=wood)
    assert game.objections(BeginWork(BUILDERS, field, game.at(wood))) == ["FE-14A1.5"]


def test_each_work_takes_a_resource_point_that_a_line_over_land_leads_to() -> None:
    """[FE-14A1.6] At once, from a hex of one's choice, out of the length of the line not."""
    near = "1B:3612"
    game = beginning(BUILDERS, pile=near)
    assert game.pos.payers(BUILDERS) == (game.at(near),)
    begun(game)
    assert game.state.resources[game.at(near)].amount == 1
    game = beginning(BUILDERS, pile="2A:3317")
    assert game.pos.payers(BUILDERS) == ()
    assert game.objections(BeginWork(BUILDERS, Project.FORT, game.at("2A:3317"))) == ["FE-14A1.6"]
    assert "build" not in game.kinds()
    game = beginning(BUILDERS, points=0)
    assert game.objections(BeginWork(BUILDERS, Project.FORT)) == ["FE-14A1.6"]
    enemy = beginning(BUILDERS)
    enemy.having(resources={enemy.at(FIELD): Stock(AXIS, 3)})
    assert enemy.pos.payers(BUILDERS) == ()


def test_mud_shortens_the_line_to_the_point() -> None:
    """[FE-14A1.6] [FE-12B.3] Six hexes away in clear weather is too far in mud."""
    context = WholeFront().context
    for at in sorted(context.near((context.hex_of(FIELD),), 6)):
        if at not in context.land:
            continue
        label = context.map.label(at)
        dry = beginning(BUILDERS, pile=label)
        wet = beginning(BUILDERS, pile=label, weather="mud")
        if dry.pos.payers(BUILDERS) and not wet.pos.payers(BUILDERS):
            return
    raise AssertionError("mud shortens no line")


def test_a_permanent_airfield_takes_the_place_of_a_temporary_one() -> None:
    """[FE-14A1.9] When it is finished, not before."""
    plain = of_terrain(WholeFront(), "clear")
    game = moving(beginning(BUILDERS, at=plain))
    game.do(Labour(BUILDERS, Task.STRIP, 2))
    begun(game.phase(Initial, ALLIED), what=Project.AIRFIELD)
    assert game.at(plain) in game.state.strips and not bases.permanent(game.pos, game.at(plain))
    later(game, 5)
    assert game.at(plain) not in game.state.strips and bases.permanent(game.pos, game.at(plain))


def test_poor_weather_doubles_the_turns() -> None:
    """[FE-14A1a.2] An airfield two, a fort in a wood four; what was begun before goes on."""
    plain, wood = (of_terrain(WholeFront(), *kinds) for kinds in (("clear",), ("forest", "wood")))
    for weather in ("mud", "frost", "snow"):
        game = begun(beginning(BUILDERS, at=plain, weather=weather), what=Project.AIRFIELD)
        assert _work(game, plain).ready == game.state.turn + 2
        game = begun(beginning(BUILDERS, at=wood, weather=weather))
        assert _work(game, wood).ready == game.state.turn + 4
    game = begun(beginning(BUILDERS, at=plain)).weather("snow")
    assert _work(game, plain).ready == game.state.turn + 1


def _work(game: WholeFront, at: str) -> Work:
    return game.state.works[game.at(at)]


# Quick construction


def test_two_engineers_build_for_half_their_movement() -> None:
    """[FE-14A1b.2] Two Soviet regiments of 5, a fort in rough or clear: 3 points each, done."""
    plain = of_terrain(WholeFront(), "clear", "rough")
    game = moving(begun(beginning(BUILDERS, OTHERS, at=plain)))
    assert "hasten" in game.kinds()
    game.do(Hasten(BUILDERS, OTHERS))
    assert game.at(plain) in game.state.forts and not game.state.works
    assert [game.state.spent[unit] for unit in (BUILDERS, OTHERS)] == [3 * HALF, 3 * HALF]


def test_two_engineers_take_a_turn_off_a_longer_work() -> None:
    """[FE-14A1b.2] [FE-14A1a.2] In snow each spends all its movement; it is done earlier."""
    plain = of_terrain(WholeFront(), "clear")
    game = moving(begun(beginning(BUILDERS, OTHERS, at=plain, weather="snow")))
    game.do(Hasten(BUILDERS, OTHERS))
    assert _work(game, plain).ready == game.state.turn + 1
    assert not game.pos.left(BUILDERS) and not game.pos.left(OTHERS)
    assert game.objections(Hasten(BUILDERS, OTHERS)) == ["FE-14A1b.2", "FE-14A1b.2"]
    assert game.at(plain) in later(game, 5).state.forts


def test_quick_works_too_are_begun_in_the_initial_phase() -> None:
    """[FE-14A1b.3] Two engineers alone begin nothing while they move."""
    game = moving(beginning(BUILDERS, OTHERS))
    assert game.objections(Hasten(BUILDERS, OTHERS)) == ["FE-14A1b.3"]
    assert "hasten" not in game.kinds()


def test_engineers_with_a_burden_have_less_to_build_with() -> None:
    """[FE-14A1b.2] [FE-12F.7] Who has spent his points carries nothing more, and builds nothing."""
    plain = of_terrain(WholeFront(), "clear", "rough")
    game = moving(begun(beginning(BUILDERS, OTHERS, at=plain, points=4)))
    game.do(CarryPoints(OTHERS, 2))
    game.do(Hasten(BUILDERS, OTHERS))
    assert game.state.spent[BUILDERS] == 3 * HALF and game.state.spent[OTHERS] == 2 * HALF


def test_workers_help_to_build() -> None:
    """[FE-14A1b.2] [FE-14A1c.1] One engineer at Kiev is enough, but not on Jun II 41 [FE-31G.1]."""
    game = moving(begun(beginning(BUILDERS, at="3B:0606")))
    assert "hasten with workers" in game.kinds()
    game.do(HastenWithWorkers(BUILDERS))
    assert game.at("3B:0606") in game.state.forts
    assert game.state.spent[BUILDERS] == 3 * HALF
    far = moving(begun(beginning(BUILDERS, at="2A:3522")))
    assert far.objections(HastenWithWorkers(BUILDERS)) == ["FE-14A1c.1"]
    early = moving(begun(beginning(BUILDERS, at="3B:0606"))).having(turn=1)
    assert "FE-31G.1" in early.objections(HastenWithWorkers(BUILDERS))


def test_the_surprised_soviets_begin_nothing() -> None:
    """[FE-31G.1] Neither forts nor airfields on Jun II 41; the Germans do."""
    game = beginning(BUILDERS).having(turn=1)
    for what in Project:
        assert game.objections(BeginWork(BUILDERS, what, game.at(FIELD))) == ["FE-31G.1"]
    assert "build" not in game.kinds()
    axis = WholeFront(1, AXIS).phase(Initial, AXIS).put(WARSAW, SAPPERS)
    axis.having(resources={axis.at(WARSAW): Stock(AXIS, 1)})
    assert not axis.objections(BeginWork(SAPPERS, Project.FORT, axis.at(WARSAW)))


def test_combat_engineers_build_what_others_do() -> None:
    """[FE-14A2.1] Of both sides; railroad engineers do not."""
    begun(beginning(SOVIET_SAPPERS), SOVIET_SAPPERS)
    axis = WholeFront(4, AXIS).phase(Initial, AXIS).put(WARSAW, SAPPERS, RAILWAYMEN)
    axis.having(resources={axis.at(WARSAW): Stock(AXIS, 2)})
    action = BeginWork(RAILWAYMEN, Project.FORT, axis.at(WARSAW))
    assert "FE-14A1.2" in axis.objections(action) or "FE-14A4.1" in axis.objections(action)
    axis.do(BeginWork(SAPPERS, Project.FORT, axis.at(WARSAW)))
    assert axis.at(WARSAW) in axis.state.works


def test_out_of_supply_nobody_hastens_a_work() -> None:
    """[FE-14A1.2] [FE-14A1b.2] An engineer that is cut off does no construction."""
    game = moving(begun(beginning(BUILDERS, OTHERS)))
    game.state = game.state.with_piece(OTHERS, marks=frozenset({OUT}))
    assert "FE-14A1.2" in game.objections(Hasten(BUILDERS, OTHERS))


def test_the_automatic_player_builds_forts_where_the_enemy_presses() -> None:
    """[FE-14A1.1] With others under threat, out of a heap in reach."""
    game = beginning(BUILDERS, UnitId("soviet-90-rifle-xx"))
    beside = next(n for n in game.at(FIELD).neighbours() if n in game.context.land)
    game.put(game.context.map.label(beside), FOOT)
    waiting = [unit for unit, piece in game.state.pieces.items() if piece.at == PENDING]
    game.state = game.state.with_pieces(dict.fromkeys(waiting, Piece(GONE, 0)))
    assert advised(game) == BeginWork(BUILDERS, Project.FORT, game.at(FIELD))
    axis = WholeFront(4, AXIS).phase(Initial, AXIS).put(WARSAW, SAPPERS, FOOT)
    axis.put("1B:3631", "soviet-90-rifle-xx")
    axis.having(resources={axis.at(WARSAW): Stock(AXIS, 1)})
    assert not isinstance(advised(axis), BeginWork)


def test_whoever_leaves_what_he_is_building_is_cautioned() -> None:
    """(FE 14A1) The point is lost with the fort; a stack that went on took the builder along."""
    game = WholeFront(5).put("1B:3610", SAPPERS, FOOT)
    at, to = game.at("1B:3610"), game.at("1B:3609")
    leaving = Move(UnitId(SAPPERS), to)
    assert game.rules.cautions(game.state, leaving) == ()
    game.having(works={at: Work(Project.FORT, UnitId(SAPPERS), AXIS, 6)})
    (caution,) = game.rules.cautions(game.state, leaving)
    assert str(caution) == (
        "German 601 Engineer III leaves the fort that it is building: it is given up. [FE-14A1.4]"
    )
    assert game.rules.cautions(game.state, Move(UnitId(FOOT), to)) == ()
