"""What engineers of Fire in the East build, repair and demolish: alone, two together, with workers
(FE-14A, 17D).
"""

from __future__ import annotations

from engine.systems.europa.board import bases
from engine.systems.europa.production.initial_actions import Labour, Task
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF, OUT
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east.works.actions import WorkTogether, WorkWithWorkers
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import FOOT, WholeFront
from tests.engine.systems.fire_in_the_east.economy_desk import advised

BUILDERS, OTHERS, THIRD = (
    UnitId("soviet-construction-construction-iii"),
    UnitId("soviet-construction-construction-iii-2"),
    UnitId("soviet-construction-construction-iii-3"),
)
SAPPERS, RAILWAYMEN = UnitId("german-601-engineer-iii"), UnitId("german-1-rr-engineer-iii")
MOTORIZED, ASSAULT = UnitId("german-413-mot-eng-iii"), UnitId("german-43-mot-aslt-eng-ii")
KIEV, BESIDE_KIEV, FIELD, TALLINN = "3B:0607", "3B:0606", "1B:3610", "1B:0712"


def soviets(at: str, *units: UnitId, weather: str = "clear") -> WholeFront:
    """Soviet units in a hex, in their movement phase."""
    return WholeFront(side=ALLIED).put(at, *units).own(ALLIED, at).weather(weather)


def germans(at: str, *units: UnitId, weather: str = "clear") -> WholeFront:
    """German units in a hex, in their movement phase."""
    return WholeFront(side=AXIS).put(at, *units).own(AXIS, at).weather(weather)


def spent(game: WholeFront, unit: UnitId) -> float:
    """The movement points a unit has spent."""
    return game.state.spent.get(unit, 0) / HALF


def hit(game: WholeFront, what: str, at: str, count: int) -> WholeFront:
    """Hits on a port or an airbase."""
    return game.having(hits={bases.key(game.context, what, game.at(at)): count})


# Alone


def test_a_temporary_airfield_costs_four_points_where_there_is_none() -> None:
    """[FE-14A1.7] In supply, in clear or rough country, by combat engineers too."""
    strip = Task.STRIP
    game = soviets(FIELD, BUILDERS)
    game.do(Labour(BUILDERS, strip, 2))
    assert game.at(FIELD) in game.state.strips and spent(game, BUILDERS) == 4
    game = soviets(FIELD, BUILDERS).having(airfields=frozenset({game.at(FIELD)}))
    assert "FE-14A1.7" in game.objections(Labour(BUILDERS, strip, 2))
    game = soviets(FIELD, BUILDERS)
    game.state = game.state.with_piece(BUILDERS, marks=frozenset({OUT}))
    assert "FE-14A1.7" in game.objections(Labour(BUILDERS, strip, 2))
    wood = next(
        game.context.map.label(at)
        for at in sorted(game.context.country("USSR"))
        if game.context.terrain_at(at) == "forest"
    )
    assert "FE-14A1.7" in soviets(wood, BUILDERS).objections(Labour(BUILDERS, strip, 2))
    assert not germans(FIELD, SAPPERS).objections(Labour(SAPPERS, strip, 2))


def test_a_temporary_airfield_stays_while_an_engineer_is_there() -> None:
    """[FE-14A1.8] Any engineer; it goes with the last."""
    game = soviets(FIELD, BUILDERS, OTHERS).do(Labour(BUILDERS, Task.STRIP, 2))
    at = game.at(FIELD)
    game.put(KIEV, BUILDERS).settle()
    assert at in game.state.strips
    game.put(KIEV, OTHERS).settle()
    assert at not in game.state.strips


def test_a_temporary_airfield_is_lost_to_the_enemy() -> None:
    """[FE-17C.2] Though engineers of his are in its hex."""
    game = soviets(FIELD, BUILDERS).do(Labour(BUILDERS, Task.STRIP, 2))
    game.put(KIEV, BUILDERS).put(FIELD, SAPPERS).settle()
    assert game.pos.owner_of(game.at(FIELD)) == AXIS
    assert not game.state.strips


def test_mud_alone_keeps_temporary_airfields_from_being_built_and_repaired() -> None:
    """[FE-14A1a.3] In frost and snow they cost double [FE-14A1a.1]."""
    work = Labour(SAPPERS, Task.STRIP, 2)
    assert "FE-14A1a.3" in germans(FIELD, SAPPERS, weather="mud").objections(work)
    swift = Labour(MOTORIZED, Task.STRIP, 2)
    game = germans(FIELD, MOTORIZED, weather="frost").do(swift)
    assert spent(game, MOTORIZED) == 8
    hit(game, bases.AIRBASE, FIELD, 1)
    repair = Labour(SAPPERS, Task.AIRBASE, 1)
    game.put(FIELD, SAPPERS).weather("mud")
    assert "FE-14A1a.3" in game.objections(repair)
    assert not game.weather("snow").objections(repair)


