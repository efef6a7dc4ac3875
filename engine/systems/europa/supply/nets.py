"""How far supply reaches: the elements of lines, what holds for them, and nets as bitmaps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.frozen import dataclass
from engine.rules.movement.paths import Graph
from engine.systems.europa.board.bitmaps import Levels, Steps, union
from engine.systems.europa.board.openings import CLOSED_ALL, Openings
from engine.systems.europa.charts.supply_charts import NO_ICE, Ice
from maps.hexgrid import Side

OVERLAND, ROAD, RAIL = "overland", "road", "rail"
"""The elements of a supply line, from the unit on (BF-12B.3)."""
TRUCKS, SPECIAL = "truck", "special"
"""The element before and after the road that leads from truck to truck, and the overland element to
a special source, where a chart has them (FE-12B.2, 12E1.1).
"""


@dataclass(frozen=True, slots=True)
class Band:
    """How long elements may be within some hexes."""

    hexes: int
    lengths: Mapping[str, int]


Lines = tuple[tuple[Steps, int, Graph], ...]
"""Rail lines that serve, as steps and as a network, each set of them between some hexes alone."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for a side's supply lines now.

    ``open`` hexes may be entered at all, ``owned`` ones by road and rail too, ``passable`` neutral
    ones by rail alone. ``bands`` go from the
    best weather on the board to the worst, each with the hexes of that weather or better and the
    greatest length of each element there (hexes of low-volume railroad for the rail element).
    ``frozen`` are the weather zones where swamps or rivers are ice, ``trucks`` the hexes with
    trucks that make lines longer (FE-12B2.1). Over hexsides that are ``opened`` lines run that the
    board closes, over those that are ``cut`` none (FE-28E.7, 29D2.2). ``lines`` are the railroads
    that serve where not all do (FE-12B4.2).
    """

    open: int
    owned: int
    bands: tuple[Band, ...]
    passable: int = 0
    frozen: Ice = NO_ICE
    trucks: int = 0
    opened: Openings = CLOSED_ALL
    cut: frozenset[Side] = frozenset()
    lines: Lines = ()

    @property
    def railways(self) -> int:
        """The hexes that the rail element may enter."""
        return self.owned | self.passable

    def limits(self, hexes: int) -> Mapping[str, int]:
        """The greatest lengths of elements over some hexes: those of the worst weather among them
        (BF-27.17).
        """
        return next(band.lengths for band in self.bands if not hexes & ~band.hexes)


@dataclass(frozen=True, slots=True)
class Layer:
    """The hexes one element joins to what lies behind it, by the length it takes.

    There are levels for each band of weather: lines that stay in the best may be as long as that
    allows, others are as short as the worst on their way wants (BF-27.17).
    """

    bands: tuple[Levels, ...]
    hexes: int


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a chain of trucks: the hexes from which a truck's line leads on, and the hexes of
    the ``trucks`` among them that nothing has linked before (FE-12B2.2).
    """

    layer: Layer
    trucks: int


@dataclass(frozen=True, slots=True)
class Net:
    """All hexes from which a supply line leads to some sources (BF-12B.3).

    ``behind`` are the links of trucks behind the road element, as seen from the unit, ``before``
    those before it; each begins with the one nearest the source (FE-12B.2).
    """

    sources: int
    rail: Layer
    road: Layer
    overland: Layer
    behind: tuple[Link, ...] = ()
    before: tuple[Link, ...] = ()

    @property
    def hexes(self) -> int:
        """Every hex of the net."""
        return self.overland.hexes


def chained(net: Net) -> int:
    """The hexes of all trucks that make the lines of a net longer."""
    return linked(net.behind) | linked(net.before)


def linked(chain: Iterable[Link]) -> int:
    """The hexes of all trucks of a chain."""
    return union(tuple(link.trucks for link in chain))
