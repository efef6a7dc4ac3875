"""The recipes of the sheet boards make the shipped boards again, to the letter."""

from __future__ import annotations

from importlib import resources

import pytest

from maps import data
from maps.formats import geodata, text


@pytest.mark.geodata
@pytest.mark.parametrize(
    "name",
    [
        "operation_gertrud",
        pytest.param("balkan_front", marks=pytest.mark.soak),
        pytest.param("fire_in_the_east", marks=pytest.mark.soak),
    ],
)
def test_the_recipe_makes_the_shipped_board_again_to_the_letter(name: str) -> None:
    folder = geodata.data_folder()
    if folder is None:
        pytest.skip("no geography data: name its folder in SANDTABLE_GEODATA")
    with resources.as_file(resources.files(data)) as home:
        made = text.dumps(geodata.build(home / f"{name}.recipe.toml", folder))
        assert made == (home / f"{name}.map").read_text(encoding="utf-8")
