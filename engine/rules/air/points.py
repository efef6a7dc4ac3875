"""Air points: nations give bombers and fighters to hexes, and fighters stop bombers there.

A nation's points of a turn are counted down as they are given; what is given to a hex stays there
until the attacks on it are over, and may be shifted until then.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import ClassVar, Generic

from engine.core.actions import Action, Element, Objection
from engine.core.chance import Stream
from engine.core.handler import Answer, Handler, Transition, no_objections
from engine.core.legal import Family
from engine.core.state import Frame, Location
from engine.core.system import Question
from engine.core.view.outlook import Amounts
from engine.core.wording import counted
from engine.frozen import dataclass
from engine.rules.combat.steps import PositionT, StateT
from engine.rules.sequence import EndPhase
from maps.hexgrid import Hex

SHARES = (1, 2, 3, 4, 6, 8, 12)
"""Numbers of points a menu offers, besides all there are."""


@dataclass(frozen=True, slots=True)
class Flight:
    """Air points of one nation at one hex, until the attacks on it are over."""

    nation: str
    at: Hex
    bombers: int
    fighters: int


@dataclass(frozen=True, slots=True)
class Flying(Frame):
    """A side allots air points in the air phase; ``phasing`` is the side whose player turn it is.

    ``nations`` are those that may fly, all when empty.
    """

    side: str
    phasing: str
    nations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Allot(Action):
    """Give air points of a nation to a hex, in place of what it has there."""

    element: ClassVar[Element] = Element.AIR

    nation: str
    target: Hex
    bombers: int
    fighters: int

    @property
    def points(self) -> str:
        """What the hex is to have, in words; '' for none."""
        return told(self.bombers, self.fighters)

    def taken_back_by(self) -> Action:
        """None of the points."""
        return replace(self, bombers=0, fighters=0)


def told(bombers: int, fighters: int) -> str:
    """Bombers and fighters at a hex, or on their way there, in words; '' for none."""
    both = ((bombers, "bomber"), (fighters, "fighter"))
    return " and ".join(counted(count, kind) for count, kind in both if count)


def bombers_left(mine: Iterable[Flight], theirs: Iterable[Flight]) -> int:
    """Bombers that get through: each enemy fighter no fighter of one's own meets stops one."""
    mine = tuple(mine)
    hunters = sum(flight.fighters for flight in theirs) - sum(flight.fighters for flight in mine)
    return max(0, sum(flight.bombers for flight in mine) - max(0, hunters))


@dataclass(frozen=True, slots=True)
class AirRules:
    """What a title cites: ``points`` for how many there are, ``hexes`` for where they may go."""

    points: str
    hexes: str


