"""The colour schemes of boards: everything drawn on shipped boards can be told from its ground."""

from __future__ import annotations

import pytest

import maps.data
from maps.legend import Layer
from maps.model import GameMap
from qtapp.painters.layers.shape import BoardShape
from qtapp.painters.looks import place_look, stroke_look, terrain_look
from qtapp.painters.palette import contrast
from qtapp.painters.schemes import NIGHT, SHEET, STRONG, Scheme, scheme_of

BOARDS = sorted(maps.data.names())
TEXT, MARK = 4.5, 3.0
"""Contrasts that WCAG 2 AA asks for."""


def grounds(shape: BoardShape) -> dict[str, str]:
    """The fill of every kind of terrain on the board."""
    kinds = set(shape.map.terrain.values())
    return {kind: shape.terrain_look(kind).fill for kind in kinds}


@pytest.fixture(scope="module")
def boards() -> dict[str, GameMap]:
    return {name: maps.data.load(name) for name in BOARDS}


@pytest.mark.parametrize("scheme", [NIGHT, STRONG], ids=lambda scheme: scheme.id)
@pytest.mark.parametrize("name", BOARDS)
def test_names_lines_and_overlays_stand_out_from_every_ground(
    boards: dict[str, GameMap], name: str, scheme: Scheme
) -> None:
    shape = BoardShape(boards[name], scheme)
    fills = grounds(shape)
    palette = scheme.palette
    for kind, fill in fills.items():
        assert contrast(palette.ink, fill) >= TEXT, kind
        for mark in ("selection", "reach", "target", "zoc", "supply", "objection", "attack"):
            assert contrast(getattr(palette, mark), fill) >= MARK, (kind, mark)
    for plate in (palette.reach,):
        assert contrast("#ffffff", plate) >= MARK
    land = [fill for kind, fill in fills.items() if not shape.terrain_look(kind).water]
    for layer in (Layer.HEXSIDE, Layer.LINE, Layer.REGION):
        for kind in boards[name].legend.of(layer):
            look = shape.stroke_look(layer, kind.id)
            if look.style == "none":
                continue
            inks = [ink for ink in (look.stroke, look.casing) if ink]
            for fill in land:
                assert max(contrast(ink[:7], fill) for ink in inks) >= MARK, (kind.id, inks, fill)


@pytest.mark.parametrize("scheme", [NIGHT, STRONG], ids=lambda scheme: scheme.id)
@pytest.mark.parametrize("name", BOARDS)
def test_kinds_of_terrain_that_differ_on_paper_differ(
    boards: dict[str, GameMap], name: str, scheme: Scheme
) -> None:
    of = boards[name]
    kinds = set(of.terrain.values())
    printed = {terrain_look(of.legend, kind).fill for kind in kinds}
    shape = BoardShape(of, scheme)
    assert len(set(grounds(shape).values())) == len(printed)


def test_the_paper_scheme_is_the_printed_sheet(boards: dict[str, GameMap]) -> None:
    of = boards[BOARDS[0]]
    shape = BoardShape(of)
    assert shape.scheme is SHEET
    for kind in set(of.terrain.values()):
        assert shape.terrain_look(kind) == terrain_look(of.legend, kind)
    for layer in (Layer.HEXSIDE, Layer.LINE, Layer.REGION):
        for one in of.legend.of(layer):
            assert shape.stroke_look(layer, one.id) == stroke_look(of.legend, layer, one.id)
    for one in of.legend.of(Layer.PLACE):
        assert shape.place_look(one.id) == place_look(of.legend, one.id)


def test_boards_follow_the_theme_until_a_scheme_is_chosen() -> None:
    assert scheme_of("", "light") is SHEET
    assert scheme_of("", "dark") is NIGHT and scheme_of("", "contrast") is STRONG
    assert scheme_of("paper", "dark") is SHEET and scheme_of("no such", "light") is SHEET