def test_repairs_cost_two_points_at_airbases_and_four_at_ports_and_railroads() -> None:
    """[FE-14A1.11] For each hit; poor weather doubles them: 4 for a hit on an airbase
    [FE-14A1a.1].
    """
    game = hit(soviets(TALLINN, BUILDERS), bases.AIRBASE, TALLINN, 2)
    assert spent(game.do(Labour(BUILDERS, Task.AIRBASE, 2)), BUILDERS) == 4
    assert not bases.hits(game.pos, bases.AIRBASE, game.at(TALLINN))
    game = hit(soviets(TALLINN, BUILDERS, weather="mud"), bases.AIRBASE, TALLINN, 1)
    assert spent(game.do(Labour(BUILDERS, Task.AIRBASE, 1)), BUILDERS) == 4
    game = hit(soviets(TALLINN, BUILDERS), bases.PORT, TALLINN, 3)
    assert spent(game.do(Labour(BUILDERS, Task.PORT, 1)), BUILDERS) == 4
    assert bases.hits(game.pos, bases.PORT, game.at(TALLINN)) == 2
    game = soviets(KIEV, BUILDERS)
    game.having(breaks=frozenset({game.at(KIEV)})).do(Labour(BUILDERS, Task.RAIL))
    assert spent(game, BUILDERS) == 4 and not game.state.breaks


def test_ports_are_demolished_at_three_points_a_hit() -> None:
    """[FE-14A1.10] By who builds, up to the ten hits a port takes [FE-28C1.2]."""
    game = soviets(TALLINN, BUILDERS).do(Labour(BUILDERS, Task.DEMOLITION))
    assert spent(game, BUILDERS) == 3
    assert bases.port_capacity(game.pos, game.at(TALLINN)) == 7
    hit(game, bases.PORT, TALLINN, 9).put(TALLINN, OTHERS)
    assert "FE-14A1.10" in game.objections(Labour(OTHERS, Task.DEMOLITION, 2))
    assert "FE-14A1.10" in germans(TALLINN, UnitId(FOOT)).objections(
        Labour(UnitId(FOOT), Task.DEMOLITION)
    )


def test_motorized_engineers_do_no_works_in_exploitation() -> None:
    """[FE-14A1d.1] Airbases they damage like anybody."""
    game = germans(TALLINN, MOTORIZED)
    hit(game, bases.PORT, TALLINN, 1).ask(
        *game.state.flow[:-1], Moving(AXIS, exploiting=True), phase="exploitation"
    )
    assert "FE-14A1d.1" in game.objections(Labour(MOTORIZED, Task.PORT))
    assert not game.objections(Labour(MOTORIZED, Task.DAMAGE))


def test_railroad_engineers_repair_railroads_and_build_nothing() -> None:
    """[FE-14A4.1] Assault engineers do not even that."""
    game = germans(KIEV, RAILWAYMEN, ASSAULT)
    game.having(breaks=frozenset({game.at(KIEV)}))
    assert not game.objections(Labour(RAILWAYMEN, Task.RAIL))
    assert "FE-14A1.11" in game.objections(Labour(ASSAULT, Task.RAIL))
    hit(game, bases.AIRBASE, KIEV, 1)
    assert "FE-14A1.11" in game.objections(Labour(RAILWAYMEN, Task.AIRBASE))
    assert "FE-14A1.7" in germans(FIELD, RAILWAYMEN).objections(Labour(RAILWAYMEN, Task.STRIP, 2))


def test_who_has_a_strength_or_builds_damages_airbases() -> None:
    """[FE-17D.1] Two points a hit whatever the weather; a headquarters does not."""
    game = germans(KIEV, UnitId(FOOT), weather="mud").do(Labour(UnitId(FOOT), Task.DAMAGE, 2))
    assert spent(game, UnitId(FOOT)) == 4
    assert bases.hits(game.pos, bases.AIRBASE, game.at(KIEV)) == 2
    weak = UnitId("german-1-cons-iii")
    assert not germans(KIEV, weak).objections(Labour(weak, Task.DAMAGE))
    guns = next(
        unit
        for unit in game.context.of_nation("german")
        if not (f := game.context.facts(unit, 1)).attack and not f.defense and not f.construction
    )
    assert "FE-17D.1" in germans(KIEV, guns).objections(Labour(guns, Task.DAMAGE))


# Together


def test_two_engineers_in_a_hex_share_a_repair() -> None:
    """[FE-14A1b.1] Two points each for a railroad in good weather, four in poor."""
    work = WorkTogether(BUILDERS, OTHERS, Task.RAIL)
    for weather, cost in (("clear", 2), ("mud", 4)):
        game = soviets(FIELD, BUILDERS, OTHERS, weather=weather)
        game.having(breaks=frozenset({game.at(FIELD)})).do(work)
        assert (spent(game, BUILDERS), spent(game, OTHERS)) == (cost, cost)
        assert not game.state.breaks


