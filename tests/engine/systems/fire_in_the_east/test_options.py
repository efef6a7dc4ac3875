"""Advanced and optional rules of Fire in the East: bridges, elite units in winter, spring thaw
(FE-38D, 39A, 39F2), and corrections of the charts.
"""

from __future__ import annotations

from engine.core.actions import Roll
from engine.systems.europa.air.bombing.records import BombRoll
from engine.systems.europa.air.carrying import drop_plans, dropping
from engine.systems.europa.air.carrying.records import DropRoll
from engine.systems.europa.air.records import Mission
from engine.systems.europa.board import places
from engine.systems.europa.movement import bridges
from engine.systems.europa.movement.move_actions import DemolishBridge, RepairBridge
from engine.systems.europa.movement.reach import march
from engine.systems.europa.state.constants import ALLIED, AXIS, BADLY_DISRUPTED, HALF
from engine.systems.europa.state.records import Onward, WeatherRoll
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east.economy import purses
from engine.systems.fire_in_the_east.state import winter
from engine.systems.fire_in_the_east.state.records import DriftRoll
from maps.hexgrid import Hex, Side, side_between
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import North, WholeFront
from tests.engine.systems.fire_in_the_east.eastern_air import GERMAN_BASE, HE111, MINSK, EastAir
from tests.engine.systems.fire_in_the_east.test_drops import HONORARY, PARAS, Drops

LIGHT, BUILDERS = UnitId("german-7-1-parachute-iii-lw"), UnitId("german-108-cons-iii")
FOOT, SAPPERS = UnitId("german-1-infantry-xx"), UnitId("german-413-mot-eng-iii")


class Bridged(WholeFront):
    """The campaign with bridges."""

    options = ("bridges",)


class BridgedAir(EastAir):
    """The first turns with air units and bridges."""

    options = ("bridges",)


def crossing(game: North, *, woods: bool = False, major: bool = False) -> tuple[Hex, Hex]:
    """A clear hex of the Soviet Union with a road over a river into the next."""
    ground, kind = game.context, "major_river" if major else "river"
    return next(
        (at, to)
        for side in sorted(ground.bridge_sides)
        for at, to in (side.hexes, side.hexes[::-1])
        if kind in ground.sides(at, to)
        and to in ground.roads.get(at, ())
        and {ground.countries.get(at), ground.countries.get(to)} == {"USSR"}
        and ground.terrain_at(at) == "clear"
        and ground.terrain_at(to) == ("woods" if woods else "clear")
        and not ground.city_rank(to)
    )


def at_bridge(*units: UnitId, owner: str = AXIS, far: str = AXIS, major: bool = False) -> Bridged:
    """German units at one end of a bridge."""
    game = Bridged(turn=5)
    at, to = crossing(game, major=major)
    label = game.context.map.label
    game.put(label(at), *units).own(AXIS, label(at)).own(far, label(to))
    return game.having(bridges={side_between(at, to): owner})


def ends(game: North, *, major: bool = False) -> tuple[Side, Hex]:
    """The bridge of :func:`at_bridge`, and the hex it leads to."""
    at, to = crossing(game, major=major)
    return side_between(at, to), to


def test_bridges_are_his_who_owns_both_banks() -> None:
    """[FE-39A.1] Those on the demarcation line are nobody's at the start; who last had both banks
    keeps a bridge.
    """
    game = Bridged(turn=1)
    game.having(joined=game.rules.begin().state.joined).settle()
    land = game.context.countries
    line = {
        side
        for side in game.context.bridge_sides
        if {land.get(at) for at in side.hexes} == {"USSR", "Greater Germany"}
    }
    assert line and not any(bridges.owner(game.pos, side) for side in line)
    inside, to = ends(game)
    assert bridges.owner(game.pos, inside) == ALLIED
    game.put(game.context.map.label(to), BUILDERS).settle()
    assert game.pos.owner_of(to) == AXIS
    assert bridges.owner(game.pos, inside) == ALLIED


def test_three_hits_demolish_a_bridge_that_is_not_ones_own() -> None:
    """[FE-39A.2] From either end of it."""
    game = BridgedAir(turn=3)
    at, to = crossing(game)
    side = side_between(at, to)
    game.own(ALLIED, *map(game.context.map.label, (at, to))).having(bridges={side: ALLIED})
    for end, across in ((at, to), (to, at), (at, to)):
        game.over(game.context.map.label(end), Mission.BRIDGE_BOMBING, HE111, base=GERMAN_BASE)
        roll = BombRoll(AXIS, end, Mission.BRIDGE_BOMBING, (HE111,), across)
        assert side not in game.state.down
        game.ask(Onward(), roll).roll(6)
    assert side in game.state.down


def test_a_bridge_with_both_banks_is_demolished_for_four_points() -> None:
    """[FE-39A.3] Not one that the enemy owns."""
    game = at_bridge(FOOT)
    side, to = ends(game)
    game.do(DemolishBridge(FOOT, to))
    assert side in game.state.down and game.state.spent[FOOT] == 4 * HALF
    game = at_bridge(FOOT, owner=ALLIED, far=ALLIED)
    assert game.objections(DemolishBridge(FOOT, to)) == ["FE-39A.3"]


def test_a_die_decides_where_the_enemy_owns_a_bank() -> None:
    """[FE-39A.3] One to three; after a failure one may try again."""
    game = at_bridge(SAPPERS, owner="", far=ALLIED)
    side, to = ends(game)
    game.do(DemolishBridge(SAPPERS, to), Roll(4))
    assert side not in game.state.down and game.told("bridge stands")
    game.do(DemolishBridge(SAPPERS, to), Roll(3))
    assert side in game.state.down


