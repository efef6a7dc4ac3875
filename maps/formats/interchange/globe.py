"""Where a board lies on the globe, for those laid out from public geography.

Their recipes hold projection and pins. Working the frame out needs pyproj, which is no part of an
ordinary installation; without it a board has paper coordinates only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec

from maps.layout import Point
from maps.model import GameMap

Globe = Callable[[Sequence[Point]], list[list[float]]]


def globe_of(board: GameMap) -> Globe | None:
    """What turns points of the paper (hexes) into longitude and latitude; None when not known."""
    import maps.data

    if board.id not in maps.data.names():
        return None
    if find_spec("pyproj") is None or find_spec("shapely") is None:
        return None
    import numpy as np

    from maps.formats.geodata.frame import Frame
    from maps.formats.geodata.reading import read_recipe
    from maps.formats.geodata.sheet_boards.reading import read_sheet_recipe
    from maps.formats.geodata.sheet_boards.recipe import FORMAT
    from maps.formats.geodata.sheet_boards.warp import WarpFrame
    from maps.formats.geodata.tables import load_toml

    path = maps.data.recipe(board.id)
    frame: Frame | WarpFrame
    if load_toml(path).take("format", int) == FORMAT:
        recipe = read_sheet_recipe(path)
        frame = WarpFrame(recipe.laying, board.sheets, recipe.pins, str(path))
    else:
        frame = Frame(read_recipe(path))

    def to(points: Sequence[Point]) -> list[list[float]]:
        if not points:
            return []
        lat, lon = frame.to_globe(np.array([(p.x, p.y) for p in points]))
        return [[round(float(x), 6), round(float(y), 6)] for x, y in zip(lon, lat, strict=True)]

    return to
