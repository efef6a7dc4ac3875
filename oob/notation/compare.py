"""Two rosters side by side: what only one of them has, and what both rate or place otherwise."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from oob.notation.model import Item, Roster
from oob.notation.text.entries import ratings_of

Fact = tuple[str, str, str, str, str, str, str]


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs: where it stands, and its entries with how many of each more.

    ``count`` is how many more the second roster has; negative where the first has more.
    """

    turn: str
    nationality: str
    heading: str
    action: str
    what: str
    count: int

    def __str__(self) -> str:
        sign = "+" if self.count > 0 else "-"
        known = self.heading.startswith(self.nationality)
        words = (self.turn, "" if known else self.nationality, self.heading)
        place = " ".join(text for text in words if text)
        return f"{sign} {place}: {self.action} {abs(self.count)}×{self.what}"


def compare(first: Roster, second: Roster) -> list[Difference]:
    """What the second roster has more and less than the first, unit by unit, in order.

    >>> compare(Roster(), Roster())
    []
    """
    before, after = _counted(first), _counted(second)
    facts = dict.fromkeys((*before, *after))
    found = [(fact, after[fact] - before[fact]) for fact in facts]
    return [
        Difference(turn, nationality, heading, action, _what(rest), count)
        for (turn, nationality, heading, action, *rest), count in found
        if count
    ]


def _counted(roster: Roster) -> Counter[Fact]:
    found: Counter[Fact] = Counter()
    for item in roster.items:
        each = item.ids if len(item.ids) == item.count else (", ".join(item.ids),)
        for id_ in each:
            found[_fact(item, id_)] += 1 if len(each) == item.count else item.count
    return found


def _fact(item: Item, id_: str) -> Fact:
    here = item.section
    kind = " ".join(text for text in (ratings_of(item), item.type, item.size) if text)
    return (here.turn, here.nationality, here.heading, item.action.value, kind, id_, item.suffix)


def _what(rest: list[str]) -> str:
    kind, id_, suffix = rest
    return " ".join(text for text in (kind, id_, f"({suffix})" if suffix else "") if text)
