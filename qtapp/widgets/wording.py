"""Words for units, places and dice that several panels share."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.state import Location
from engine.core.view.display import CounterView, Modifier
from engine.core.wording import counted
from maps.finding.surveys import DIRECTION_NAMES
from maps.hexgrid import Hex
from maps.legend import Layer
from maps.model import GameMap
from oob.model import OrderOfBattle, Size, UnitId
from oob.words import title
from qtapp.painters.counters.counter_faces import told_ratings

SIZES = {
    Size.COMPANY: "company",
    Size.BATTALION: "battalion",
    Size.REGIMENT: "regiment",
    Size.BRIGADE: "brigade",
    Size.DIVISION: "division",
    Size.CORPS: "corps",
    Size.ARMY: "army",
    Size.CADRE: "cadre",
    Size.HEADQUARTERS: "headquarters",
    Size.NONE: "",
}


def unit_title(order: OrderOfBattle, unit: UnitId) -> str:
    """``German 117 XX``: nation, name without its number among equals, size mark."""
    found = order.units[unit]
    nation = order.nations.get(found.nation)
    return title(nation.name if nation else "", found.name, found.size.value)


def unit_detail(order: OrderOfBattle, counter: CounterView, steps: int) -> str:
    """``Light infantry division, 5-4, 1 of 2 steps``."""
    unit = order.units[counter.unit]
    kind = " ".join(word for word in (unit.type, SIZES[unit.size]) if word).capitalize()
    ratings = told_ratings(unit.faces[min(counter.face, len(unit.faces) - 1)], unit)
    parts = [kind, ratings]
    if unit.steps > 1:
        parts.append(f"{steps} of {counted(unit.steps, 'step')}")
    return ", ".join(part for part in parts if part)


def place_title(board: GameMap, place: Location) -> str:
    """``1717 Sarajevo``, ``1203``, or the name of a box."""
    if isinstance(place, Hex):
        names = [spot.name for spot in board.places_at(place) if spot.name]
        return " ".join([board.label(place), *names[:1]])
    box = board.boxes.get(place)
    return box.name if box else place.replace("_", " ").capitalize()


def terrain_line(board: GameMap, at: Hex) -> str:
    """``Mountain, Yugoslavia, Croatia``: the terrain and the regions of a hex."""
    kind = board.terrain.get(at)
    if kind is None:
        return "off the board"
    known = board.legend.has(Layer.TERRAIN, kind)
    name = board.legend.get(Layer.TERRAIN, kind).name if known else kind
    layers = [kind.id for kind in board.legend.of(Layer.REGION) if kind.look.get("style") != "none"]
    regions = [found for layer in layers if (found := board.region_of(layer, at))]
    return ", ".join([name, *dict.fromkeys(regions)])


def hover_line(board: GameMap, at: Hex, cost: str = "") -> str:
    """The read-out of the status bar for a hex: label, place, terrain, regions, and what it costs
    to go there (``2 MP``).
    """
    parts = [place_title(board, at), terrain_line(board, at)]
    others = [spot.name for spot in board.places_at(at)[1:] if spot.name]
    if others:
        parts.append(", ".join(others))
    if cost:
        parts.append(cost)
    return "  ·  ".join(parts)


def read_out(board: GameMap, at: Hex) -> str:
    """The read-out for an editor: the hover line, hexsides, roads, coordinates and draft mark."""
    parts = [hover_line(board, at)]
    names = DIRECTION_NAMES[board.orientation]
    for layer, kinds_to in ((Layer.HEXSIDE, board.side_kinds), (Layer.LINE, board.line_kinds)):
        ways: dict[str, list[str]] = {}
        for direction, near in enumerate(at.neighbours()):
            for kind in sorted(kinds_to(at, near)):
                ways.setdefault(kind, []).append(names[direction])
        for kind, to in ways.items():
            known = board.legend.kinds.get((layer, kind))
            parts.append(f"{known.name if known and known.name else kind} {' '.join(to)}")
    parts.append(f"({at.q}, {at.r})")
    if at in board.drafts:
        parts.append("draft")
    return "  ·  ".join(parts)


def faces_text(faces: Iterable[int]) -> str:
    """Faces of a die in short: ``1-4, 9``."""
    runs: list[list[int]] = []
    for face in sorted(faces):
        if runs and face == runs[-1][-1] + 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def sentence_case(text: str) -> str:
    """A text with a capital first letter, all else as it is: ``Port at 1335 Patrai``."""
    return text[:1].upper() + text[1:]


def signed(value: int) -> str:
    """A modifier with its sign: ``+1``, ``−1``, ``0``."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


def modifier_line(line: Modifier) -> str:
    """``+1  Combined arms  [BG-12.3]``: what a modifier adds or takes, why, its rule, and how sure
    that is where it is not printed.
    """
    cited = f"  [{line.rule}]" if line.rule else ""
    made = "" if line.provenance == "printed" else f"  ({line.provenance})"
    return f"{line.says or signed(line.value)}  {line.text}{cited}{made}"