class AllottingStep(ABC, Generic[StateT, PositionT]):
    """The air phase of a side: it gives points to hexes until it ends the phase."""

    rules: AirRules

    @abstractmethod
    def flights(self, pos: PositionT) -> tuple[Flight, ...]:
        """The points over the board now."""

    @abstractmethod
    def flown(self, pos: PositionT) -> Mapping[str, int]:
        """Points given in this turn, by ``nation kind``."""

    @abstractmethod
    def left(self, pos: PositionT, nation: str) -> tuple[int, int]:
        """Bombers and fighters a nation can still give in this turn."""

    @abstractmethod
    def nations(self, pos: PositionT, side: str) -> Mapping[str, str]:
        """The names of the nations of a side that have an air force, by id, in order."""

    @abstractmethod
    def hexes(self, pos: PositionT, phasing: str) -> tuple[Hex, ...]:
        """Hexes that points may be given to in a player turn, in order."""

    @abstractmethod
    def prompt(self, pos: PositionT, frame: Flying) -> str:
        """What a player is asked."""

    def grounded(self, pos: PositionT, frame: Flying, nation: str) -> Iterator[Objection]:
        """What keeps a nation from flying at all; nothing by default."""
        return iter(())

    def barred(self, pos: PositionT, nation: str, at: Hex) -> Iterator[Objection]:
        """What keeps points of a nation from a hex of the phase; nothing by default."""
        return iter(())

    def ended(self, pos: PositionT, frame: Flying, transition: Transition[StateT]) -> None:
        """What the end of a side's air phase brings; nothing by default."""

    def there(self, pos: PositionT, nation: str, at: Hex) -> tuple[int, int]:
        """Bombers and fighters of a nation at a hex."""
        for flight in self.flights(pos):
            if flight.nation == nation and flight.at == at:
                return flight.bombers, flight.fighters
        return 0, 0

    def flyers(self, pos: PositionT, frame: Flying) -> tuple[str, ...]:
        """Nations of a side that have points to give or to shift."""
        aloft = {flight.nation for flight in self.flights(pos)}
        return tuple(
            nation
            for nation in self.nations(pos, frame.side)
            if (not frame.nations or nation in frame.nations)
            and (nation in aloft or any(self.left(pos, nation)))
        )

    def idle(self, pos: PositionT, frame: Flying) -> bool:
        """True when a side has no points, or there is no hex to give them to."""
        return not (self.flyers(pos, frame) and self.hexes(pos, frame.phasing))

    def question(self, pos: PositionT, frame: Flying) -> Question:
        """Give points to hexes."""
        families = (
            Family(
                "allot",
                "Air points",
                lambda: self._offers(pos, frame),
                draw=lambda stream: self._draw(pos, frame, stream),
                weight=4,
            ),
            Family("end phase", "End the air phase", lambda: (EndPhase(),), weight=3, closing=True),
        )
        return Question(frame.side, self.prompt(pos, frame), families, self.rules.hexes)

    def _offers(self, pos: PositionT, frame: Flying) -> Iterator[Action]:
        for at in self.hexes(pos, frame.phasing):
            for nation in self.flyers(pos, frame):
                yield from self.offers_at(pos, nation, at)

    def offers_at(self, pos: PositionT, nation: str, at: Hex) -> Iterator[Allot]:
        """What a menu offers a nation at a hex: some bombers, some fighters, all of both, none."""
        has, most = self.there(pos, nation, at), self.most(pos, nation, at)
        for bombers in _shares(most[0]):
            if bombers != has[0]:
                yield Allot(nation, at, bombers, has[1])
        for fighters in _shares(most[1]):
            if fighters != has[1]:
                yield Allot(nation, at, has[0], fighters)
        if all(most) and has != most:
            yield Allot(nation, at, *most)
        if any(has):
            yield Allot(nation, at, 0, 0)

    def amounts(self, pos: PositionT, at: Location) -> tuple[Amounts, ...]:
        """What each nation that flies has at a hex, and could have there."""
        state = pos.state
        frame = state.top if state.flow else None
        if not isinstance(frame, Flying) or not isinstance(at, Hex):
            return ()
        if at not in self.hexes(pos, frame.phasing):
            return ()
        found = []
        for nation in self.flyers(pos, frame):
            most = self.most(pos, nation, at)
            barred = (*self.grounded(pos, frame, nation), *self.barred(pos, nation, at))
            if any(most) and not barred:
                action = Allot(nation, at, *self.there(pos, nation, at))
                kinds = (("bombers", most[0]), ("fighters", most[1]))
                name = self.nations(pos, frame.side)[nation]
                found.append(Amounts(name, action, tuple(kind for kind in kinds if kind[1])))
        return tuple(found)

    def most(self, pos: PositionT, nation: str, at: Hex) -> tuple[int, int]:
        """Bombers and fighters a nation could have at a hex: those there and all that are left."""
        has, left = self.there(pos, nation, at), self.left(pos, nation)
        return has[0] + left[0], has[1] + left[1]

    def _draw(self, pos: PositionT, frame: Flying, stream: Stream) -> Action | None:
        hexes, nations = self.hexes(pos, frame.phasing), self.flyers(pos, frame)
        if not hexes or not nations:
            return None
        nation, at = nations[stream.below(len(nations))], hexes[stream.below(len(hexes))]
        bombers, fighters = self.most(pos, nation, at)
        return Allot(nation, at, stream.below(bombers + 1), stream.below(fighters + 1))

    def objections(self, pos: PositionT, frame: Flying, action: Allot) -> Iterator[Objection]:
        """Points the nation has, at a hex they may go to; something must change."""
        nation, at, mine = action.nation, action.target, self.nations(pos, frame.side)
        if nation not in mine:
            yield Objection(self.rules.points, f"{nation!r} has no air points for you to give.")
            return
        grounded = tuple(self.grounded(pos, frame, nation))
        if grounded:
            yield from grounded
            return
        if at not in self.hexes(pos, frame.phasing):
            text = f"No attack can be made on {pos.label(at)} this phase."
            yield Objection(self.rules.hexes, text)
            return
        yield from self.barred(pos, nation, at)
        name, most = mine[nation], self.most(pos, nation, at)
        for word, wanted, limit in (
            ("bomber", action.bombers, most[0]),
            ("fighter", action.fighters, most[1]),
        ):
            if not 0 <= wanted <= limit:
                text = f"{name} has {limit} {word} points for this, not {wanted}."
                yield Objection(self.rules.points, text)
        if (action.bombers, action.fighters) == self.there(pos, nation, at):
            yield Objection(self.rules.hexes, f"{name} has just that at {pos.label(at)}.")

    def allot(
        self, pos: PositionT, frame: Flying, action: Allot, transition: Transition[StateT]
    ) -> None:
        """Set what a nation has at a hex, and count what was given."""
        nation, at = action.nation, action.target
        has, gives = self.there(pos, nation, at), (action.bombers, action.fighters)
        flights = [f for f in self.flights(pos) if (f.nation, f.at) != (nation, at)]
        if any(gives):
            flights.append(Flight(nation, at, *gives))
        flown = dict(self.flown(pos))
        for kind, before, after in zip(("bombers", "fighters"), has, gives, strict=True):
            key = f"{nation} {kind}"
            flown[key] = flown.get(key, 0) + after - before
        flown = {key: count for key, count in flown.items() if count}
        transition.set(flights=tuple(flights), flown=flown)
        facts: dict[str, object] = {"nation": self.nations(pos, frame.side)[nation], "at": at}
        if any(gives):
            facts |= {"bombers": action.bombers, "fighters": action.fighters}
        transition.tell(
            "air points" if any(gives) else "air points back", self.rules.hexes, **facts
        )

    def close(
        self, pos: PositionT, frame: Flying, _action: EndPhase, transition: Transition[StateT]
    ) -> None:
        """Done with this side."""
        transition.state = transition.state.popped()
        self.ended(pos, frame, transition)

    def handler(self) -> Handler[StateT, PositionT, Flying]:
        """The handler of the step."""
        return Handler(
            Flying,
            (
                Answer(Allot, self.objections, self.allot),
                Answer(EndPhase, no_objections, self.close),
            ),
            question=self.question,
        )


def _shares(most: int) -> tuple[int, ...]:
    """The numbers of points a menu offers of so many."""
    return tuple(dict.fromkeys((*(n for n in SHARES if n < most), *((most,) if most else ()))))
