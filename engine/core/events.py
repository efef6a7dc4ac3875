"""Events: what happened, as structured facts that cite their rule. Prose is derived from them."""

from __future__ import annotations

from typing import Any

from engine.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened.

    ``what`` is the event's word in the system's prose table; ``facts`` are its values by name: unit
    ids
    (``unit``, ``target``), hexes (``at``, ``to``), numbers and words. A tuple value is a list of
    such.
    """

    what: str
    rule: str
    facts: tuple[tuple[str, Any], ...] = ()

    def get(self, name: str, default: object = None) -> Any:
        """One fact by name."""
        return dict(self.facts).get(name, default)


def event(what: str, rule: str, **facts: object) -> Event:
    """Build an event; facts keep their order."""
    return Event(what, rule, tuple(facts.items()))
