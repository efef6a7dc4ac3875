"""The frame between globe and board."""

from __future__ import annotations

from importlib import resources

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps import data
from maps.formats.geodata.frame import Frame
from maps.formats.geodata.reading import read_recipe
from maps.formats.geodata.recipe import Recipe


def shipped() -> Recipe:
    with resources.as_file(resources.files(data)) as home:
        return read_recipe(home / "balkan_gambit.recipe.toml")


RECIPE = shipped()
FRAME = Frame(RECIPE)


@given(st.floats(36.0, 47.0), st.floats(12.0, 25.0))
def test_globe_to_paper_and_back_is_the_same_point(lat: float, lon: float) -> None:
    paper = FRAME.to_paper(np.array([lat]), np.array([lon]))
    back_lat, back_lon = FRAME.to_globe(paper)
    assert back_lat[0] == pytest.approx(lat, abs=1e-6)
    assert back_lon[0] == pytest.approx(lon, abs=1e-6)


@pytest.mark.parametrize("pin", RECIPE.pins, ids=lambda pin: pin.name)
def test_every_pinned_place_falls_in_its_hex(pin: object) -> None:
    found = next(one for one in RECIPE.pins if one is pin)
    assert FRAME.sheet.label(FRAME.hex_at(found.at)) == found.label


def test_pins_pull_by_less_than_a_quarter_of_a_hex() -> None:
    lat = np.array([pin.at[0] for pin in RECIPE.pins])
    lon = np.array([pin.at[1] for pin in RECIPE.pins])
    plain = FRAME._plain(lat, lon)
    pull = np.linalg.norm(FRAME.to_paper(lat, lon) - plain, axis=1)
    assert float(pull.max()) < 0.25


def test_north_on_the_board_is_where_the_recipe_says() -> None:
    paper = FRAME.to_paper(np.array([42.0, 43.0]), np.array([19.0, 19.0]))
    right, down = paper[1] - paper[0]
    assert float(np.degrees(np.arctan2(right, -down))) == pytest.approx(RECIPE.fit.north, abs=1.5)


def test_a_hex_is_as_wide_as_the_recipe_says() -> None:
    paper = FRAME.to_paper(np.array([42.0, 43.0]), np.array([19.0, 19.0]))
    km = 6371.0 * np.radians(1.0)
    hexes = float(np.linalg.norm(paper[1] - paper[0]))
    assert km / hexes == pytest.approx(RECIPE.fit.hex_km, rel=0.02)
