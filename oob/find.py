"""Finding units by what people type: name, nation, type, size or trait, spelling forgiven."""

from __future__ import annotations

import difflib
from collections.abc import Collection

from maps.finding.find import folded
from oob.model import OrderOfBattle, Unit

_WORST_LIKENESS = 0.75


def find(
    order: OrderOfBattle,
    text: str = "",
    *,
    sides: Collection[str] = (),
    nations: Collection[str] = (),
    types: Collection[str] = (),
    limit: int = 0,
) -> list[Unit]:
    """Units that match every word of a text, best first, then as the order of battle has them.

    ``sides``, ``nations`` and ``types`` keep only those named, none meaning all; ``limit`` 0 is
    all. Case, accents and small slips of spelling do not matter.
    """
    wanted = folded(text).split()
    likeness: dict[tuple[str, str], float] = {}
    hits = []
    for unit in order.units.values():
        if not (
            (not sides or unit.side in sides)
            and (not nations or unit.nation in nations)
            and (not types or unit.type in types)
        ):
            continue
        words = _words(order, unit)
        scores = [_best(word, words, likeness) for word in wanted]
        if all(scores):
            hits.append((-sum(scores), unit))
    hits.sort(key=lambda hit: hit[0])
    units = [unit for _, unit in hits]
    return units[:limit] if limit else units


def _words(order: OrderOfBattle, unit: Unit) -> list[str]:
    """The words a unit answers to, its name first."""
    nation = order.nations.get(unit.nation)
    formation = order.formations.get(unit.formation)
    texts = [
        unit.name,
        nation.name if nation else unit.nation,
        unit.nation,
        unit.type,
        unit.size.value,
        *sorted(unit.traits),
        formation.name if formation else "",
    ]
    return folded(" ".join(texts)).split()


def _best(wanted: str, words: list[str], likeness: dict[tuple[str, str], float]) -> float:
    """How well one typed word fits: 3 exact, 2 opens a word, under 1 alike, 0 not at all."""
    best = 0.0
    for place, word in enumerate(words):
        score = likeness.get((wanted, word))
        if score is None:
            score = likeness[wanted, word] = _likeness(wanted, word)
        if score:
            best = max(best, score + (0.5 if place == 0 else 0.0))
    return best


def _likeness(wanted: str, word: str) -> float:
    if wanted == word:
        return 3.0
    if word.startswith(wanted):
        return 2.0
    if min(len(wanted), len(word)) < 4 or wanted.isdigit():
        return 0.0
    ratio = difflib.SequenceMatcher(None, wanted, word).ratio()
    return ratio if ratio >= _WORST_LIKENESS else 0.0
