"""Checks of a roster: what comes twice, goes without having come, is too early, has no ratings.

Every problem names the line it is in; all of them are returned at once, in the roster's order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from maps.checking.problems import Problem, error, warning
from oob.notation.model import Action, Item, Kind, Roster
from oob.notation.text.keyed import line_of
from oob.notation.text.words import TURN, turn_key

_COMES = (
    Action.INITIAL,
    Action.REINFORCE,
    Action.CONVERT_TO,
    Action.POOL,
    Action.RETURN,
)
_GOES = (Action.WITHDRAW, Action.CONVERT_FROM)
_SAME = {
    "Art": "Artillery",
    "mot Art": "mot Artillery",
    "Rocket Art": "Rocket Artillery",
    "Siege Art": "Siege Artillery",
    "Assault Gun": "Aslt Gun",
}
Key = tuple[str, str, str, str, str]


def check(roster: Roster, where: str = "") -> list[Problem]:
    """All problems of a roster; ``where`` names its file in them."""
    name = where or roster.id or "order of battle"
    found = [problem for part in (_presence, _turns, _ratings) for problem in part(roster, name)]
    return sorted(found, key=_line_of_problem)


def _line_of_problem(problem: Problem) -> int:
    return int(problem.where.rpartition(" ")[2])


def _at(name: str, item: Item) -> str:
    return f"{name} line {item.line}"


def _keys(item: Item) -> list[Key]:
    here = item.section
    word = _SAME.get(item.type, item.type)
    if item.kind is Kind.AIR:
        return [(here.nationality, "air", "", "", item.ids[0])] * item.count
    return [(here.nationality, word, item.size, item.suffix, id_) for id_ in item.ids]


def _presence(roster: Roster, name: str) -> Iterator[Problem]:
    """What is in play as the lists go by: nothing twice, and nothing leaves that is not there."""
    present: Counter[Key] = Counter()
    for item in roster.items:
        if item.kind not in (Kind.GROUND, Kind.AIR):
            continue
        for key, count in Counter(_keys(item)).items():
            if item.action in _COMES:
                if present[key] and item.kind is Kind.GROUND:
                    what = f"{_named(key)} comes a second time."
                    yield warning(_at(name, item), what, "Is it another unit of that number?")
                present[key] += count
            elif item.action in (*_GOES, Action.RELEASE):
                key = _standing(present, key)
                missing = count - present[key]
                if missing > 0:
                    many = f" ({missing} too many)" if count > 1 else ""
                    deed = "is released" if item.action is Action.RELEASE else "goes"
                    what = f"{_named(key)} {deed}, but has not come{many}."
                    yield error(_at(name, item), what, "Check its type and its number.")
                if item.action in _GOES:
                    present[key] = max(0, present[key] - count)


def _standing(present: Counter[Key], key: Key) -> Key:
    """The unit a key speaks of: a cadre may go where its division has come."""
    nationality, word, size, suffix, id_ = key
    full = (nationality, word, "XX", suffix, id_)
    return full if size == "Cdr" and not present[key] and present[full] else key


def _named(key: Key) -> str:
    nationality, word, size, suffix, id_ = key
    words = (nationality, word, size, id_, f"({suffix})" if suffix else "")
    return " ".join(text for text in words if text)


def _turns(roster: Roster, name: str) -> Iterator[Problem]:
    starts = {
        item.section.side: turn_key(item.section.turn)
        for item in roster.items
        if item.section.initial and TURN.fullmatch(item.section.turn)
    }
    for item in roster.items:
        here = item.section
        start = starts.get(here.side)
        if start and TURN.fullmatch(here.turn) and turn_key(here.turn) < start:
            what = f"{line_of(item)!r} is due on {here.turn}, before the start."
            yield error(_at(name, item), what, "Fix the turn.")


def _ratings(roster: Roster, name: str) -> Iterator[Problem]:
    for item in roster.items:
        if item.kind is Kind.GROUND and item.move is None and item.action in _COMES:
            what = f"{line_of(item)!r} has no ratings."
            yield warning(_at(name, item), what, "Write them before its type.")
