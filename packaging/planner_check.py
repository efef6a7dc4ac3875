"""Check the planner's chances against the engine and against rolled dice:
`.venv/bin/python packaging/planner_check.py [attacks]`. The result goes into the manual.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.engine.foretelling import ROLLS, SYSTEMS, Tally, check  # noqa: E402

PAGE = ROOT / "resources" / "manual" / "11-play-desk.md"
OPEN, CLOSE = "<!-- planner -->", "<!-- /planner -->"
ATTACKS = 1000
HEAD = (
    "| system | attacks | results | largest difference from enumeration "
    "| rolled share beyond 3 standard errors | widest |\n|---|--:|--:|--:|--:|--:|"
)


def main() -> None:
    """Check every system, print the figures and write them into the manual."""
    attacks = int(sys.argv[1]) if len(sys.argv) > 1 else ATTACKS
    rows = [line(system, check(system, attacks)) for system in SYSTEMS]
    text = "\n".join((HEAD, *rows))
    print(f"{attacks} random attacks of each system, {ROLLS} rolls each\n\n{text}")
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(OPEN)
    after = rest.split(CLOSE)[1]
    PAGE.write_text(f"{before}{OPEN}\n{text}\n{CLOSE}{after}", encoding="utf-8")


def line(system: str, tally: Tally) -> str:
    """One row of the table."""
    name = system.replace("_", " ").title()
    share = f"{tally.beyond} ({100 * tally.beyond / max(tally.outcomes, 1):.2f} %)"
    return (
        f"| {name} | {tally.attacks:,} | {tally.outcomes:,} | {tally.worst:.0e} "
        f"| {share} | {tally.widest:.1f} |"
    )


if __name__ == "__main__":
    main()
