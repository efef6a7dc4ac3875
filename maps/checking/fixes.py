"""Fixes for problems of a map where only one fix can be meant: what hangs on nothing goes.

A fix is a change like any other, one undo step. Where a person must choose (which name is right,
where a road should have led) there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from maps.checking.checks import may_lie_at_sea
from maps.checking.problems import Flaw, Problem
from maps.checking.wordings import region_of
from maps.edits.applying import apply, read
from maps.edits.changes import Change, Fact, MapLayer, RegionHex, joined
from maps.edits.strokes import drop_place, put_kind
from maps.finding.find import folded
from maps.hexgrid import Link, Side
from maps.legend import Kind, Layer
from maps.model import GameMap, Place
from maps.terrain import is_water
from maps.untyped import known


def fix(board: GameMap, problem: Problem) -> Change | None:
    """The change that fixes a problem, None where no fix is certain or none is needed any more."""
    build = _FIXES.get(problem.flaw)
    found = build(board, problem) if build is not None else None
    return found or None


def can_fix(flaw: Flaw) -> bool:
    """True when some problems of a sort have one certain fix."""
    return flaw in _FIXES


def fix_all(board: GameMap, problems: Iterable[Problem]) -> Change:
    """All certain fixes for some problems as one change; empty when there is none."""
    copy, steps = board.copy(), []
    for problem in problems:
        step = fix(copy, problem)
        if step is not None:
            apply(copy, step)
            steps.append(step)
    label = steps[0].label if len(steps) == 1 else f"Fix {len(steps)} problems"
    return joined(steps, label)


def _lost_side(board: GameMap, problem: Problem) -> Change:
    side = known(Side, problem.about)
    return _kinds(board, MapLayer.HEXSIDE, side, frozenset(), "Erase a hexside off the map")


def _side_at_sea(board: GameMap, problem: Problem) -> Change:
    side = known(Side, problem.about)
    held = board.hexsides.get(side, frozenset())
    kept = frozenset(kind for kind in held if may_lie_at_sea(board, Layer.HEXSIDE, kind))
    return _kinds(board, MapLayer.HEXSIDE, side, kept, "Erase a hexside at sea")


def _lost_line(board: GameMap, problem: Problem) -> Change:
    link = known(Link, problem.about)
    return _kinds(board, MapLayer.LINE, link, frozenset(), "Erase a line off the map")


def _line_in_water(board: GameMap, problem: Problem) -> Change:
    link = known(Link, problem.about)
    held = board.lines.get(link, frozenset())
    kept = frozenset(kind for kind in held if may_lie_at_sea(board, Layer.LINE, kind))
    if not any(is_water(board, at) for at in link):
        kept = held
    return _kinds(board, MapLayer.LINE, link, kept, "Erase a line in the water")


def _kinds(
    board: GameMap, layer: MapLayer, key: Side | Link, kept: frozenset[str], label: str
) -> Change:
    held = read(board, layer, key)
    return Change((Fact(layer, key, held, kept),) if held != kept else (), label)


def _unknown_kind(board: GameMap, problem: Problem) -> Change:
    layer, ident = cast(tuple[Layer, str], problem.about)
    if board.legend.has(layer, ident):
        return Change((), "")
    name = ident.replace("_", " ").capitalize()
    return put_kind(board, Kind(layer, ident, name))


def _same_name(board: GameMap, problem: Problem) -> Change | None:
    """Of two places that are alike in name, kind and hex one is said twice."""
    first = board.places.get(known(str, problem.about))
    if first is None:
        return None
    again = [place for place in board.places.values() if _is_again(place, first)]
    return drop_place(board, again[0].id) if again else None


def _is_again(place: Place, first: Place) -> bool:
    return (
        place.id != first.id
        and (place.hex, place.kind) == (first.hex, first.kind)
        and folded(place.name) == folded(first.name)
        and place.tags <= first.tags
    )


def _lost_region(board: GameMap, problem: Problem) -> Change:
    layer, name = cast(tuple[str, str], problem.about)
    lost = sorted(at for at in board.regions.get(layer, {}).get(name, ()) if at not in board)
    facts = [Fact(MapLayer.MEMBER, RegionHex(layer, name, at), True, False) for at in lost]
    return Change(tuple(facts), f"Keep {region_of(board, layer, name)} on the map")


def _lost_draft(board: GameMap, _problem: Problem) -> Change:
    lost = sorted(at for at in board.drafts if at not in board)
    facts = [Fact(MapLayer.DRAFT, at, True, False) for at in lost]
    return Change(tuple(facts), "Take off draft marks off the map")


_FIXES: dict[Flaw, Callable[[GameMap, Problem], Change | None]] = {
    Flaw.MISSING_KIND: _unknown_kind,
    Flaw.UNKNOWN_KIND: _unknown_kind,
    Flaw.LOST_SIDE: _lost_side,
    Flaw.SIDE_AT_SEA: _side_at_sea,
    Flaw.LOST_LINE: _lost_line,
    Flaw.LINE_IN_WATER: _line_in_water,
    Flaw.SAME_NAME: _same_name,
    Flaw.LOST_REGION: _lost_region,
    Flaw.LOST_DRAFT: _lost_draft,
}
