"""Writes a roster in the notation, so that :func:`oob.notation.text.parser.parse` reads it back."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from maps.errors import KnownError
from oob.notation.model import Action, Item, Roster, Section
from oob.notation.text.entries import written
from oob.notation.text.keyed import is_keyed, written_keyed
from oob.notation.text.parser import HEADER, parse
from oob.notation.text.state import State, acting, feed, transition


def dumps(roster: Roster) -> str:
    """The text of a roster: header, headings where they change, one entry a line."""
    lines = [HEADER]
    lines += [
        f"{key}: {said}"
        for key, said in (("id", roster.id), ("title", roster.title), ("status", roster.status))
        if said
    ]
    lines += [f"{key}: {said}" for key, said in roster.heads]
    lines += _body(roster.items)
    return "\n".join(lines) + "\n"


def faults_of(roster: Roster) -> list[str]:
    """What of a roster the notation cannot say, in sentences; empty when all of it can."""
    back = parse(dumps(roster))
    if back.faults:
        return [f"{fault.text[:60]!r}: {fault.what}" for fault in back.faults]
    pairs = zip(roster.items, back.roster.items, strict=False)
    if back.roster.heads != roster.heads:
        return ["what is before its first side is read back as something else."]
    changed = [old for old, new in pairs if replace(old, line=0) != replace(new, line=0)]
    if changed or len(roster.items) != len(back.roster.items):
        odd = written(changed[0]) if changed else "the number of entries"
        return [f"{odd[:60]!r} is read back as something else."]
    return []


def checked(roster: Roster, where: str) -> str:
    """The text of a roster, proved to be read back whole.

    Raises KnownError when the notation cannot say all of it.
    """
    faults = faults_of(roster)
    if faults:
        raise KnownError(where, faults[0], "Remove odd signs from its words.")
    return dumps(roster)


def _body(items: list[Item]) -> list[str]:
    lines: list[str] = []
    state = State()
    for (section, keyed, action), run in groupby(items, _stand):
        turned = (section.side, section.turn) != (state.section.side, state.section.turn)
        moved = section != state.section
        headings = transition(state, section, state.action if keyed and not moved else action)
        for line in headings:
            state = _fed(state, line)
        lines += [""] * (moved + turned)
        lines += headings
        if keyed:
            lines += written_keyed(list(run))
            usual = Action.INITIAL if section.initial else Action.REINFORCE
            state = acting(state, usual)
        else:
            lines += map(written, run)
    return lines


def _stand(item: Item) -> tuple[Section, bool, Action]:
    keyed = is_keyed(item)
    initial = Action.INITIAL if item.section.initial else Action.REINFORCE
    return item.section, keyed, initial if keyed else item.action


def _fed(state: State, line: str) -> State:
    after = feed(state, line)
    assert after is not None, line
    return after
