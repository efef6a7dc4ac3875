from __future__ import annotations

import pytest

from maps.legend import Kind, Layer, Legend
from qtapp.painters.looks import place_look, stroke_look, terrain_look


def test_a_kind_without_words_looks_like_its_name() -> None:
    legend = Legend()
    legend.add(Kind(Layer.TERRAIN, "mountain", "Mountain"))
    assert terrain_look(legend, "mountain").relief == 1.0
    assert terrain_look(legend, "sea").water


def test_a_known_word_inside_an_id_gives_the_look() -> None:
    assert terrain_look(Legend(), "high mountain") == terrain_look(Legend(), "mountain")
    assert stroke_look(Legend(), Layer.HEXSIDE, "minor_river").style == "river"


def test_a_kinds_own_words_win_over_the_defaults() -> None:
    legend = Legend()
    legend.add(Kind(Layer.LINE, "road", "Road", {"stroke": "#112233", "width": "0.1"}))
    look = stroke_look(legend, Layer.LINE, "road")
    assert (look.stroke, look.width, look.style) == ("#112233", 0.1, "road")


@pytest.mark.parametrize("words", [{"water": "yes"}, {"sea": "yes"}, {"sea": "lake"}])
def test_water_is_told_by_either_word(words: dict[str, str]) -> None:
    legend = Legend()
    legend.add(Kind(Layer.TERRAIN, "gulf", "Gulf", words))
    assert terrain_look(legend, "gulf").water


@pytest.mark.parametrize("words", [{"fill": "red"}, {"fill": "#12"}, {"fill": "#zzzzzz"}])
def test_colours_that_are_none_are_ignored(words: dict[str, str]) -> None:
    legend = Legend()
    legend.add(Kind(Layer.TERRAIN, "clear", "Clear", words))
    assert terrain_look(legend, "clear").fill == "#e6e2c3"


@pytest.mark.parametrize("value", ["wide", "-1", "40", "nan"])
def test_numbers_that_make_no_sense_are_ignored(value: str) -> None:
    legend = Legend()
    legend.add(Kind(Layer.PLACE, "city", "City", {"size": value, "rank": value}))
    look = place_look(legend, "city")
    assert look.size == 0.18
    assert look.rank == 4
