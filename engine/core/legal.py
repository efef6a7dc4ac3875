"""The container of legal actions: lazy, testable, narrowed by unit or hex, able to draw one at
random.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, count
from typing import Generic, NamedTuple, TypeVar, overload

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.state import Location
from engine.frozen import dataclass
from oob.model import UnitId

DRAWS = 6
"""How many quick proposals random play tries in a family before it lists it."""

Check = Callable[[Action], tuple[Objection, ...]]
Allow = Callable[[Action], bool]
Search = Callable[[Stream, Callable[[Action], bool]], Action | None]
SubjectT = TypeVar("SubjectT")
ChoiceT = TypeVar("ChoiceT")


@dataclass(frozen=True, slots=True)
class Family:
    """Actions of one kind that may be legal now.

    ``candidates`` lists a cheap superset of the legal actions of the family; the system's check
    decides. ``of`` lists those a unit takes part in (a command to its hex, too); ``aimed`` those it
    could aim at a place though they are not listed, and ``there`` all that could aim at it where no
    unit need be chosen; ``away`` are those by which ships or flotillas leave a place. A ``quiet``
    family is offered by lists and menus, not by a plain click on a place; a ``listed`` one by the
    list of all that can be done alone, never by a button, so that nobody takes it by mistake.
    ``draw`` proposes one at random without listing all; ``search`` finds a legal one at random, or
    that there is none, and takes the place of ``draw`` and of listing; ``sure`` says of a candidate
    what the check would, and costs less; ``able`` are the only units that ``of`` lists anything of;
    ``likely`` are a few of what it lists that cost next to nothing, for those who ask whether a
    unit may do anything; ``places`` are those that the legal actions of one of them lead to.
    ``title`` is what a menu calls the family; ``weight`` is how often random play picks it,
    relative to the others; ``closing`` marks the actions that end a phase or segment, ``main`` the
    one that most people want of those that end none; ``by_unit`` says that each action is one that
    units take; ``plain`` are the candidates that neither begin nor end in a hex, where the family
    knows them without listing all; a family that ``sends`` sends an air unit or a marker each time,
    nobody on the board takes part; a ``rare`` family holds what units may do turn after turn and
    seldom do, as to disband: none is called idle for it.
    """

    name: str
    title: str
    candidates: Callable[[], Iterable[Action]]
    of: Callable[[UnitId], Iterable[Action]] | None = None
    aimed: Callable[[UnitId, Location], Iterable[Action]] | None = None
    there: Callable[[Location], Iterable[Action]] | None = None
    away: Callable[[Location], Iterable[Action]] | None = None
    draw: Callable[[Stream], Action | None] | None = None
    search: Search | None = None
    sure: Callable[[Action], bool] | None = None
    able: Callable[[], frozenset[UnitId]] | None = None
    likely: Callable[[UnitId], Iterable[Action]] | None = None
    places: Callable[[UnitId], frozenset[Location]] | None = None
    weight: int = 4
    closing: bool = False
    by_unit: bool = False
    plain: Callable[[], Iterable[Action]] | None = None
    sends: bool = False
    quiet: bool = False
    listed: bool = False
    main: bool = False
    rare: bool = False


def nobody(_unit: UnitId) -> tuple[Action, ...]:
    """The ``of`` of a family that no unit takes part in: what is done with heaps of points."""
    return ()


def by_unit(
    name: str,
    title: str,
    units: Callable[[], Sequence[UnitId]],
    choices: Callable[[UnitId], Sequence[ChoiceT]],
    make: Callable[[UnitId, ChoiceT], Action],
    *,
    sure: Callable[[Action], bool] | None = None,
    likely: Callable[[UnitId], Iterable[ChoiceT]] | None = None,
    weight: int = 4,
    quiet: bool = False,
    rare: bool = False,
) -> Family:
    """A family in which one unit does one of several things: the units first, then what each may
    choose from (hexes to go to, works to begin), then the action that unit and choice make;
    ``likely`` are a few of the choices, without looking for the others.

    Nothing is worked out for a unit before it is looked at, and who is able once at most. Random
    play draws a unit evenly, then one of its legal actions.
    """
    asked = _ByUnit(units, choices, make)

    def first(unit: UnitId) -> Iterator[Action]:
        if likely is not None and unit in asked.who():
            yield from (make(unit, choice) for choice in likely(unit))

    return Family(
        name,
        title,
        asked.every,
        of=asked.of,
        search=asked.search,
        sure=sure,
        able=asked.who,
        likely=first if likely is not None else None,
        weight=weight,
        by_unit=True,
        quiet=quiet,
        rare=rare,
    )


class _ByUnit(Generic[ChoiceT]):
    """What a family by unit asks: who is able, once, and what each of them may choose from."""

    __slots__ = ("_able", "_choices", "_make", "_units", "_who")

    def __init__(
        self,
        units: Callable[[], Sequence[UnitId]],
        choices: Callable[[UnitId], Sequence[ChoiceT]],
        make: Callable[[UnitId, ChoiceT], Action],
    ) -> None:
        self._units = units
        self._choices = choices
        self._make = make
        self._able: Sequence[UnitId] | None = None
        self._who: frozenset[UnitId] | None = None

    def able(self) -> Sequence[UnitId]:
        """The units, in order."""
        if self._able is None:
            self._able = self._units()
        return self._able

    def who(self) -> frozenset[UnitId]:
        """The same as a set."""
        if self._who is None:
            self._who = frozenset(self.able())
        return self._who

    def of(self, unit: UnitId) -> Iterator[Action]:
        """What one unit could do."""
        if unit in self.who():
            yield from (self._make(unit, choice) for choice in self._choices(unit))

    def every(self) -> Iterator[Action]:
        """What all of them could do."""
        for unit in self.able():
            yield from (self._make(unit, choice) for choice in self._choices(unit))

    def search(self, stream: Stream, legal: Allow) -> Action | None:
        """A legal action of a unit at random."""
        return _searched(self.able(), self._choices, self._make, stream, legal)


def drawing(
    subjects: Callable[[], Iterable[SubjectT]],
    choices: Callable[[SubjectT], Iterable[ChoiceT]],
    make: Callable[[SubjectT, ChoiceT], Action],
) -> Callable[[Stream, Callable[[Action], bool]], Action | None]:
    """How random play draws of a family in which one of some subjects does one of several things:
    a subject evenly, then one of its legal actions. Nothing is worked out for the other subjects.
    """

    def search(stream: Stream, legal: Allow) -> Action | None:
        return _searched(subjects(), choices, make, stream, legal)

    return search


def _searched(
    subjects: Iterable[SubjectT],
    choices: Callable[[SubjectT], Iterable[ChoiceT]],
    make: Callable[[SubjectT, ChoiceT], Action],
    stream: Stream,
    legal: Allow,
) -> Action | None:
    """A legal action at random of a subject at random, None where no subject has any."""
    left = list(subjects)
    while left:
        subject = _taken(left, stream)
        open_ = list(choices(subject))
        while open_:
            action = make(subject, _taken(open_, stream))
            if legal(action):
                return action
    return None


def _taken(items: list[ChoiceT], stream: Stream) -> ChoiceT:
    """One of some items at random, taken out of them."""
    index = stream.below(len(items))
    found = items[index]
    _drop(items, index)
    return found


def _drop(items: list[ChoiceT], index: int) -> None:
    """Take an item out of some; the last one takes its place."""
    items[index] = items[-1]
    items.pop()


class _Row(NamedTuple):
    """How many choices a unit has, and what it makes of each by its number."""

    size: int
    make: Callable[[int], Action]


def _row(
    unit: SubjectT, choices: Sequence[ChoiceT], make: Callable[[SubjectT, ChoiceT], Action]
) -> _Row:
    return _Row(len(choices), lambda number: make(unit, choices[number]))


class Pairs(Sequence[Action]):
    """The candidates of a family that are units with one of their choices each: what ``make``
    makes of a unit and a choice, made only when it is looked at. Whoever looks at the first few
    asks no unit after these.
    """

    def __init__(
        self,
        units: Iterable[SubjectT],
        choices: Callable[[SubjectT], Sequence[ChoiceT]],
        make: Callable[[SubjectT, ChoiceT], Action],
    ) -> None:
        self._further = (_row(unit, choices(unit), make) for unit in units)
        self._rows = list[_Row]()
        self._ends: list[int] | None = None

    def _counted(self) -> list[int]:
        """How many pairs there are up to each unit, it included."""
        if self._ends is None:
            self._rows += self._further
            self._ends = list(accumulate(row.size for row in self._rows))
        return self._ends

    def __len__(self) -> int:
        ends = self._counted()
        return ends[-1] if ends else 0

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...

    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(index)
        ends = self._counted()
        number = bisect_right(ends, index)
        row = self._rows[number]
        return row.make(index - ends[number] + row.size)

    def __iter__(self) -> Iterator[Action]:
        for number in count():
            if number == len(self._rows):
                further = next(self._further, None)
                if further is None:
                    return
                self._rows.append(further)
            row = self._rows[number]
            yield from map(row.make, range(row.size))


class LegalActions:
    """What the side to decide may do now: exactly the actions the check does not object to.

    Iterable, ``in``-testable and truthy without listing everything; :meth:`of` and :meth:`at`
    narrow it. ``allow`` says whether the check finds nothing, and stops at a first objection.
    """

    def __init__(
        self, families: tuple[Family, ...], check: Check, allow: Allow | None = None
    ) -> None:
        self.families = families
        self._check = check
        self._allow = allow
        self._known: dict[Action, tuple[Objection, ...]] = {}
        self._refused = set[Action]()

    def objections(self, action: Action) -> tuple[Objection, ...]:
        """Everything that forbids an action; worked out once for each."""
        found = self._known.get(action)
        if found is None:
            found = self._known[action] = self._check(action)
        return found

    def allows(self, action: Action) -> bool:
        """True when nothing forbids an action."""
        found = self._known.get(action)
        if found is not None or self._allow is None:
            return not self.objections(action)
        if action in self._refused:
            return False
        allowed = self._allow(action)
        if allowed:
            self._known[action] = ()
        else:
            self._refused.add(action)
        return allowed

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.allows(action)

    def __iter__(self) -> Iterator[Action]:
        for family in self.families:
            yield from self.among(family, family.candidates())

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def family(self, name: str) -> Iterator[Action]:
        """The legal actions of one family."""
        for family in self.families:
            if family.name == name:
                yield from self.among(family, family.candidates())

    def of(self, unit: UnitId) -> Iterator[Action]:
        """The legal actions that are about one unit."""
        for family in self.families:
            if family.of is not None:
                yield from self.among(family, family.of(unit))
            else:
                about = (a for a in family.candidates() if unit in a.who())
                yield from self.among(family, about)

    def at(self, place: Location) -> Iterator[Action]:
        """The legal actions that aim at, or start from, one hex or box."""
        for family in self.families:
            if family.there is not None:
                yield from self.among(family, family.there(place))
                continue
            for action in self.among(family, family.candidates()):
                if place in (action.where(), action.origin_of()):
                    yield action

    def random(self, stream: Stream) -> Action | None:
        """A legal action drawn by family weight, then evenly; None only when nothing is legal. What
        is drawn here is known to be legal: who takes it need not have it checked once more.
        """
        left = [family for family in self.families if family.weight]
        while left:
            ends = [*accumulate([family.weight for family in left])]
            family = left[bisect_right(ends, stream.below(ends[-1]))]
            found = self._drawn(family, stream)
            if found is not None:
                self._known.setdefault(found, ())
                return found
            left = [other for other in left if other is not family]
        return None

    def _drawn(self, family: Family, stream: Stream) -> Action | None:
        """A legal action of one family, None when it has none."""
        legal = family.sure or self.allows
        if family.search is not None:
            return family.search(stream, legal)
        for _ in range(DRAWS if family.draw else 0):
            proposed = family.draw(stream) if family.draw else None
            if proposed is not None and self.allows(proposed):  # it need not be a candidate
                return proposed
        candidates = family.candidates()
        if isinstance(candidates, Sequence) and candidates:
            index = stream.below(len(candidates))
            first: Action = candidates[index]
            if legal(first):
                return first
            found: list[Action] = list(candidates)
            _drop(found, index)
        else:
            found = list(candidates)
        while found:
            action = _taken(found, stream)
            if legal(action):
                return action
        return None

    def among(self, family: Family, candidates: Iterable[Action]) -> Iterator[Action]:
        """The legal ones of some candidates of a family, as far as somebody looks."""
        return filter(family.sure or self.allows, candidates)
