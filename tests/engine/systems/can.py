"""Who may do what, when: the entries of a system's ``can.toml``, judged by laid-out positions.

An entry names a position and an action that must be offered there (listed, not only legal), and
a change of the position under which it is neither offered nor legal.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.core.actions import Action, Objection
from engine.core.codec import CLASS_KEY, Codec
from engine.game.ask.table import Table, action_of, lay_out, normal
from maps.errors import KnownError, nearest

HOME = Path(__file__).parents[3] / "engine" / "systems"
KEYS = {
    "what",
    "rule",
    "scenario",
    "options",
    "position",
    "action",
    "also",
    "not_when",
    "refused_by",
}

NEEDED = ("what", "rule", "position", "action", "not_when", "refused_by")
"""What every entry says: where it is offered, where it is refused, and by which rule."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the list: what may be done, by which rule, where, and where not."""

    what: str
    rule: str
    scenario: str
    position: Mapping[str, Any]
    action: Mapping[str, Any]
    not_when: Mapping[str, Any]
    refused_by: str
    options: Mapping[str, bool] = field(default_factory=dict)
    also: tuple[Mapping[str, Any], ...] = ()

    def __str__(self) -> str:
        return f"{self.rule} {self.what}"


def files() -> dict[str, Path]:
    """The lists there are, by system."""
    return {path.parent.name: path for path in sorted(HOME.glob("*/can.toml"))}


def entries(path: Path) -> list[Entry]:
    """The entries of a list. Raises KnownError for an entry that is none."""
    table = tomllib.loads(path.read_text("utf-8"))
    plain = enumerate(table.get("can", []), 1)
    return [_entry(table, entry, f"{path.name} entry {number}") for number, entry in plain]


def together(found: list[Entry]) -> list[Entry]:
    """Entries scenario by scenario, those with options of a scenario with all that any of them
    asks for: a scenario is then bound and set up once for them, which costs a second in the East.
    """
    chosen: dict[str, dict[str, bool]] = {}
    for entry in found:
        chosen.setdefault(entry.scenario, {}).update(entry.options)
    for entry in found:
        assert entry.options.items() <= chosen[entry.scenario].items(), f"{entry}: options differ"
    joined = (replace(e, options=chosen[e.scenario]) if e.options else e for e in found)
    return sorted(joined, key=lambda entry: (entry.scenario, len(entry.options)))


def least(path: Path) -> int:
    """How many entries a list must have, as it says itself."""
    found: int = tomllib.loads(path.read_text("utf-8")).get("least", 0)
    return found


def _entry(table: Mapping[str, Any], plain: Mapping[str, Any], where: str) -> Entry:
    for key in plain:
        if key not in KEYS:
            raise KnownError(where, f"has no {key!r}.", nearest(key, KEYS))
    for key in NEEDED:
        if not plain.get(key):
            raise KnownError(where, f"{plain.get('what')!r} does not say {key!r}.")
    also = plain.get("also", [])
    return Entry(
        what=plain["what"],
        rule=plain["rule"],
        scenario=plain.get("scenario", table.get("scenario", "")),
        position=plain["position"],
        action=plain["action"],
        options=plain.get("options", {}),
        also=tuple(also if isinstance(also, list) else [also]),
        not_when=plain["not_when"],
        refused_by=plain["refused_by"],
    )


def judge(entry: Entry) -> str:
    """What is wrong with an entry; '' when it holds."""
    table = laid(entry, {})
    offered = list(offers(table, entry.action))
    if not offered:
        return f"is not offered. {_menu(table, entry.action)}"
    other = laid(entry, entry.not_when)
    if next(offers(other, entry.action), None) is not None:
        return "is offered under not_when too"
    return _refused(other, entry, offered[0])


def _refused(table: Table, entry: Entry, action: Action) -> str:
    found = table.check(action)
    if not found:
        return f"is legal under not_when: {table.scripts.to_plain(action)}"
    if not any(o.rule == entry.refused_by for o in found):
        return f"is refused under not_when by {_cited(found)}, not by {entry.refused_by}"
    return ""


def _cited(objections: tuple[Objection, ...]) -> str:
    return "; ".join(str(objection) for objection in objections)


def laid(entry: Entry, change: Mapping[str, Any]) -> Table:
    """The position of an entry with a change, after what is done first."""
    also = change.get("also", entry.also)
    rest = {key: value for key, value in change.items() if key != "also"}
    table = lay_out(entry.scenario, merged(entry.position, rest), options=entry.options)
    for number, plain in enumerate(also, 1):
        action = action_of(table, plain, f"also {number}")
        forbidding = table.check(action)
        assert not forbidding, f"also {number}: {_cited(forbidding)}"
        table.act(action)
    return table


def merged(position: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """A position with a change laid over it, table by table."""
    found = dict(position)
    for key, value in change.items():
        old = found.get(key)
        both = isinstance(value, Mapping) and isinstance(old, Mapping) and key != "weather"
        found[key] = {**old, **value} if both and isinstance(old, Mapping) else value
    return found


def offers(table: Table, plain: Mapping[str, Any]) -> Iterator[Action]:
    """The actions offered now that have every field an entry gives: listed for the unit it is
    about as well as at the decision.
    """
    wanted, codec = normal(table, plain, "action"), table.listing()
    for family in table.legal.families:
        for action in family.candidates():
            kind = type(action).__name__ == wanted[CLASS_KEY]
            if kind and matches(codec, action, wanted) and listed(table, action):
                yield action
                return


def listed(table: Table, action: Action) -> bool:
    """True for a legal action that is listed for the first unit it is about, if it is about any."""
    if table.check(action):
        return False
    return all(action in table.legal.of(unit) for unit in action.who()[:1])


def matches(codec: Codec, action: Action, wanted: Mapping[str, Any]) -> bool:
    """True when an action has every field that is wanted; lists in any order."""
    has = type(action).__dataclass_fields__
    return all(
        key == CLASS_KEY or (key in has and _same(codec.to_plain(getattr(action, key)), value))
        for key, value in wanted.items()
    )


def _same(found: Any, wanted: Any) -> bool:
    if isinstance(found, list) and isinstance(wanted, list):
        return sorted(map(str, found)) == sorted(map(str, wanted))
    return bool(found == wanted)


def _menu(table: Table, plain: Mapping[str, Any]) -> str:
    """What is offered in its place, and what objects, to fix an entry by."""
    question = table.rules.question(table.state)
    kinds = dict.fromkeys(family.name for family in question.families)
    found = f"{question.prompt} Families: {', '.join(kinds)}."
    try:
        action = action_of(table, plain, "action")
    except KnownError:
        return found
    return f"{found} Objections: {_cited(table.check(action))}"
