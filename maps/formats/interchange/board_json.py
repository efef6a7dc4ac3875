"""Boards as JSON, whole: what is written reads back equal. ``board.schema.json`` describes it.

A hex is ``[q, r]``; each hex also bears its printed label for people and scripts, which reading
ignores. Hexsides and lines name the two hexes they lie between or join.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from maps.edits.placing import MAX_SHEET
from maps.edits.plain import (
    bookmark_from_plain,
    bookmark_to_plain,
    box_from_plain,
    box_to_plain,
    hex_from_plain,
    kind_from_plain,
    kind_to_plain,
    place_from_plain,
    place_to_plain,
    sheet_from_plain,
    sheet_to_plain,
)
from maps.edits.plainwords import Plain, a_choice, a_list, a_set, a_text, bad
from maps.errors import KnownError
from maps.files.reading import Patience, json_of, read_text
from maps.files.writing import write_whole
from maps.formats import text
from maps.formats.labelbook import LabelBook
from maps.hexgrid import Link, are_adjacent, link, side_between
from maps.layout import Orientation
from maps.legend import Legend
from maps.model import GameMap
from maps.untyped import JsonObject

FORMAT, VERSION = "sandtable board", 1

_PARTS = (
    "id", "title", "orientation", "notes", "legend", "sheets", "hexes", "hexsides", "lines",
    "places", "regions", "boxes", "drafts", "bookmarks",
)  # fmt: skip


def schema() -> str:
    """The JSON Schema (2020-12) of a board."""
    return resources.files(__package__).joinpath("board.schema.json").read_text("utf-8")


def dumps(board: GameMap) -> str:
    """A board as JSON text, one fact a line."""
    key = LabelBook(board.sheets).key
    data: JsonObject = {
        "format": FORMAT,
        "version": VERSION,
        "id": board.id,
        "title": board.title,
        "orientation": board.orientation.value,
        "notes": dict(sorted(board.notes.items())),
        "legend": [kind_to_plain(kind) for kind in board.legend.kinds.values()],
        "sheets": [sheet_to_plain(sheet) for sheet in board.sheets],
        "hexes": [
            {"hex": list(at), "label": key(at), "terrain": kind}
            for at, kind in sorted(board.terrain.items())
        ],
        "hexsides": [
            {"hexes": [list(at) for at in side.hexes], "kinds": sorted(kinds)}
            for side, kinds in sorted(board.hexsides.items())
        ],
        "lines": [
            {"hexes": [list(at) for at in link], "kinds": sorted(kinds)}
            for link, kinds in sorted(board.lines.items())
        ],
        "places": [place_to_plain(place) for _, place in sorted(board.places.items())],
        "regions": [
            {"layer": layer, "name": name, "hexes": [list(at) for at in sorted(hexes)]}
            for layer, regions in sorted(board.regions.items())
            for name, hexes in sorted(regions.items())
        ],
        "boxes": [box_to_plain(box) for _, box in sorted(board.boxes.items())],
        "drafts": [list(at) for at in sorted(board.drafts)],
        "bookmarks": [bookmark_to_plain(mark) for _, mark in sorted(board.bookmarks.items())],
    }
    return _laid_out(data)


def loads(source: str, where: str = "board JSON") -> GameMap:
    """The board a JSON text describes. Raises KnownError with the spot for anything else."""
    patience = Patience(where)
    data = json_of(source, where)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise KnownError(where, "is no board in JSON.", f'It begins with {{"format": "{FORMAT}"}}.')
    if data.get("version") != VERSION:
        raise KnownError(where, "is of a version not known here.", "Use a newer Sandtable.")
    odd = sorted(str(key) for key in set(data) ^ {"format", "version", *_PARTS})
    if odd:
        raise KnownError(where, f"missing or unknown: {', '.join(odd)[:200]}.", "Correct it.")
    board = _board(data, where, patience)
    _judge(board, where, patience)
    return board


def _judge(board: GameMap, where: str, patience: Patience) -> None:
    """Refuse sheets too large to be numbered, and what the text format could not hold."""
    for number, sheet in enumerate(board.sheets, 1):
        if max(sheet.columns, sheet.rows) > MAX_SHEET:
            what = f"has more than {MAX_SHEET:,} columns or rows."
            raise KnownError(f"{where}, sheets {number}", what, "Split it.")
    try:
        text.loads(text.dumps(board), where, patience)
    except KnownError as error:
        raise KnownError(where, error.what, error.fix) from None


def load(path: Path) -> GameMap:
    """Read a board from a JSON file. Raises KnownError for a bad one."""
    return loads(read_text(path), path.name)


def dump(board: GameMap, path: Path) -> None:
    """Write a board as JSON, whole or not at all. Raises KnownError when it cannot be written."""
    write_whole(path, dumps(board))


def _laid_out(data: JsonObject) -> str:
    lines = []
    for key, value in data.items():
        if isinstance(value, list) and value:
            items = ",\n  ".join(json.dumps(item, ensure_ascii=False) for item in value)
            lines.append(f"{json.dumps(key)}: [\n  {items}\n]")
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    # Lone surrogates cannot be written as UTF-8; JSON has escapes for them.
    whole = "{\n" + ",\n".join(lines) + "\n}\n"
    return whole.encode("utf-8", "backslashreplace").decode("utf-8")


def _board(data: JsonObject, where: str, patience: Patience) -> GameMap:
    def each(part: str) -> Iterator[tuple[str, Plain]]:
        items = a_list(data[part], f"{where}, {part}")
        for number, item in enumerate(patience.over(items), 1):
            yield f"{where}, {part} {number}", item

    notes = data["notes"]
    if not isinstance(notes, dict):
        raise bad(where, "notes is not an object")
    legend = Legend()
    for spot, item in each("legend"):
        legend.add(kind_from_plain(item, spot))
    board = GameMap(
        a_text(data["id"], where),
        a_text(data["title"], where),
        a_choice(Orientation, data["orientation"], where),
        legend,
        [sheet_from_plain(item, spot) for spot, item in each("sheets")],
        notes={a_text(key, where): a_text(note, f"{where}, notes") for key, note in notes.items()},
        drafts=frozenset(hex_from_plain(item, spot) for spot, item in each("drafts")),
    )
    for spot, item in each("hexes"):
        at = hex_from_plain(_of(item, spot, "hex"), spot)
        board.terrain[at] = a_text(_of(item, spot, "terrain"), spot)
    for spot, item in each("hexsides"):
        pair = _pair(item, spot)
        board.hexsides[side_between(*pair)] = a_set(_of(item, spot, "kinds"), spot)
    for spot, item in each("lines"):
        pair = _pair(item, spot)
        board.lines[link(*pair)] = a_set(_of(item, spot, "kinds"), spot)
    for spot, item in each("places"):
        place = place_from_plain(item, spot)
        board.places[place.id] = place
    for spot, item in each("regions"):
        layer, name = a_text(_of(item, spot, "layer"), spot), a_text(_of(item, spot, "name"), spot)
        hexes = a_list(_of(item, spot, "hexes"), spot)
        members = frozenset(hex_from_plain(at, spot) for at in hexes)
        board.regions.setdefault(layer, {})[name] = members
    for spot, item in each("boxes"):
        box = box_from_plain(item, spot)
        board.boxes[box.id] = box
    for spot, item in each("bookmarks"):
        mark = bookmark_from_plain(item, spot)
        board.bookmarks[mark.name] = mark
    return board


def _of(item: Plain, where: str, key: str) -> Plain:
    if not isinstance(item, dict) or key not in item:
        raise bad(where, f"an object with {key!r} is needed here")
    return item[key]


def _pair(item: Plain, where: str) -> Link:
    a, b = (hex_from_plain(at, where) for at in a_list(_of(item, where, "hexes"), where, 2))
    if not are_adjacent(a, b):
        raise bad(where, f"{list(a)} and {list(b)} are not adjacent")
    return Link(a, b)
