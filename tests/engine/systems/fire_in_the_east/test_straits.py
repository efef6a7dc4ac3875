"""Straits that count as major rivers, and Kronshtadt (FE-31A2 to 31A4)."""

from __future__ import annotations

import pytest

from engine.systems.europa.combat import battle_actions as fight
from engine.systems.europa.combat.crossing import side_rows
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.movement.reach import march
from engine.systems.europa.state.constants import HALF, Phase
from engine.systems.europa.state.records import Fighting
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import ALLIED, AXIS, FOOT, RIFLES, WholeFront

KERCH, TAMAN = "4A:3526", "4A:3525"
VIRTSU, MUHU, SAAREMAA = "1B:1015", "1B:1016", "1B:1017"
OVER = [(KERCH, TAMAN), (VIRTSU, MUHU), (MUHU, SAAREMAA)]


@pytest.mark.parametrize(("start", "to"), OVER)
def test_units_cross_straits_as_they_cross_major_rivers(start: str, to: str) -> None:
    """[FE-31A2.1] [FE-31A3.1] Two points more than the ground beyond asks."""
    game = WholeFront(turn=4, side=ALLIED).weather("clear").put(start, RIFLES)
    unit, at = UnitId(RIFLES), game.at(to)
    ground = game.context.charts.terrain_costs.row(game.context.terrain_at(at))
    assert ground is not None
    river = game.context.charts.terrain_costs.hexside("major_river")
    assert river is not None
    cost = march(game.pos, unit).reach.cost[at]
    assert cost == (ground.other["clear"] + river.cost["clear"]) * HALF
    game.do(Move(unit, at))
    assert game.state.pieces[unit].at == at


@pytest.mark.parametrize(("start", "to"), OVER)
def test_supply_lines_count_a_strait_as_a_major_river(start: str, to: str) -> None:
    """[FE-31A2.1] [FE-31A3.1] The hexside itself counts one."""
    context = WholeFront().context
    a, b = context.hex_of(start), context.hex_of(to)
    graph = context.supply_graph
    plain = context.charts.supply.doubled
    rough = context.map.terrain[b] in context.charts.supply.double
    assert graph.count(a, b) == (plain if rough else 1) + context.charts.supply.more


def test_nobody_attacks_over_the_straits_of_kerch() -> None:
    """[FE-31A2.1] They are moved over, not attacked over, from either side."""
    game = WholeFront(turn=4, side=AXIS).put(KERCH, FOOT).put(TAMAN, RIFLES)
    game.having(phase=Phase.COMBAT.value)
    game.phase(Fighting, AXIS)
    assert game.objections(fight.DeclareAttack(game.at(TAMAN))) == ["FE-31A2.1"]


def test_attacks_go_over_the_straits_of_the_baltic_islands_as_over_a_major_river() -> None:
    """[FE-31A3.1] The attacked hold the far bank of a major river."""
    game = WholeFront(turn=4, side=AXIS).put(VIRTSU, FOOT).put(MUHU, RIFLES)
    game.phase(Fighting, AXIS)
    assert not game.objections(fight.DeclareAttack(game.at(MUHU)))
    rows = side_rows(game.pos, game.at(VIRTSU), game.at(MUHU))
    assert [row.id for row in rows] == ["major_river"]


def test_ships_still_pass_along_the_straits() -> None:
    """[FE-28B1.1] [FE-31A2.1] From the Black Sea to Mariupol past Kerch."""
    seas = WholeFront().context.seas
    context = WholeFront().context
    assert seas.waters.join((context.hex_of("3B:3603"),), context.hex_of("4A:2722"))


def test_who_enters_kronshtadt_from_the_land_has_all_of_it() -> None:
    """[FE-31A4.1] Island and coast are one hex."""
    game = WholeFront(turn=4, side=AXIS)
    kronshtadt = game.at("2A:0832")
    land = sorted(game.context.fronts[kronshtadt])
    assert land, "the coast of its hex joins it to the land"
    game.put(game.context.map.label(land[0]), FOOT).do(Move(UnitId(FOOT), kronshtadt))
    assert game.pos.owner_of(kronshtadt) == AXIS
