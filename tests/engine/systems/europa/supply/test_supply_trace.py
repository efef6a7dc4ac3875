"""Supply lines drawn element by element, and what blocks them."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from engine.core.view.outlook import SupplyElement
from engine.systems.europa.state.constants import ALLIED, AXIS, SIDES
from engine.systems.europa.state.position import Position
from engine.systems.europa.supply import supply_status
from engine.systems.europa.supply.supply_trace import supplied, supply_line
from engine.systems.europa.supply.supply_trace import supply as line_of
from maps.hexgrid import Hex, are_adjacent
from oob.model import UnitId
from tests.engine.systems.europa.homefront import Home
from tests.engine.systems.europa.supply.test_supply_status import JULIA, SMALL, ringed, scattered

KINDS = ("clear", "poor", "winter")


def sound(pos: Position, element: SupplyElement, side: str) -> None:
    context = pos.context
    assert all(are_adjacent(a, b) for a, b in pairwise(element.hexes))
    links = {"overland": context.fronts, "road": context.roads, "rail": context.rails}[element.kind]
    assert all(b in links[a] for a, b in pairwise(element.hexes))
    if element.kind != "overland":
        assert all(pos.owner_of(at) == side for at in element.hexes)
    enemy = ALLIED if side == AXIS else AXIS
    for at in element.hexes:
        assert at not in pos.held[enemy]
        assert at not in pos.zoc(enemy) or at in pos.held[side]
    if element.limit is not None:
        assert 0 < element.used <= element.limit


@pytest.mark.parametrize("seed", range(8))
def test_every_line_keeps_the_rules_and_ends_at_a_source(seed: int) -> None:
    random = Random(seed)
    home = scattered(random, Home("balkan_front", *(["rough supply"] if seed % 2 else [])))
    home.weather(random.choice(KINDS), "D").weather(random.choice(KINDS), "E")
    pos = home.pos
    drawn = 0
    for side in SIDES:
        goals = {at for s in pos.sources(side) for at in supply_status.seeds(pos.context, (s,))}
        for at, units in pos.standing.sides[side].items():
            line = supply_line(pos, units[0])
            assert line.supplied == supplied(pos, units[0])
            if not line.supplied:
                assert not line.elements
                continue
            hexes = [at, *(hex_ for element in line.elements for hex_ in element.hexes)]
            assert hexes[-1] in goals
            order = [element.kind for element in line.elements]
            assert order == [kind for kind in ("overland", "road", "rail") if kind in order]
            starts = [element.hexes[0] for element in line.elements]
            assert starts == [at, *(e.hexes[-1] for e in line.elements[:-1])][: len(starts)]
            for element in line.elements:
                sound(pos, element, side)
            drawn += bool(line.elements)
    assert drawn
    assert all(line_of(pos, unit)[0] == supplied(pos, unit) for unit in pos.state.pieces)


def test_a_unit_in_a_holding_box_is_fed_by_the_source_of_the_box() -> None:
    """[BF-12C2.5] The line says what the judgement says, and whose it is; without, it is out."""
    unit = UnitId("british-14-brigade")
    fed = Home().put("middle_east", unit).pos
    line = supply_line(fed, unit)
    assert line.supplied and "Middle East" in line.text and "[BF-" in line.text
    alien = Home().put("middle_east", JULIA).pos
    assert not supply_status.in_supply(alien, UnitId(JULIA)) and not supplied(alien, UnitId(JULIA))
    line = supply_line(alien, UnitId(JULIA))
    assert not line.supplied and "No source feeds it" in line.text


def test_a_line_names_its_source_lengths_and_limits() -> None:
    line = supply_line(Home().put("tirana", JULIA).pos, UnitId(JULIA))
    assert "Durazzo" in line.text and "BF-12C1.4" in line.text
    (element,) = line.elements
    assert (element.kind, element.used, element.limit) == ("road", 1, 14)


def test_high_volume_rail_has_no_limit() -> None:
    home = Home().put("larisa", "greek-1-mountain")
    kinds = {e.kind: e for e in supply_line(home.pos, UnitId("greek-1-mountain")).elements}
    assert kinds["rail"].limit is None


def test_blocks_name_enemies_zones_and_rules() -> None:
    line = supply_line(ringed(*SMALL).pos, UnitId(JULIA))
    assert not line.supplied and not line.elements
    assert {block.rule for block in line.blocks} == {"BF-12A.1"}
    assert len(line.blocks) == 6
    zoned = ringed("greek-8-mountain", *SMALL[1:4], "greek-9-mountain")
    rules = {block.rule for block in supply_line(zoned.pos, UnitId(JULIA)).blocks}
    assert rules == {"BF-12A.1", "BF-12A.2"}


def test_the_standing_of_the_player_turn_is_told() -> None:
    home = Home().put("tripolis", JULIA).judge()
    home.state = home.state.with_piece(UnitId(JULIA), at=home.at("durazzo"))
    line = supply_line(home.pos, UnitId(JULIA))
    assert line.supplied and "until the next initial phase" in line.text


def test_off_the_map_and_neutral_units_need_no_line() -> None:
    home = Home().put("middle_east", "british-14-brigade").put("nis", "yugoslav-38-dravska")
    for unit in ("british-14-brigade", "yugoslav-38-dravska"):
        supplied, path, why = line_of(home.pos, UnitId(unit))
        assert supplied and not path and why


def test_the_path_runs_from_unit_to_source_without_repeats() -> None:
    home = Home().put("larisa", "greek-1-mountain")
    supplied, path, _ = line_of(home.pos, UnitId("greek-1-mountain"))
    assert supplied and path[0] == home.at("larisa")
    assert len(set(path)) == len(path)
    assert isinstance(path[-1], Hex)
