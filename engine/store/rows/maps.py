"""Maps as typed rows: whole boards in and out; one edit: :mod:`engine.store.rows.map_rows`.

Dictionary order is kept: rules that walk a map walk it the same way after it was saved and opened.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.store.faults import damaged
from engine.store.plain import plain_of
from engine.store.project import Project
from maps.errors import KnownError
from maps.hexgrid import Hex, Link, Side
from maps.layout import Orientation
from maps.legend import Kind, Layer, Legend
from maps.model import Bookmark, Box, BoxLink, GameMap, Place
from maps.numbering import LabelScheme, Order, Parity, Sheet


def map_numbers(project: Project) -> list[tuple[int, str, str]]:
    """(number, id, title) of every map in a project, oldest first."""
    return [
        (int(number), str(ident), str(title))
        for number, ident, title in project.rows("SELECT id, ident, title FROM map ORDER BY id")
    ]


def chosen_map(project: Project, map_id: int | str | None) -> int:
    """The number of the map of that number or id; without one, of the project's only map.

    Raises KnownError when there is no such map, or several would do.
    """
    known = map_numbers(project)
    if not known:
        raise KnownError(str(project.path), "holds no map.", "Import or create one in it.")
    fitting = [number for number, ident, _ in known if map_id in (None, number, ident)]
    listed = ", ".join(f"{number} ({ident})" for number, ident, _ in known)
    if not fitting:
        raise KnownError(str(project.path), f"holds no map {map_id!r}.", f"It has: {listed}.")
    if len(fitting) > 1:
        raise KnownError(str(project.path), "holds several maps.", f"Name one by number: {listed}.")
    return fitting[0]


def save_map(project: Project, board: GameMap) -> int:
    """Write a whole map into the open transaction; its number in the project."""
    number = project.run(
        "INSERT INTO map (ident, title, orientation) VALUES (?, ?, ?)",
        (board.id, board.title, board.orientation.value),
    )
    write_kinds(project, number, board.legend.kinds.values())
    write_sheets(project, number, board.sheets)
    project.run_all(
        "INSERT INTO map_hex (map, q, r, terrain) VALUES (?, ?, ?, ?)",
        ((number, at.q, at.r, terrain) for at, terrain in board.terrain.items()),
    )
    project.run_all(
        "INSERT INTO map_draft (map, q, r) VALUES (?, ?, ?)",
        ((number, at.q, at.r) for at in sorted(board.drafts)),
    )
    project.run_all(
        "INSERT INTO map_hexside (map, q, r, direction, kinds) VALUES (?, ?, ?, ?, ?)",
        (
            (number, side.hex.q, side.hex.r, side.direction, kinds_text(kinds))
            for side, kinds in board.hexsides.items()
        ),
    )
    project.run_all(
        "INSERT INTO map_line (map, q, r, to_q, to_r, kinds) VALUES (?, ?, ?, ?, ?, ?)",
        ((number, *link.a, *link.b, kinds_text(kinds)) for link, kinds in board.lines.items()),
    )
    for position, place in enumerate(board.places.values()):
        write_place(project, number, place, position)
    for position, box in enumerate(board.boxes.values()):
        write_box(project, number, box, position)
    _write_regions(project, number, board.regions)
    project.run_all(
        "INSERT INTO map_note (map, position, key, text) VALUES (?, ?, ?, ?)",
        ((number, at, key, text) for at, (key, text) in enumerate(board.notes.items())),
    )
    for position, mark in enumerate(board.bookmarks.values()):
        write_bookmark(project, number, mark, position)
    return number


def load_map(project: Project, number: int) -> GameMap:
    """Read a whole map. Raises KnownError when there is none of that number or it is damaged."""
    head = project.rows("SELECT ident, title, orientation FROM map WHERE id = ?", (number,))
    if not head:
        raise damaged(project.path, f"map {number} is missing")
    ident, title, orientation = head[0]
    try:
        return GameMap(
            id=ident,
            title=title,
            orientation=Orientation(orientation),
            legend=_legend(project, number),
            sheets=_sheets(project, number),
            terrain=_terrain(project, number),
            hexsides=_hexsides(project, number),
            lines=_lines(project, number),
            places=_places(project, number),
            regions=_regions(project, number),
            boxes=_boxes(project, number),
            drafts=_hexes(project.rows("SELECT q, r FROM map_draft WHERE map = ?", (number,))),
            notes=_notes(project, number),
            bookmarks=_bookmarks(project, number),
        )
    except (ValueError, TypeError) as error:
        raise damaged(project.path, f"map {number}: {error}") from error


def kinds_text(kinds: Iterable[str]) -> str:
    """A set of kind ids as stored: a sorted JSON list."""
    return json.dumps(sorted(kinds), ensure_ascii=False)


def write_kinds(project: Project, number: int, kinds: Iterable[Kind]) -> None:
    """Write the legend of a map that has none."""
    project.run_all(
        "INSERT INTO map_kind (map, position, layer, ident, name, look) VALUES (?, ?, ?, ?, ?, ?)",
        (
            (number, at, kind.layer.value, kind.id, kind.name, _look_text(kind.look))
            for at, kind in enumerate(kinds)
        ),
    )


def write_sheets(project: Project, number: int, sheets: Iterable[Sheet]) -> None:
    """Write the sheets of a map that has none."""
    held = list(sheets)
    project.run_all(
        "INSERT INTO map_sheet VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ((number, at, *_sheet_values(sheet)) for at, sheet in enumerate(held)),
    )
    styles = [(number, at, sheet.scheme.style) for at, sheet in enumerate(held)]
    styles = [row for row in styles if row[2]]
    if styles:
        project.run_all("INSERT INTO map_sheet_style VALUES (?, ?, ?)", styles)


def write_place(project: Project, number: int, place: Place, position: int) -> None:
    """Write a place, or replace the one with its id where it stands."""
    project.run(
        "INSERT INTO map_place (map, position, ident, name, kind, q, r, modern, label_x, label_y,"
        " offset_x, offset_y) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (map, ident) DO UPDATE SET name = excluded.name, kind = excluded.kind,"
        " q = excluded.q, r = excluded.r, modern = excluded.modern,"
        " label_x = excluded.label_x, label_y = excluded.label_y,"
        " offset_x = excluded.offset_x, offset_y = excluded.offset_y",
        (
            number,
            position,
            place.id,
            place.name,
            place.kind,
            place.hex.q,
            place.hex.r,
            place.modern,
            *(place.label or (None, None)),
            *(place.offset or (None, None)),
        ),
    )
    row = "(SELECT id FROM map_place WHERE map = ? AND ident = ?)"
    project.run(f"DELETE FROM map_place_tag WHERE place = {row}", (number, place.id))
    project.run_all(
        f"INSERT INTO map_place_tag (place, tag) VALUES ({row}, ?)",
        ((number, place.id, tag) for tag in sorted(place.tags)),
    )


def write_box(project: Project, number: int, box: Box, position: int) -> None:
    """Write a box, or replace the one with its id where it stands."""
    project.run(
        "INSERT INTO map_box (map, position, ident, name, x, y, width, height)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (map, ident) DO UPDATE SET name = excluded.name, x = excluded.x,"
        " y = excluded.y, width = excluded.width, height = excluded.height",
        (number, position, box.id, box.name, *box.at, *box.size),
    )
    row = "(SELECT id FROM map_box WHERE map = ? AND ident = ?)"
    project.run(f"DELETE FROM map_box_link WHERE box = {row}", (number, box.id))
    project.run_all(
        f"INSERT INTO map_box_link (box, position, target, distance) VALUES ({row}, ?, ?, ?)",
        ((number, box.id, at, way.target, way.distance) for at, way in enumerate(box.links)),
    )


def write_bookmark(project: Project, number: int, mark: Bookmark, position: int) -> None:
    """Write a bookmark, or replace the one of its name where it stands."""
    project.run(
        "INSERT INTO map_bookmark (map, position, name, q, r, zoom, key)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (map, name) DO UPDATE SET q = excluded.q, r = excluded.r,"
        " zoom = excluded.zoom, key = excluded.key",
        (number, position, mark.name, *mark.hex, mark.zoom, mark.key),
    )


def _write_regions(
    project: Project, number: int, layers: Mapping[str, Mapping[str, frozenset[Hex]]]
) -> None:
    for position, (layer, regions) in enumerate(layers.items()):
        row = project.run(
            "INSERT INTO map_region_layer (map, position, layer) VALUES (?, ?, ?)",
            (number, position, layer),
        )
        for at, (name, hexes) in enumerate(regions.items()):
            region = project.run(
                "INSERT INTO map_region (layer, position, name) VALUES (?, ?, ?)", (row, at, name)
            )
            project.run_all(
                "INSERT INTO map_region_hex (region, q, r) VALUES (?, ?, ?)",
                ((region, hex.q, hex.r) for hex in sorted(hexes)),
            )


def _look_text(look: Mapping[str, str]) -> str:
    return json.dumps(dict(look), ensure_ascii=False)


def _sheet_values(sheet: Sheet) -> tuple[str | int, ...]:
    scheme = sheet.scheme
    return (
        sheet.id,
        sheet.orientation.value,
        sheet.columns,
        sheet.rows,
        scheme.order.value,
        scheme.parity.value,
        scheme.columns_grow,
        scheme.rows_grow,
        scheme.first_column,
        scheme.first_row,
        scheme.digits,
        scheme.prefix,
        scheme.separator,
        *sheet.origin,
    )


def _legend(project: Project, number: int) -> Legend:
    legend = Legend()
    for layer, ident, name, look in project.rows(
        "SELECT layer, ident, name, look FROM map_kind WHERE map = ? ORDER BY position", (number,)
    ):
        legend.add(Kind(Layer(layer), ident, name, dict(plain_of(look))))
    return legend


def _sheets(project: Project, number: int) -> list[Sheet]:
    found = []
    said = project.rows("SELECT position, style FROM map_sheet_style WHERE map = ?", (number,))
    styles = dict(said)
    for row in project.rows("SELECT * FROM map_sheet WHERE map = ? ORDER BY position", (number,)):
        _, at, ident, orientation, columns, rows, order, parity, *rest = row
        *scheme, q, r = rest
        label = LabelScheme(Order(order), Parity(parity), *scheme)
        label = replace(label, style=styles.get(at, ""))
        found.append(Sheet(ident, Orientation(orientation), columns, rows, label, Hex(q, r)))
    return found


def _terrain(project: Project, number: int) -> dict[Hex, str]:
    words: dict[str, str] = {}
    return {
        Hex(q, r): words.setdefault(terrain, terrain)
        for q, r, terrain in project.rows(
            "SELECT q, r, terrain FROM map_hex WHERE map = ? ORDER BY id", (number,)
        )
    }


def _hexsides(project: Project, number: int) -> dict[Side, frozenset[str]]:
    kinds = _Kinds()
    return {
        Side(Hex(q, r), direction): kinds[text]
        for q, r, direction, text in project.rows(
            "SELECT q, r, direction, kinds FROM map_hexside WHERE map = ? ORDER BY id", (number,)
        )
    }


def _lines(project: Project, number: int) -> dict[Link, frozenset[str]]:
    kinds = _Kinds()
    return {
        Link(Hex(q, r), Hex(to_q, to_r)): kinds[text]
        for q, r, to_q, to_r, text in project.rows(
            "SELECT q, r, to_q, to_r, kinds FROM map_line WHERE map = ? ORDER BY id", (number,)
        )
    }


class _Kinds(dict[str, frozenset[str]]):
    """Stored kind sets, each parsed once."""

    def __missing__(self, text: str) -> frozenset[str]:
        found = frozenset(plain_of(text))
        self[text] = found
        return found


def _places(project: Project, number: int) -> dict[str, Place]:
    tags: dict[int, list[str]] = {}
    for row, tag in project.rows(
        "SELECT place, tag FROM map_place_tag JOIN map_place ON map_place.id = place WHERE map = ?",
        (number,),
    ):
        tags.setdefault(row, []).append(tag)
    return {
        ident: Place(
            ident,
            name,
            kind,
            Hex(q, r),
            frozenset(tags.get(row, ())),
            modern,
            _spot(*spots[:2]),
            _spot(*spots[2:]),
        )
        for row, ident, name, kind, q, r, modern, *spots in project.rows(
            "SELECT id, ident, name, kind, q, r, modern, label_x, label_y, offset_x, offset_y"
            " FROM map_place WHERE map = ? ORDER BY position, ident",
            (number,),
        )
    }


def _spot(x: float | None, y: float | None) -> tuple[float, float] | None:
    return None if x is None or y is None else (x, y)


def _regions(project: Project, number: int) -> dict[str, dict[str, frozenset[Hex]]]:
    found: dict[str, dict[str, frozenset[Hex]]] = {}
    for row, layer in project.rows(
        "SELECT id, layer FROM map_region_layer WHERE map = ? ORDER BY position, layer", (number,)
    ):
        regions = project.rows(
            "SELECT id, name FROM map_region WHERE layer = ? ORDER BY position, name", (row,)
        )
        found[layer] = {
            name: _hexes(
                project.rows("SELECT q, r FROM map_region_hex WHERE region = ?", (region,))
            )
            for region, name in regions
        }
    return found


def _boxes(project: Project, number: int) -> dict[str, Box]:
    links: dict[int, list[BoxLink]] = {}
    for row, target, distance in project.rows(
        "SELECT box, target, distance FROM map_box_link JOIN map_box ON map_box.id = box"
        " WHERE map = ? ORDER BY box, map_box_link.position",
        (number,),
    ):
        links.setdefault(row, []).append(BoxLink(target, distance))
    return {
        ident: Box(ident, name, (x, y), (width, height), tuple(links.get(row, ())))
        for row, ident, name, x, y, width, height in project.rows(
            "SELECT id, ident, name, x, y, width, height FROM map_box WHERE map = ?"
            " ORDER BY position, ident",
            (number,),
        )
    }


def _notes(project: Project, number: int) -> dict[str, str]:
    return dict(
        project.rows(
            "SELECT key, text FROM map_note WHERE map = ? ORDER BY position, key", (number,)
        )
    )


def _bookmarks(project: Project, number: int) -> dict[str, Bookmark]:
    return {
        name: Bookmark(name, Hex(q, r), zoom, key)
        for name, q, r, zoom, key in project.rows(
            "SELECT name, q, r, zoom, key FROM map_bookmark WHERE map = ? ORDER BY position, name",
            (number,),
        )
    }


def _hexes(rows: Iterable[tuple[int, int]]) -> frozenset[Hex]:
    return frozenset(Hex(q, r) for q, r in rows)