def test_they_stand_together_and_both_may_do_the_work() -> None:
    """[FE-14A1b.1] Railroad engineers share repairs of railroads, not airfields [FE-14A4.1]; a
    third speeds nothing up [FE-14A1b.4].
    """
    game = soviets(FIELD, BUILDERS, OTHERS, THIRD)
    game.having(breaks=frozenset({game.at(FIELD)}))
    game.put(KIEV, OTHERS)
    assert game.objections(WorkTogether(BUILDERS, OTHERS, Task.RAIL)) == ["FE-14A1b.1"]
    assert game.objections(WorkTogether(BUILDERS, BUILDERS, Task.RAIL)) == ["FE-14A1b.1"]
    offered = {
        (a.unit, a.other) for a in game.legal.family("together") if isinstance(a, WorkTogether)
    }
    assert offered == {(BUILDERS, THIRD), (THIRD, BUILDERS)}
    game = germans(FIELD, SAPPERS, RAILWAYMEN)
    game.having(breaks=frozenset({game.at(FIELD)}))
    assert not game.objections(WorkTogether(SAPPERS, RAILWAYMEN, Task.RAIL))
    assert "FE-14A1.7" in game.objections(WorkTogether(SAPPERS, RAILWAYMEN, Task.STRIP, 2))
    assert "FE-14A1b.1" in game.objections(WorkTogether(SAPPERS, RAILWAYMEN, Task.DAMAGE))


# With workers


def test_workers_of_a_major_city_help_an_engineer_near_it() -> None:
    """[FE-14A1c.1] In reach of four over land, while the Soviets hold the city; Soviets alone."""
    work = WorkWithWorkers(BUILDERS, Task.STRIP, 2)
    game = soviets(BESIDE_KIEV, BUILDERS).own(ALLIED, KIEV)
    game.do(work)
    assert spent(game, BUILDERS) == 2 and game.at(BESIDE_KIEV) in game.state.strips
    lost = soviets(BESIDE_KIEV, BUILDERS).own(AXIS, KIEV)
    assert lost.objections(work) == ["FE-14A1c.1"]
    assert soviets(FIELD, BUILDERS).own(AXIS, "1B:3512").objections(work) == ["FE-14A1c.1"]
    held = WorkWithWorkers(SAPPERS, Task.STRIP, 2)
    assert "FE-14A1c.1" in germans(BESIDE_KIEV, SAPPERS).own(AXIS, KIEV).objections(held)


def test_kiev_helps_two_engineers_a_turn() -> None:
    """[FE-14A1c.2] A third one gets no help; who is helped goes on being helped."""
    game = soviets(BESIDE_KIEV, BUILDERS, OTHERS, THIRD).own(ALLIED, KIEV)
    hit(game, bases.AIRBASE, BESIDE_KIEV, 3)
    game.having(airfields=frozenset({game.at(BESIDE_KIEV)}))
    for unit in (BUILDERS, OTHERS):
        game.do(WorkWithWorkers(unit, Task.AIRBASE))
    assert game.objections(WorkWithWorkers(THIRD, Task.AIRBASE)) == ["FE-14A1c.2"]
    assert not game.objections(WorkWithWorkers(BUILDERS, Task.AIRBASE))
    assert spent(game, BUILDERS) == 1


# The automatic player


def test_the_automatic_player_repairs_first_with_help_where_there_is_any() -> None:
    """What is damaged in an engineer's hex is repaired before he marches."""
    game = hit(soviets(BESIDE_KIEV, BUILDERS).own(ALLIED, KIEV), bases.AIRBASE, BESIDE_KIEV, 1)
    game.having(airfields=frozenset({game.at(BESIDE_KIEV)}))
    assert advised(game) == WorkWithWorkers(BUILDERS, Task.AIRBASE)
    game.own(AXIS, KIEV)
    assert advised(game) == Labour(BUILDERS, Task.AIRBASE)
    game.put(BESIDE_KIEV, OTHERS)
    assert advised(game) == WorkTogether(BUILDERS, OTHERS, Task.AIRBASE)


def test_a_work_tells_where_it_is_done_and_for_how_many_points() -> None:
    """(FE 14A) Alone, two together, with workers; one hit is not counted."""
    game = germans("1B:3512", SAPPERS, RAILWAYMEN)
    for work, line in (
        (
            Labour(RAILWAYMEN, Task.GAUGE),
            "German 1 RR Engineer III: {} to standard gauge, in 1B:3512 Minsk (1 MP)",
        ),
        (
            WorkTogether(RAILWAYMEN, SAPPERS, Task.GAUGE),
            "German 1 RR Engineer III and German 601 Engineer III: {} to standard gauge,"
            " in 1B:3512 Minsk (1/2 MP each)",
        ),
        (Labour(SAPPERS, Task.PORT, 2), "German 601 Engineer III: {}, 2, in 1B:3512 Minsk (8 MPs)"),
    ):
        told = game.rules.describe(game.state, work)
        assert told == f"Work with {line.format(work.task.value)}"
    kiev = soviets(BESIDE_KIEV, BUILDERS, weather="mud")
    told = kiev.rules.describe(kiev.state, WorkWithWorkers(BUILDERS, Task.RAIL))
    assert told.endswith(f"and workers: {Task.RAIL.value}, in {BESIDE_KIEV} (4 MPs)")
