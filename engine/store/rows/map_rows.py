"""One change of a map as rows: only what it touches is written.

The order of rows follows the model's: a new place, box, note or region sorts all of its kind
(position 0 for each, then the id decides), anything else new goes last, and what is replaced keeps
its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.store.project import Project
from engine.store.rows.maps import (
    kinds_text,
    write_bookmark,
    write_box,
    write_kinds,
    write_place,
    write_sheets,
)
from maps.edits import Change, Fact, MapLayer, RegionHex, RegionName
from maps.edits.changes import Filled, Fills
from maps.finding.runs import unbroken
from maps.hexgrid import Hex, Link, Side
from maps.legend import Kind
from maps.model import Bookmark, Box, Place
from maps.numbering import Sheet
from maps.untyped import each, known, words

_REGION = (
    "SELECT map_region.id FROM map_region JOIN map_region_layer"
    " ON map_region_layer.id = map_region.layer"
    " WHERE map_region_layer.map = ? AND map_region_layer.layer = ? AND map_region.name = ?"
)
"""The row of a region, by map, layer and name."""

_MEMBERS = "SELECT count(*) FROM map_region_hex WHERE region = ?"
"""How many hexes the region of a row has."""


def write_change(project: Project, number: int, change: Change) -> None:
    """Write a change that the model has accepted into the open transaction."""
    if isinstance(change.facts, Fills):
        _write_fills(project, number, change.facts)
        return
    painted = [fact for fact in change.facts if fact.layer is MapLayer.TERRAIN and _paints(fact)]
    # In the order of the rows, so that a fill of a whole board reads no page of the file twice.
    in_order = sorted((known(Hex, fact.key), fact.after) for fact in painted)
    project.run_all(
        "UPDATE map_hex SET terrain = ? WHERE map = ? AND q = ? AND r = ?",
        ((terrain, number, *at) for at, terrain in in_order),
    )
    if len(painted) == len(change.facts):
        return
    for fact in sorted(change.facts, key=_turn):
        if fact.layer is not MapLayer.TERRAIN or not _paints(fact):
            _WRITERS[fact.layer](project, number, fact)


def _write_fills(project: Project, number: int, fills: Fills) -> None:
    """Write fills; regions come before their hexes and go after them."""
    for fact in fills.regions:
        if fact.after:
            _region(project, number, fact)
    for filled in _left_by_exchanges(project, number, fills.groups):
        if filled.region is None:
            _fill(project, number, filled)
        else:
            _fill_region(project, number, filled.region, filled)
    for fact in fills.regions:
        if not fact.after:
            _region(project, number, fact)


def _left_by_exchanges(
    project: Project, number: int, groups: tuple[Filled, ...]
) -> Iterator[Filled]:
    """The groups but for pairs by which all hexes of a region go to one that has none.

    For such a pair the rows of the two regions only swap names: no row of a hex is written.
    """
    left = list(groups)
    for gained in [one for one in groups if one.region is not None and one.after]:
        for lost in [one for one in left if one.region is not None and not one.after]:
            if gained.hexes == lost.hexes and _swap(project, number, lost, gained):
                left = [one for one in left if one not in (gained, lost)]
                break
    yield from left


def _swap(project: Project, number: int, full: Filled, empty: Filled) -> bool:
    """Let two regions swap names, if one ends with all the hexes that are all of the other."""
    found = []
    for filled, count in ((full, len(full.hexes)), (empty, 0)):
        assert filled.region is not None
        ((region,),) = project.rows(_REGION, (number, *filled.region))
        if project.rows(_MEMBERS, (region,)) != [(count,)]:
            return False
        found += project.rows(
            "SELECT layer, position, name, id FROM map_region WHERE id = ?", (region,)
        )
    (*old, first), (*new, second) = found
    into = "UPDATE map_region SET layer = ?, position = ?, name = ? WHERE id = ?"
    project.run(into, (old[0], old[1], f"{old[2]}\0{first}", first))  # no two have the same name
    project.run(into, (*old, second))
    project.run(into, (*new, first))
    return True


def _fill_region(project: Project, number: int, named: RegionName, filled: Filled) -> None:
    """Put hexes into a region, or take them out, run by run; all of a region by one statement."""
    ((region,),) = project.rows(_REGION, (number, *named))
    ((count,),) = project.rows(_MEMBERS, (region,))
    runs = unbroken(filled.hexes)
    if filled.after:
        project.run_all(
            "INSERT INTO map_region_hex (region, q, r) SELECT ?, q, r FROM map_hex"
            " WHERE map = ? AND q = ? AND r BETWEEN ? AND ?",
            ((region, number, *run) for run in runs),
        )
        if project.rows(_MEMBERS, (region,)) != [(count + len(filled.hexes),)]:
            project.run_all(  # a region may also hold hexes that are not on the board
                "INSERT OR IGNORE INTO map_region_hex (region, q, r) VALUES (?, ?, ?)",
                ((region, *at) for at in filled.hexes),
            )
        return
    if count == len(filled.hexes):
        project.run("DELETE FROM map_region_hex WHERE region = ?", (region,))
        return
    project.run_all(
        "DELETE FROM map_region_hex WHERE region = ? AND q = ? AND r BETWEEN ? AND ?",
        ((region, *run) for run in runs),
    )


def _fill(project: Project, number: int, filled: Filled) -> None:
    """Write a fill run by run, not hex by hex; all hexes of one terrain by one statement."""
    if filled.layer is MapLayer.TERRAIN:
        # "+map" has the table read through: an index would have each row looked up by itself.
        question = "SELECT count(*) FROM map_hex WHERE +map = ? AND terrain = ?"
        if project.rows(question, (number, filled.before)) == [(len(filled.hexes),)]:
            project.run(
                "UPDATE map_hex SET terrain = ? WHERE +map = ? AND terrain = ?",
                (filled.after, number, filled.before),
            )
            return
    runs = unbroken(filled.hexes)
    if filled.layer is MapLayer.TERRAIN:
        project.run_all(
            "UPDATE map_hex SET terrain = ? WHERE map = ? AND q = ? AND r BETWEEN ? AND ?",
            ((filled.after, number, *run) for run in runs),
        )
    elif filled.after:
        project.run_all(
            "INSERT INTO map_draft (map, q, r) SELECT map, q, r FROM map_hex"
            " WHERE map = ? AND q = ? AND r BETWEEN ? AND ?",
            ((number, *run) for run in runs),
        )
    else:
        project.run_all(
            "DELETE FROM map_draft WHERE map = ? AND q = ? AND r BETWEEN ? AND ?",
            ((number, *run) for run in runs),
        )


def _paints(fact: Fact) -> bool:
    """Whether a hex that is there gets another terrain."""
    return fact.before is not None and fact.after is not None


def _turn(fact: Fact) -> int:
    """Regions come before their hexes and go after them."""
    if fact.layer is MapLayer.REGION:
        return 0 if fact.after else 2
    return 1


def _head(project: Project, number: int, fact: Fact) -> None:
    column = {"id": "ident", "title": "title", "orientation": "orientation"}[known(str, fact.key)]
    project.run(f"UPDATE map SET {column} = ? WHERE id = ?", (fact.after, number))


def _legend(project: Project, number: int, fact: Fact) -> None:
    project.run("DELETE FROM map_kind WHERE map = ?", (number,))
    write_kinds(project, number, each(Kind, fact.after))


def _sheets(project: Project, number: int, fact: Fact) -> None:
    project.run("DELETE FROM map_sheet WHERE map = ?", (number,))
    write_sheets(project, number, each(Sheet, fact.after))


def _note(project: Project, number: int, fact: Fact) -> None:
    if fact.after is None:
        project.run("DELETE FROM map_note WHERE map = ? AND key = ?", (number, fact.key))
        return
    project.run(
        "INSERT INTO map_note (map, position, key, text) VALUES (?, 0, ?, ?)"
        " ON CONFLICT (map, key) DO UPDATE SET text = excluded.text",
        (number, fact.key, fact.after),
    )
    _sorted_when_new(project, fact, "map_note", "map", number)


def _terrain(project: Project, number: int, fact: Fact) -> None:
    at = known(Hex, fact.key)
    if fact.after is None:
        project.run("DELETE FROM map_hex WHERE map = ? AND q = ? AND r = ?", (number, *at))
    else:
        project.run(
            "INSERT INTO map_hex (map, q, r, terrain) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (map, q, r) DO UPDATE SET terrain = excluded.terrain",
            (number, *at, fact.after),
        )


def _draft(project: Project, number: int, fact: Fact) -> None:
    at = known(Hex, fact.key)
    if fact.after:
        project.run("INSERT OR IGNORE INTO map_draft (map, q, r) VALUES (?, ?, ?)", (number, *at))
    else:
        project.run("DELETE FROM map_draft WHERE map = ? AND q = ? AND r = ?", (number, *at))


def _hexside(project: Project, number: int, fact: Fact) -> None:
    side = known(Side, fact.key)
    if not fact.after:
        project.run(
            "DELETE FROM map_hexside WHERE map = ? AND q = ? AND r = ? AND direction = ?",
            (number, *side.hex, side.direction),
        )
    else:
        project.run(
            "INSERT INTO map_hexside (map, q, r, direction, kinds) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (map, q, r, direction) DO UPDATE SET kinds = excluded.kinds",
            (number, *side.hex, side.direction, kinds_text(words(fact.after))),
        )


def _line(project: Project, number: int, fact: Fact) -> None:
    link = known(Link, fact.key)
    if not fact.after:
        project.run(
            "DELETE FROM map_line WHERE map = ? AND q = ? AND r = ? AND to_q = ? AND to_r = ?",
            (number, *link.a, *link.b),
        )
    else:
        project.run(
            "INSERT INTO map_line (map, q, r, to_q, to_r, kinds) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (map, q, r, to_q, to_r) DO UPDATE SET kinds = excluded.kinds",
            (number, *link.a, *link.b, kinds_text(words(fact.after))),
        )


def _place(project: Project, number: int, fact: Fact) -> None:
    if fact.after is None:
        project.run("DELETE FROM map_place WHERE map = ? AND ident = ?", (number, fact.key))
        return
    write_place(project, number, known(Place, fact.after), 0)
    _sorted_when_new(project, fact, "map_place", "map", number)


def _box(project: Project, number: int, fact: Fact) -> None:
    if fact.after is None:
        project.run("DELETE FROM map_box WHERE map = ? AND ident = ?", (number, fact.key))
        return
    write_box(project, number, known(Box, fact.after), 0)
    _sorted_when_new(project, fact, "map_box", "map", number)


def _bookmark(project: Project, number: int, fact: Fact) -> None:
    if fact.after is None:
        project.run("DELETE FROM map_bookmark WHERE map = ? AND name = ?", (number, fact.key))
        return
    write_bookmark(project, number, known(Bookmark, fact.after), 0)
    _sorted_when_new(project, fact, "map_bookmark", "map", number)


def _region(project: Project, number: int, fact: Fact) -> None:
    layer, name = known(RegionName, fact.key)
    if not fact.after:
        project.run(
            "DELETE FROM map_region WHERE name = ?"
            " AND layer = (SELECT id FROM map_region_layer WHERE map = ? AND layer = ?)",
            (name, number, layer),
        )
        project.run(
            "DELETE FROM map_region_layer WHERE map = ? AND layer = ?"
            " AND NOT EXISTS (SELECT 1 FROM map_region WHERE layer = map_region_layer.id)",
            (number, layer),
        )
        return
    if fact.before:
        return
    row = _layer_row(project, number, layer)
    project.run("INSERT INTO map_region (layer, position, name) VALUES (?, 0, ?)", (row, name))
    _sorted_when_new(project, fact, "map_region", "layer", row)


def _layer_row(project: Project, number: int, layer: str) -> int:
    question = "SELECT id FROM map_region_layer WHERE map = ? AND layer = ?"
    found = project.rows(question, (number, layer))
    if found:
        return int(found[0][0])
    row = project.run(
        "INSERT INTO map_region_layer (map, position, layer) VALUES (?, 0, ?)", (number, layer)
    )
    project.run("UPDATE map_region_layer SET position = 0 WHERE map = ? AND position", (number,))
    return row


def _member(project: Project, number: int, fact: Fact) -> None:
    layer, name, at = known(RegionHex, fact.key)
    if fact.after:
        project.run(
            f"INSERT OR IGNORE INTO map_region_hex (region, q, r) VALUES (({_REGION}), ?, ?)",
            (number, layer, name, *at),
        )
    else:
        project.run(
            f"DELETE FROM map_region_hex WHERE region = ({_REGION}) AND q = ? AND r = ?",
            (number, layer, name, *at),
        )


def _sorted_when_new(project: Project, fact: Fact, table: str, owner: str, row: int) -> None:
    if not fact.before:
        project.run(f"UPDATE {table} SET position = 0 WHERE {owner} = ? AND position", (row,))


_WRITERS: dict[MapLayer, Callable[[Project, int, Fact], None]] = {
    MapLayer.HEAD: _head,
    MapLayer.LEGEND: _legend,
    MapLayer.SHEETS: _sheets,
    MapLayer.NOTE: _note,
    MapLayer.TERRAIN: _terrain,
    MapLayer.DRAFT: _draft,
    MapLayer.HEXSIDE: _hexside,
    MapLayer.LINE: _line,
    MapLayer.PLACE: _place,
    MapLayer.BOX: _box,
    MapLayer.BOOKMARK: _bookmark,
    MapLayer.REGION: _region,
    MapLayer.MEMBER: _member,
}