def test_a_demolished_bridge_carries_nobody_but_supply() -> None:
    """[FE-39A.4] A road over a river into a woods hex costs 1, without its bridge 3."""
    game = Bridged(turn=5)
    at, to = crossing(game, woods=True)
    label = game.context.map.label
    game.put(label(at), FOOT).own(AXIS, label(at), label(to))
    assert march(game.pos, FOOT).reach.cost[to] == 1 * HALF
    net = supply_status.feeding(game.pos, AXIS)
    game.having(down=frozenset({side_between(at, to)}))
    assert march(game.pos, FOOT).reach.cost[to] == 3 * HALF
    assert supply_status.feeding(game.pos, AXIS).nets == net.nets


def test_an_engineer_repairs_a_bridge_of_which_his_side_owns_both_banks() -> None:
    """Four points over a river, more than he has in mud."""
    game = at_bridge(BUILDERS)
    side, to = ends(game)
    game.having(down=frozenset({side}))
    assert "FE-39A.5" in game.weather("mud").objections(RepairBridge(BUILDERS, to))
    game.weather("clear").do(RepairBridge(BUILDERS, to))
    assert not game.state.down and game.state.spent[BUILDERS] == 4 * HALF


# The first winter


def test_grossdeutschland_and_lehr_are_winterized_by_the_option() -> None:
    """[FE-38D.1] Germans alone, and not without it."""

    class Elite(WholeFront):
        options = ("winterized_elite",)

    units = ("german-gd-motorized-iii", "german-lehr-recon-ii", "german-900-lehr-motorized-x")
    for game, said in ((WholeFront(), False), (Elite(), True)):
        chart = game.context.charts.winter
        game.put("1B:3610", *units, "rumanian-gd-infantry-xx", FOOT)
        assert {winter.winterized(chart, game.pos, UnitId(unit)) for unit in units} == {said}
        assert not winter.winterized(chart, game.pos, UnitId("rumanian-gd-infantry-xx"))
        assert not winter.winterized(chart, game.pos, FOOT)


# Spring


def test_rivers_flood_when_frost_or_snow_turns_to_mud() -> None:
    """[FE-39F2.1] By zone, for that turn; rivers cost two more, major rivers four."""

    class Thaw(WholeFront):
        options = ("spring thaw",)

    for game, said in ((WholeFront(turn=19), frozenset[str]()), (Thaw(turn=19), frozenset("BCD"))):
        game.weather("snow").having(table="frost", trend="improving")
        game.having(weather={"A": "snow", "B": "snow", "C": "frost", "D": "snow"})
        rolls = game.ask(Onward(), WeatherRoll())
        rolls.state = rolls.state.having(weather={**rolls.state.weather})
        game.ask(Onward(), DriftRoll())
        before = dict(game.state.weather)
        game.roll(6)
        muddy = {z for z, kind in game.state.weather.items() if kind == "mud"}
        changed = {zone for zone in muddy if before[zone] in ("frost", "snow")}
        assert changed
        assert game.state.floods == (changed if said else frozenset())
    rows = {row.id: row.flood for row in Thaw().context.charts.terrain_costs.hexsides}
    assert (rows["river"], rows["major_river"]) == (2, 4)


# Corrections of the Soviet game chart


def test_viipuri_is_a_city_of_the_arkhangelsk_district() -> None:
    """[FE-ERR-CH2a] Reinforcements of the district come there once it is Soviet."""
    context = WholeFront().context
    found = places.hexes(context, "cities of the Arkhangelsk Military District")
    assert context.hex_of("1B:0401") in found
    assert context.hex_of("1B:0401") not in places.hexes(
        context, "cities of the Leningrad Military District"
    )


def test_the_eastern_districts_give_six_infantry_points() -> None:
    """[FE-ERR-CH2b] Not three."""
    game = WholeFront(turn=5)
    chart = game.context.charts.districts
    eastern = next(row for row in chart.rows if row.id == "Eastern")
    given = [
        source.rate
        for source in purses.sources(game.pos)
        if source.own == purses.pool(chart, eastern)
    ]
    assert given == [6]


# By the option of parachute infantry


class BoldDrops(Drops):
    """The same with the option that lets parachute infantry drop."""

    options = ("parachute_infantry",)


def test_parachute_infantry_drops_badly_by_the_option() -> None:
    """[FE-OPT2.1] Four off its die besides; at a total of -3 any unit that drops is lost, in good
    country too. Without the option it does not drop.
    """
    bold, plain = BoldDrops(), Drops()
    goal = bold.near()
    for drops, said in ((plain, False), (bold, True)):
        drops.put(MINSK, HONORARY)
        assert drop_plans.airborne(drops.pos, HONORARY) is said
    assert dropping.added(bold.pos, ALLIED, goal, unit=PARAS) == -1
    assert dropping.added(bold.pos, ALLIED, goal, unit=HONORARY) == -5
    assert dropping.fate(bold.pos, ALLIED, goal, -2) == BADLY_DISRUPTED
    assert dropping.fate(bold.pos, ALLIED, goal, -3) == dropping.LOST
    assert dropping.fate(plain.pos, ALLIED, goal, -3) == BADLY_DISRUPTED
    bold.ask(Onward(), DropRoll(HONORARY, goal)).put(bold.name(goal), HONORARY).roll(2)
    assert bold.state.pieces[HONORARY].at != goal
