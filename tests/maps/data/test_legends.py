"""The legends of the Europa boards name all the rules ask for, and the boards bear it."""

from __future__ import annotations

from pathlib import Path

import pytest

import resources
from maps import data
from maps.hexgrid import distance
from maps.legend import Layer
from maps.model import GameMap
from maps.terrain import is_coast
from tests.maps.data.board_facts import board_named, place

BF, FE, OG, BG = "balkan_front", "fire_in_the_east", "operation_gertrud", "balkan_gambit"

USED = [
    *((Layer.TERRAIN, kind, (BF, FE)) for kind in (
        "clear", "woods", "wooded_rough", "rough", "mountain", "forest", "swamp", "lake", "sea",
    )),
    (Layer.TERRAIN, "intermittent_lake", (FE,)),
    *((Layer.HEXSIDE, kind, (BF, FE)) for kind in (
        "river", "major_river", "lake", "sea", "narrow_strait", "mountain", "border",
    )),
    (Layer.HEXSIDE, "prohibited", (BF,)),
    (Layer.HEXSIDE, "fortified", (BF,)),
    (Layer.HEXSIDE, "stop_line", (FE,)),
    (Layer.HEXSIDE, "demarcation", (FE,)),
    *((Layer.LINE, kind, (BF,)) for kind in ("rail_high", "rail_low", "road")),
    *((Layer.LINE, kind, (FE,)) for kind in ("rail_standard", "rail_broad", "road")),
    *((Layer.PLACE, kind, (BF, FE)) for kind in (
        "point", "reference", "dot", "partial_city", "full_city", "multi_city", "city_hex",
    )),
    *((Layer.REGION, layer, (BF, FE)) for layer in ("nation", "weather", "sea_zone", "supply")),
    (Layer.REGION, "region", (BF,)),
    *((Layer.REGION, layer, (FE,)) for layer in ("military_district", "entry", "restricted")),
    *((Layer.REGION, layer, (OG,)) for layer in ("nation", "sea_area", "objective", "supply")),
    *((Layer.REGION, layer, (BG,)) for layer in ("country", "zone", "area", "supply")),
    *((Layer.HEXSIDE, kind, (OG,)) for kind in ("river", "strait", "border")),
    *((Layer.LINE, kind, (OG,)) for kind in ("rail", "road")),
]  # fmt: skip


def on_board(board: GameMap, layer: Layer) -> set[str]:
    """The kinds of a layer that something on the board is of."""
    match layer:
        case Layer.TERRAIN:
            return set(board.terrain.values())
        case Layer.HEXSIDE:
            return {kind for kinds in board.hexsides.values() for kind in kinds}
        case Layer.LINE:
            return {kind for kinds in board.lines.values() for kind in kinds}
        case Layer.PLACE:
            return {place.kind for place in board.places.values()}
        case Layer.REGION:
            return {layer for layer, regions in board.regions.items() if any(regions.values())}


@pytest.mark.parametrize(
    ("layer", "kind", "name"),
    [(layer, kind, name) for layer, kind, names in USED for name in names],
)
def test_a_kind_of_the_rules_is_in_the_legend_and_on_the_board(
    layer: Layer, kind: str, name: str
) -> None:
    board = board_named(name)
    assert board.legend.has(layer, kind)
    assert kind in on_board(board, layer)


@pytest.mark.parametrize("name", [BF, FE])
def test_coasts_ports_of_every_size_works_and_airfields_are_there(name: str) -> None:
    board = board_named(name)
    assert any(is_coast(board, at) for at in board.terrain)
    tags = {tag for one in board.places.values() for tag in one.tags}
    sizes = {"great_port", "major_port", "standard_port", "minor_port"}
    assert tags >= sizes | {"port", "fortified", "airfield"}
    for one in board.places.values():
        assert ("port" in one.tags) == bool(one.tags & sizes), one.name


def test_old_forts_and_fortified_lines_are_no_fortresses() -> None:
    """The rules of Fire in the East alone know fortresses; those of the Balkans, hexsides."""
    tagged = {
        name: [one.name for one in board_named(name).places.values() if "fortress" in one.tags]
        for name in data.names()
    }
    assert {name for name, found in tagged.items() if found} == {FE}
    line = ("Polotsk", "Ostrov", "Korosten", "Novograd Volynskiy", "Shepetovka", "Tiraspol")
    assert all("fortified" in place(board_named(FE), town).tags for town in line)
    assert "fortified" in place(board_named(BF), "Roupel").tags


@pytest.mark.parametrize("name", [BF, FE])
def test_cities_of_several_hexes_have_their_further_hexes_beside_them(name: str) -> None:
    board = board_named(name)
    heads = [one.hex for one in board.places.values() if one.kind in ("multi_city", "full_city")]
    for one in board.places.values():
        if one.kind == "city_hex":
            assert min(distance(one.hex, head) for head in heads) == 1, one.name


def test_names_are_of_about_1940_and_modern_ones_are_kept_for_searches() -> None:
    modern = {"Kharkov": "Kharkiv", "Lwow": "Lviv", "Voroshilovgrad": "Luhansk"}
    board = board_named(FE)
    for name, today in modern.items():
        assert today.casefold() in place(board, name).modern.casefold()


@pytest.mark.parametrize("name", data.names())
def test_the_manual_names_every_layer_of_regions_and_unusual_kinds(name: str) -> None:
    page = (Path(resources.__file__).parent / "manual" / "6-data.md").read_text(encoding="utf-8")
    for kind in board_named(name).legend.of(Layer.REGION):
        assert f"`{kind.id}`" in page
    for kind_id in ("city_hex", "intermittent_lake"):
        assert f"`{kind_id}`" in page
