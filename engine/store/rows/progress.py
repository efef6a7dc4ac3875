"""How far a game that somebody owns has come into a project file, in figures."""

from __future__ import annotations

import json

from engine.frozen import dataclass
from engine.store.project import Project


@dataclass(frozen=True, slots=True)
class Progress:
    """What a file holds of a game: boards with their hexes, scans with what was decided about them,
    what was read off them, counters, declared rules, games.

    ``samples`` counts confirmed hexes, ``kinds`` what they were confirmed as, ``ground`` the kinds
    of terrain on the boards, ``drawn`` scans that something was drawn from, ``turns`` the edits of
    turns, ``cells`` those of other declared rules.
    """

    boards: int
    hexes: int
    scans: int
    points: int
    checks: int
    samples: int
    kinds: int
    stretches: int
    drawn: int
    ground: int
    sides: int
    links: int
    places: int
    units: int
    nations: int
    rules: int
    turns: int
    cells: int
    games: int


_ABOUT = "json_extract(change, '$.facts[0][1][0]')"
"""The table of the charts that an edit is about."""

_COUNTS = (
    "SELECT (SELECT count(*) FROM map), (SELECT count(*) FROM map_hex),"
    " (SELECT count(DISTINCT terrain) FROM map_hex),"
    " (SELECT count(*) FROM map_hexside), (SELECT count(*) FROM map_line),"
    " (SELECT count(*) FROM map_place),"
    " (SELECT count(*) FROM oob_unit) + (SELECT ifnull(sum(count), 0) FROM ledger_row"
    "  WHERE kind = 'ground'),"
    " (SELECT count(*) FROM"
    "  (SELECT nation FROM oob_unit UNION SELECT nationality FROM ledger_row)),"
    " (SELECT count(*) FROM chart_set WHERE system = 'by_hand'),"
    f" (SELECT count(*) FROM chart_set_edit WHERE standing = 'done' AND {_ABOUT} = 'turns'),"
    " (SELECT count(*) FROM chart_set_edit WHERE standing = 'done'"
    f"  AND {_ABOUT} NOT IN ('turns', 'scenario')),"
    " (SELECT count(*) FROM game)"
)


def progress_of(project: Project) -> Progress:
    """The figures of a project as it is now."""
    points = checks = samples = stretches = drawn = scans = 0
    kinds: set[str] = set()
    for (text,) in project.rows("SELECT work FROM scan WHERE ready = 1"):
        work = json.loads(text)
        if not isinstance(work, dict) or not work.get("present", True):
            continue
        scans += 1
        points += len(work.get("points") or ()) + bool(work.get("laid"))
        checks += len(work.get("checks") or ())
        samples += len(work.get("exemplars") or ())
        kinds.update(kind for _label, kind in work.get("exemplars") or ())
        stretches += len(work.get("stretches") or ())
        drawn += bool(work.get("drawn"))
    ((boards, hexes, ground, sides, links, places, units, nations, rules, turns, cells, games),) = (
        project.rows(_COUNTS)
    )
    return Progress(
        boards, hexes, scans, points, checks, samples, len(kinds), stretches, drawn, ground, sides,
        links, places, units, nations, rules, turns, cells, games,
    )  # fmt: skip
