"""What the geography tests of the boards ask: where things are, and what can be reached."""

from __future__ import annotations

import math
import tomllib
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable
from functools import cache
from importlib import resources

from maps import data
from maps.hexgrid import Hex, Side, side_joining, vertex_neighbours, vertices_of
from maps.layout import Layout, Orientation
from maps.model import GameMap, Place
from maps.terrain import is_land

WATER = frozenset({"sea", "lake", "narrow_strait", "strait"})


@cache
def board_named(name: str) -> GameMap:
    """A shipped board, read once."""
    return data.load(name)


def place(board: GameMap, name: str) -> Place:
    """The one place of a name."""
    (found,) = [one for one in board.places.values() if one.name == name]
    return found


def spread(start: Hex, step: Callable[[Hex, Hex], bool]) -> set[Hex]:
    """Everything that steps between neighbours lead to."""
    found, queue = {start}, deque([start])
    while queue:
        here = queue.popleft()
        for near in here.neighbours():
            if near not in found and step(here, near):
                found.add(near)
                queue.append(near)
    return found


def on_foot(board: GameMap, start: Hex, shut: Collection[Hex] = ()) -> set[Hex]:
    """The land that is reached over land hexsides, without entering the shut hexes."""

    def may(a: Hex, b: Hex) -> bool:
        return is_land(board, b) and b not in shut and not board.side_kinds(a, b) & WATER

    return spread(start, may)


def by_line(board: GameMap, start: Hex, *kinds: str) -> set[Hex]:
    """The hexes that lines of these kinds lead to."""
    wanted = frozenset(kinds)
    return spread(start, lambda a, b: bool(board.line_kinds(a, b) & wanted))


def joined_by_sides(board: GameMap, a: Hex, b: Hex, *kinds: str) -> bool:
    """True when a run of hexsides of these kinds leads from a corner of one hex to the other's."""
    goal, wanted = set(vertices_of(b)), frozenset(kinds)
    found = set(vertices_of(a))
    queue = deque(sorted(found))
    while queue:
        here = queue.popleft()
        if here in goal:
            return True
        for there in vertex_neighbours(here):
            of: Side = side_joining(here, there)
            if there not in found and board.hexsides.get(of, frozenset()) & wanted:
                found.add(there)
                queue.append(there)
    return False


def km_apart(board: GameMap, a: str, b: str) -> float:
    """Kilometres between two places, by the board's own scale."""
    layout = Layout(Orientation.POINTY)
    p, q = (layout.centre(place(board, name).hex) for name in (a, b))
    return math.hypot(p.x - q.x, p.y - q.y) * float(board.notes["km per hex"])


def bearing(board: GameMap, a: str, b: str) -> float:
    """The direction from one place to another in degrees, east of up on the board."""
    layout = Layout(Orientation.POINTY)
    p, q = (layout.centre(place(board, name).hex) for name in (a, b))
    return math.degrees(math.atan2(q.x - p.x, p.y - q.y)) % 360


def counts(board: GameMap) -> dict[str, dict[str, int]]:
    """The board in numbers: hexes, terrain, hexsides, lines, places, regions."""
    rails = {
        at for link, kinds in board.lines.items() if any("rail" in k for k in kinds) for at in link
    }
    return {
        "board": {
            "hexes": len(board.terrain),
            "land": sum(is_land(board, at) for at in board.terrain),
            "rail_hexes": len(rails),
            "places": len(board.places),
            "ports": sum("port" in one.tags for one in board.places.values()),
        },
        "terrain": _tally(board.terrain.values()),
        "hexsides": _tally(kind for kinds in board.hexsides.values() for kind in kinds),
        "lines": _tally(kind for kinds in board.lines.values() for kind in kinds),
        "places": _tally(one.kind for one in board.places.values()),
    }


def stated_counts(name: str) -> dict[str, dict[str, int]]:
    """The numbers stated for the manual."""
    text = resources.files(data).joinpath(f"{name}.counts.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _tally(kinds: Iterable[str]) -> dict[str, int]:
    found = Counter(kinds)
    return {kind: found[kind] for kind in sorted(found)}
