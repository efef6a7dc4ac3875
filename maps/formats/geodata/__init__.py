"""Boards made from public geography by a recipe.

``build`` imports shapely, pyproj and NumPy only when it is called.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from maps.errors import KnownError
from maps.model import GameMap

__all__ = ["build", "data_folder"]


def data_folder() -> Path | None:
    """The folder of data files: ``SANDTABLE_GEODATA``, else ``../shared/geodata``, or None."""
    named = os.environ.get("SANDTABLE_GEODATA")
    project = Path(__file__).resolve().parents[3]
    folder = Path(named) if named else project.parent / "shared" / "geodata"
    return folder if folder.is_dir() else None


def build(
    recipe_path: Path, sources: Path, progress: Callable[[str, float], None] | None = None
) -> GameMap:
    """Make the board of a recipe from the data files in the folder ``sources``.

    ``progress`` is told the step and the share done (0..1). The same input gives the same board.
    Raises KnownError with a sentence when the recipe, its lists or the data files are wrong, or
    when the packages that only this needs are not installed.
    """
    lacking = [name for name in ("pyproj", "shapely") if find_spec(name) is None]
    if lacking:
        raise KnownError(
            "laying out a board",
            f"needs {' and '.join(lacking)}, not installed here.",
            "Type `make setup` in a clone, or `pip install 'sandtable[geo]'`.",
        )
    from maps.formats.geodata.making import make_board
    from maps.formats.geodata.sheet_boards.making import make_sheet_board
    from maps.formats.geodata.sheet_boards.recipe import FORMAT
    from maps.formats.geodata.tables import load_toml

    if load_toml(Path(recipe_path)).take("format", int) == FORMAT:
        return make_sheet_board(recipe_path, sources, progress)
    return make_board(recipe_path, sources, progress)
