"""Writes the map text format, one fact per line, sorted. See :mod:`maps.formats.text`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from maps.errors import KnownError, nearest
from maps.formats.labelbook import LabelBook, group_of
from maps.formats.textwords import quoted, rest, setting, word
from maps.hexgrid import Hex
from maps.legend import Layer
from maps.model import Bookmark, Box, GameMap, Place
from maps.numbering import Sheet

HEADER = "sandtable map"
VERSION = 1
LOOK_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def written(board: GameMap) -> str:
    """The text of a map. Raises KnownError when the map uses kinds its legend lacks."""
    _check_kinds(board)
    book = LabelBook(board.sheets)
    sections = {
        "map": [f"{key}: {rest(text)}" for key, text in _head(board)],
        "notes": [f"{word(key)}: {rest(text)}" for key, text in sorted(board.notes.items())],
        "legend": list(_legend(board)),
        "sheets": [_sheet(sheet) for sheet in board.sheets],
        "terrain": [f"{key} {word(kind)}" for key, kind in _keyed(book, board.terrain)],
        "hexsides": list(_hexsides(board, book.key)),
        "lines": list(_lines(board, book.key)),
        "places": [_place(board.places[key], book.key) for key in sorted(board.places)],
        "regions": list(_regions(board, book.key)),
        "boxes": [line for key in sorted(board.boxes) for line in _box(board.boxes[key])],
        "drafts": _grouped(board.drafts, book.key),
        "bookmarks": [_bookmark(mark, book.key) for _, mark in sorted(board.bookmarks.items())],
    }
    parts = [f"{HEADER} {VERSION}\n"]
    parts += [f"[{name}]\n" + "\n".join(lines) + "\n" for name, lines in sections.items() if lines]
    return "\n".join(parts) + "\n[end]\n"


def _check_kinds(board: GameMap) -> None:
    used: dict[Layer, set[str]] = {
        Layer.TERRAIN: set(board.terrain.values()),
        Layer.HEXSIDE: {kind for kinds in board.hexsides.values() for kind in kinds},
        Layer.LINE: {kind for kinds in board.lines.values() for kind in kinds},
        Layer.PLACE: {place.kind for place in board.places.values()},
        Layer.REGION: set(board.regions),
    }
    for layer, kinds in used.items():
        for kind in sorted(kinds):
            if not board.legend.has(layer, kind):
                known = [entry.id for entry in board.legend.of(layer)]
                raise KnownError(
                    f"legend of {board.title}",
                    f"the map uses {layer} {kind!r}, which its legend lacks.",
                    nearest(kind, known) or "Add it to the legend first.",
                )


def _head(board: GameMap) -> Iterator[tuple[str, str]]:
    yield "id", board.id
    yield "title", board.title
    yield "orientation", board.orientation.value


def _legend(board: GameMap) -> Iterator[str]:
    for kind in board.legend.kinds.values():
        look = "".join(f" {_key(key)}={setting(text)}" for key, text in sorted(kind.look.items()))
        yield f"{kind.layer.value} {word(kind.id)} {quoted(kind.name)}{look}"


def _key(text: str) -> str:
    if LOOK_WORD.fullmatch(text) is None:
        raise KnownError(
            "legend",
            f"the look word {text!r} cannot be written.",
            "Use letters, digits and dashes.",
        )
    return text


def _sheet(sheet: Sheet) -> str:
    scheme = sheet.scheme
    settings: dict[str, object] = {
        "columns": sheet.columns,
        "rows": sheet.rows,
        "orientation": sheet.orientation.value,
        "origin": f"{sheet.origin.q},{sheet.origin.r}",
        "order": scheme.order.value,
        "parity": scheme.parity.value,
        "columns_grow": scheme.columns_grow,
        "rows_grow": scheme.rows_grow,
        "first_column": scheme.first_column,
        "first_row": scheme.first_row,
        "digits": scheme.digits,
        "prefix": scheme.prefix,
        "separator": scheme.separator,
    }
    if scheme.style:
        settings["style"] = scheme.style
    return word(sheet.id) + "".join(f" {key}={setting(str(v))}" for key, v in settings.items())


def _keyed(book: LabelBook, slots: dict[Hex, str]) -> list[tuple[str, str]]:
    key = book.key
    return sorted((key(at), kind) for at, kind in slots.items())


def _kinds(kinds: Iterable[str]) -> str:
    return " ".join(word(kind) for kind in sorted(kinds))


def _hexsides(board: GameMap, key: Callable[[Hex], str]) -> Iterator[str]:
    named = []
    for side, kinds in board.hexsides.items():
        a, b = sorted(key(at) for at in side.hexes)
        named.append((a, b, kinds))
    for a, b, kinds in sorted(named, key=lambda row: row[:2]):
        yield f"{a}/{b} {_kinds(kinds)}"


def _lines(board: GameMap, key: Callable[[Hex], str]) -> Iterator[str]:
    nets: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for link, kinds in board.lines.items():
        a, b = key(link.a), key(link.b)
        for kind in kinds:
            nets[kind][a].add(b)
            nets[kind][b].add(a)
    for kind in sorted(nets):
        for chain in chains(nets[kind]):
            yield f"{word(kind)}: {' '.join(chain)}"


def chains(net: dict[str, set[str]]) -> list[list[str]]:
    """A net of named points as chains that break at ends and junctions, sorted; rings come last.

    Chains do not run through junctions, so that a new branch changes few lines of a file.

    >>> chains({"a": {"b"}, "b": {"a", "c"}, "c": {"b"}})
    [['a', 'b', 'c']]
    """
    left = {point: sorted(others) for point, others in sorted(net.items())}
    found = []
    for start in left:
        if len(net[start]) != 2:
            while left[start]:
                found.append(_walk(start, left, net))
    for start in left:
        if left[start]:
            found.append(_walk(start, left, net))
    return found


def _walk(start: str, left: dict[str, list[str]], net: dict[str, set[str]]) -> list[str]:
    chain = [start]
    while left[chain[-1]]:
        at = chain[-1]
        onward = left[at].pop(0)
        left[onward].remove(at)
        chain.append(onward)
        if len(net[onward]) != 2:
            break
    return chain


def _place(place: Place, key: Callable[[Hex], str]) -> str:
    parts = [word(place.id), word(place.kind), key(place.hex), quoted(place.name)]
    parts += [f"tag={setting(tag)}" for tag in sorted(place.tags)]
    if place.modern:
        parts.append(f"modern={quoted(place.modern)}")
    for word_, spot in (("label", place.label), ("offset", place.offset)):
        if spot is not None:
            parts.append(f"{word_}={','.join(repr(part + 0.0) for part in spot)}")  # no -0.0
    return " ".join(parts)


def _regions(board: GameMap, key: Callable[[Hex], str]) -> Iterator[str]:
    for layer, regions in sorted(board.regions.items()):
        for name, hexes in sorted(regions.items()):
            head = f"{word(layer)} {word(name)}:"
            yield from (f"{head} {row}".rstrip() for row in _grouped(hexes, key) or [""])


def _grouped(hexes: Iterable[Hex], key: Callable[[Hex], str]) -> list[str]:
    keys = sorted((group_of(text), text) for text in map(key, hexes))
    return [" ".join(text for _, text in row) for _, row in groupby(keys, key=lambda pair: pair[0])]


def _bookmark(mark: Bookmark, key: Callable[[Hex], str]) -> str:
    parts = [quoted(mark.name), key(mark.hex)]
    parts += [f"zoom={mark.zoom}"] if mark.zoom else []
    parts += [f"key={setting(mark.key)}"] if mark.key else []
    return " ".join(parts)


def _box(box: Box) -> Iterator[str]:
    at, size = (",".join(repr(n) for n in pair) for pair in (box.at, box.size))
    yield f"{word(box.id)} {quoted(box.name)} at={at} size={size}"
    for way in box.links:
        distance = f" distance={way.distance}" if way.distance else ""
        yield f"{word(box.id)} > {word(way.target)}{distance}"
