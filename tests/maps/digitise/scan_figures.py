"""Measures digitising for every style and damage; prints the tables of the manual.

Run from the project's folder: ``PYTHONPATH=. python tests/maps/digitise/scan_figures.py``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scanmaker

from maps.digitise.calibrating.calibration import Calibration, calibrate
from maps.digitise.reading.classify import classify
from maps.digitise.reading.strips import Course
from maps.digitise.reading.trace import trace

COLUMNS, ROWS = 20, 14


@dataclass(frozen=True)
class TerrainFigures:
    """Shares of unconfirmed hexes named right, and of wrong ones among the least sure 15 %."""

    right: float
    wrong: int
    wrong_seen: int


@dataclass(frozen=True)
class LineFigures:
    """Share of unconfirmed stretches found, and of false ones among what was found."""

    found: float
    false: float


def centre_errors(found: Calibration, made: scanmaker.Made) -> np.ndarray:
    """Errors of all hex centres, in hexes of the board as printed."""
    truth = np.array([made.centres[label] for label in found.lattice.labels])
    return np.hypot(*(found.lattice.centres - truth).T) / made.pitch


def calibrated(made: scanmaker.Made, count: int, seed: int = 1) -> Calibration:
    """A calibration by ``count`` clicks that miss by about a pixel."""
    labels = scanmaker.spread_labels(made, count)
    return calibrate(made.board.grid, made.points(labels, seed))


def terrain_figures(
    made: scanmaker.Made, found: Calibration, seed: int = 1, each: int = 5
) -> TerrainFigures:
    """Classify by ``each`` exemplars per kind, chosen by chance."""
    rng = np.random.default_rng(seed)
    truth = made.board.terrain
    exemplars = {}
    for kind in made.board.style.terrain:
        labels = [label for label, own in truth.items() if own == kind]
        exemplars[kind] = [labels[i] for i in rng.permutation(len(labels))[:each]]
    verdicts = classify(made.picture, found.lattice, exemplars, "exemplars")
    asked = [verdict for verdict in verdicts if not verdict.confirmed]
    wrong = [i for i, verdict in enumerate(asked) if verdict.kind != truth[verdict.label]]
    seen = sum(i < 0.15 * len(asked) for i in wrong)
    return TerrainFigures(1 - len(wrong) / len(asked), len(wrong), seen)


def line_figures(
    made: scanmaker.Made, found: Calibration, course: Course, seed: int = 1, each: int = 5
) -> LineFigures:
    """Trace rivers (sides) or roads (links) by ``each`` exemplars, chosen by chance."""
    lines = made.board.rivers if course is Course.SIDES else made.board.roads
    truth = [made.board.labels_of(line) for line in lines]
    rng = np.random.default_rng(seed)
    given = [truth[i] for i in rng.permutation(len(truth))[:each]]
    traced = trace(made.picture, found.lattice, given, course, "pairs")
    got = {tuple(sorted(one.hexes)) for one in traced if one.confidence >= 0.5} - set(given)
    rest = set(truth) - set(given)
    return LineFigures(len(got & rest) / len(rest), len(got - rest) / max(1, len(got)))


def calibration_table(seeds: Sequence[int] = range(10)) -> list[str]:
    """Markdown rows: mean and worst centre error by damage, from 6 and from 12 points."""
    rows = [
        "| damage | 6 points: mean | worst | 12 points: mean | worst |",
        "|---|---|---|---|---|",
    ]
    board = scanmaker.board(scanmaker.PLAIN, COLUMNS, ROWS)
    for name in ("none", "rotated", "sheared", "perspective", "folded", "all but the fold", "all"):
        made = scanmaker.scan(board, *scanmaker.SUITES[name])
        cells = []
        for count in (6, 12):
            errors = [centre_errors(calibrated(made, count, seed), made) for seed in seeds]
            cells += [f"{np.mean(errors):.3f}", f"{np.max(errors):.3f}"]
        rows.append(f"| {name} | {' | '.join(cells)} |")
    return rows


def reading_table(boards: Sequence[int] = (1, 2)) -> list[str]:
    """Markdown rows: terrain, rivers and roads by style and damage."""
    rows = [
        "| style | damage | terrain right | wrong, of them in the 15 % | rivers found | false "
        "| roads found | false |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for style in scanmaker.STYLES.values():
        for name, damages in scanmaker.SUITES.items():
            cells = []
            terrain, rivers, roads = [], [], []
            for seed in boards:
                board = scanmaker.board(style, COLUMNS, ROWS, seed=seed)
                made = scanmaker.scan(board, *damages)
                found = calibrated(made, 12, seed)
                terrain.append(terrain_figures(made, found, seed))
                rivers.append(line_figures(made, found, Course.SIDES, seed))
                roads.append(line_figures(made, found, Course.LINKS, seed))
            cells.append(f"{np.mean([one.right for one in terrain]):.1%}")
            wrong, seen = (sum(getattr(t, w) for t in terrain) for w in ("wrong", "wrong_seen"))
            cells.append(f"{wrong}, {seen}")
            for lines in (rivers, roads):
                cells.append(f"{np.mean([one.found for one in lines]):.1%}")
                cells.append(f"{np.mean([one.false for one in lines]):.1%}")
            rows.append(f"| {style.name} | {name} | {' | '.join(cells)} |")
            print(rows[-1], file=sys.stderr, flush=True)
    return rows


if __name__ == "__main__":
    print("\n".join([*calibration_table(), "", *reading_table()]))
