"""One thing that may be done, as lists, buttons and clicks know it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field, fields, replace
from typing import TypeVar

from engine.core.actions import Action, Objection
from engine.core.state import Location
from engine.frozen import dataclass
from engine.lazy import cached_property
from maps.hexgrid import Hex
from maps.untyped import JsonObject
from oob.model import UnitId

WayT = TypeVar("WayT")


@dataclass(frozen=True)
class Offer:
    """One legal action with its menu line and the family it comes from."""

    action: Action
    worded: Callable[[Action], str] = field(repr=False, compare=False)
    """Puts it into a menu line, when one is asked for: most are never looked at."""
    family: str
    title: str
    closing: bool
    quiet: bool = False
    """Whether it is offered by lists and menus alone, not by a click on its place."""
    listed: bool = False
    """Whether it is offered by the list of all that can be done alone, not by a button."""
    main: bool = False
    """Whether it is what most people want, and its button stands out."""

    @cached_property
    def text(self) -> str:
        """The menu line."""
        return self.worded(self.action)

    @cached_property
    def hex(self) -> Hex | None:
        """The hex it aims at, if any."""
        target = self.action.where()
        return target if isinstance(target, Hex) else None


def by_the_nearer_way(found: list[WayT], action: Callable[[WayT], Action]) -> list[WayT]:
    """What a click means of several things that one may do at a place: where all but one are
    longer ways of doing that one, that one.
    """
    kinds = {type(action(one)) for one in found}
    nearer = [one for one in found if action(one).nearer not in kinds]
    return nearer if len(nearer) == 1 else found


def mentions(action: Action, unit: UnitId) -> bool:
    """True when one of an action's values is a unit other than those it is done by."""
    return unit not in action.who() and any(
        getattr(action, entry.name) == unit for entry in fields(action)
    )


def aimed_at(action: Action, place: Location) -> Action:
    """An action as it is when it is aimed at a place, by no way-points."""
    names = {entry.name for entry in fields(action)}
    aimed: JsonObject = {"target": place} | ({"via": ()} if "via" in names else {})
    return replace(action, **aimed)


def is_of_place(action: Action) -> bool:
    """Whether nobody takes part in an action, and nothing comes from elsewhere for it."""
    return not (action.who() or action.origin_of() or action.sent() or action.craft())


def needed(found: list[WayT], is_needless: Callable[[WayT], bool]) -> list[WayT]:
    """Those of several ways that are not needless, or all where each of them is."""
    return [one for one in found if not is_needless(one)] or found


def union(found: Iterable[frozenset[Location]]) -> frozenset[Location]:
    """The places that are in any of some sets: the very set where it is alone."""
    some = [one for one in found if one]
    return some[0] if len(some) == 1 else frozenset().union(*some)


def is_aside(objections: Iterable[Objection]) -> bool:
    """Whether nothing more is said than that no such thing is done at a place."""
    return all(objection.aside for objection in objections)
