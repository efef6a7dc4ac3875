"""Calls on neutral nations: a side asks once, dice are thrown, factors are added, and a row of the
nation's table says what comes of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Generic, TypeVar

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.charts.constraints import AsShipped, AtLeast, Between
from engine.core.charts.tables import Provenance
from engine.core.handler import Answer, Handler, Transition
from engine.core.legal import Family
from engine.core.state import Frame, State
from engine.core.wording import list_words
from engine.frozen import dataclass

StateT = TypeVar("StateT", bound=State)
PositionT = TypeVar("PositionT")
FrameT = TypeVar("FrameT", bound=Frame)


@dataclass(frozen=True, slots=True)
class CallNation(Action):
    """Call on a neutral nation to join."""

    nation: str


@dataclass(frozen=True, slots=True)
class CallRoll(Frame):
    """A die of a call on a nation; ``thrown`` are those that lie already."""

    nation: str
    thrown: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CallResult:
    """What a modified roll of at most ``to`` brings; the nation takes ``side``, '' for none.

    ``rule`` is the one of the result where it is not that of the dice.
    """

    id: str
    to: int
    provenance: Provenance
    side: Annotated[str, AsShipped()] = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class CallRow:
    """A nation that one side may call on once: ``dice`` of ``faces`` faces, from turn ``first`` on,
    with its results in rising order. ``rule`` is the one of the call, ``dice_rule`` that of its
    dice, ``when_rule`` that of its time, where they are not those of all calls.
    """

    id: str
    name: Annotated[str, AsShipped()]
    by: Annotated[str, AsShipped()]
    dice: Annotated[int, Between(1, 3)]
    faces: Annotated[int, Between(2, 20)]
    first: Annotated[int, AtLeast(1)]
    results: tuple[CallResult, ...]
    rule: str = ""
    dice_rule: str = ""
    when_rule: str = ""

    def result(self, roll: int) -> CallResult:
        """What a modified roll brings; above the last row as in it."""
        return next((row for row in self.results if roll <= row.to), self.results[-1])


@dataclass(frozen=True, slots=True)
class Factor:
    """Something that adds to a roll, in words and with its rule."""

    text: str
    value: int
    rule: str


def sums(dice: int, faces: int) -> dict[int, Fraction]:
    """The exact chance of each total of some dice.

    >>> sums(2, 6)[7]
    Fraction(1, 6)
    """
    found = {0: Fraction(1)}
    for _ in range(dice):
        totals: dict[int, Fraction] = {}
        for total, chance in found.items():
            for face in range(1, faces + 1):
                totals[total + face] = totals.get(total + face, Fraction(0)) + chance / faces
        found = totals
    return found


class CallStep(ABC, Generic[StateT, PositionT, FrameT]):
    """The decision to call and its dice; a title says when, what adds, and what follows.

    ``rule`` is the one of the call, ``dice_rule`` that of its dice.
    """

    rule: str
    dice_rule: str

    @abstractmethod
    def rows(self, pos: PositionT) -> tuple[CallRow, ...]:
        """The nations that may be called on."""

    @abstractmethod
    def forbidden(self, pos: PositionT, frame: FrameT, row: CallRow) -> Iterator[Objection]:
        """Why a nation may not be called on now."""

    @abstractmethod
    def factors(self, pos: PositionT, row: CallRow) -> tuple[Factor, ...]:
        """Everything that adds to the roll now."""

    @abstractmethod
    def called(self, transition: Transition[StateT], row: CallRow) -> None:
        """Note that the call was made."""

    @abstractmethod
    def follow(
        self, pos: PositionT, row: CallRow, result: CallResult, transition: Transition[StateT]
    ) -> None:
        """What a result brings."""

    def row(self, pos: PositionT, nation: str) -> CallRow | None:
        """The row of a nation, None when nobody calls on it."""
        return next((row for row in self.rows(pos) if row.id == nation), None)

    def modifier(self, pos: PositionT, row: CallRow) -> int:
        """What is added to the roll in all."""
        return sum(factor.value for factor in self.factors(pos, row))

    def chances(self, pos: PositionT, row: CallRow) -> dict[str, Fraction]:
        """The exact chance of each result were the call made now, those that cannot be left out."""
        added, found = self.modifier(pos, row), dict[str, Fraction]()
        for total, chance in sums(row.dice, row.faces).items():
            result = row.result(total + added).id
            found[result] = found.get(result, Fraction(0)) + chance
        return {row.id: found[row.id] for row in row.results if row.id in found}

    def families(self, pos: PositionT, frame: FrameT) -> tuple[Family, ...]:
        """The calls that may be made now."""
        open_ = [row for row in self.rows(pos) if not any(self.forbidden(pos, frame, row))]
        if not open_:
            return ()
        return (Family("politics", "Politics", lambda: (CallNation(row.id) for row in open_)),)

    def objections(self, pos: PositionT, frame: FrameT, action: CallNation) -> Iterator[Objection]:
        """What forbids a call."""
        row = self.row(pos, action.nation)
        if row is None:
            yield Objection(self.rule, "Nobody calls on that nation.")
        else:
            yield from self.forbidden(pos, frame, row)

    def call(
        self,
        pos: PositionT,
        _frame: FrameT,
        action: CallNation,
        transition: Transition[StateT],
    ) -> None:
        """Make the call: its dice are thrown one by one."""
        row = self.row(pos, action.nation)
        assert row is not None, "checked"
        self.called(transition, row)
        rule = row.rule or self.rule
        transition.tell("call", rule, name=row.name, modifier=f"{self.modifier(pos, row):+d}")
        transition.state = transition.state.pushed(CallRoll(row.id))

    def node(self, pos: PositionT, frame: CallRoll) -> ChanceNode:
        """The next die: what each face brings, or leaves open where it is not the last."""
        row = self.row(pos, frame.nation)
        assert row is not None, "only rows of the chart are called on"
        lying, added = sum(frame.thrown), self.modifier(pos, row)
        left = row.dice - len(frame.thrown) - 1
        later = range(left, left * row.faces + 1)
        meanings = tuple(
            list_words(dict.fromkeys(row.result(lying + face + n + added).id for n in later), "or")
            for face in range(1, row.faces + 1)
        )
        which = f", die {len(frame.thrown) + 1} of {row.dice}" if row.dice > 1 else ""
        reason = f"the call on {row.name} ({added:+d}){which}"
        return ChanceNode(row.faces, reason, row.dice_rule or self.dice_rule, meanings)

    def rolled(
        self, pos: PositionT, frame: CallRoll, face: int, transition: Transition[StateT]
    ) -> None:
        """Throw the next die, or read the table."""
        row = self.row(pos, frame.nation)
        assert row is not None, "only rows of the chart are called on"
        transition.state = transition.state.popped()
        thrown = (*frame.thrown, face)
        if len(thrown) < row.dice:
            transition.state = transition.state.pushed(replace(frame, thrown=thrown))
            return
        added = self.modifier(pos, row)
        result = row.result(sum(thrown) + added)
        transition.tell(
            "answer",
            result.rule or row.dice_rule or self.dice_rule,
            name=row.name,
            rolled=sum(thrown),
            modifier=f"{added:+d}",
            result=result.id,
        )
        self.follow(pos, row, result, transition)

    def answer(self) -> Answer[StateT, PositionT, FrameT, CallNation]:
        """The answer to the decision in which calls are made."""
        return Answer(CallNation, self.objections, self.call)

    def handler(self) -> Handler[StateT, PositionT, CallRoll]:
        """The handler of the dice."""
        return Handler(CallRoll, chance=self.node, rolled=self.rolled)
