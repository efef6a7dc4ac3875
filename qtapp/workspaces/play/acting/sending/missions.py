"""What can be sent to one place by air or sea: missions with those who can fly them, and points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.core.actions import Action, Objection, Roll
from engine.core.state import Location, State
from engine.core.view.fog import UNKNOWN
from engine.core.view.outlook import Amounts, Prospect
from engine.core.wording import counted, per_cent
from maps.hexgrid import Hex
from qtapp.app.bridge import GameBridge
from qtapp.workspaces.play.acting.offer import Offer
from qtapp.workspaces.play.acting.orders import goes_on

TOLD = 4
"""How much of what markers tell of a place is told."""
ANSWERS = 8
"""How often at most others are asked about one decision, as a popover looks ahead."""


@dataclass(frozen=True, slots=True)
class Mission:
    """One thing that can be sent for, with an offer for each who can go."""

    title: str
    offers: tuple[Offer, ...]


def marks_at(bridge: GameBridge, place: Location) -> tuple[str, ...]:
    """What the markers of a place tell, bit by bit: air units, works, hits."""
    known = bridge.rules.markers(bridge.state)
    marks = [mark.text for mark in known if mark.at == place and mark.kind != UNKNOWN]
    return tuple(bit for mark in dict.fromkeys(marks) for bit in mark.split("; "))


def shortened(told: Sequence[str]) -> str:
    """The first few of what is told, and how much more there is."""
    more = f"; and {len(told) - TOLD} more" if len(told) > TOLD else ""
    return "; ".join(told[:TOLD]) + more


class Sending:
    """What can be sent to a place now, and what a choice of it would bring there."""

    def __init__(self, bridge: GameBridge, place: Location) -> None:
        self._bridge = bridge
        self.place = place
        decides = bridge.player_decides
        self.amounts = bridge.rules.amounts(bridge.state, place) if decides else ()
        counted_kinds = {type(one.action) for one in self.amounts}
        found: dict[str, list[Offer]] = {}
        for offer in bridge.offers.at(place) if decides else ():
            action = offer.action
            if action.sent() and action.where() == place and type(action) not in counted_kinds:
                found.setdefault(offer.title, []).append(offer)
        self.missions = tuple(Mission(title, tuple(own)) for title, own in found.items())

    @property
    def is_empty(self) -> bool:
        """True when nothing can be sent there."""
        return not (self.missions or self.amounts)

    def there(self) -> str:
        """What was sent to the place before, by whichever side: whom interceptors would meet."""
        return shortened(marks_at(self._bridge, self.place))

    def prospect(self, actions: Sequence[Action]) -> Prospect:
        """Who goes and what it promises; in the words of a menu where the rules say no more."""
        bridge = self._bridge
        found = bridge.rules.prospect(bridge.state, tuple(actions)) if actions else None
        if found is not None:
            return found
        if len(actions) == 1:
            return Prospect(bridge.rules.describe(bridge.state, actions[0]))
        return Prospect(counted(len(actions), "decision") if actions else "")

    def chosen_with(
        self, chosen: Sequence[Action], action: Action
    ) -> tuple[tuple[Action, ...], tuple[Objection, ...]]:
        """A choice with one more decision, in place of another about the same air unit or marker,
        or of one after which it could not be taken; with objections it stays as it was.
        """
        sent = action.sent()
        others = [
            one
            for one in chosen
            if (not sent or one.sent() != sent) and not self._settles(one, action)
        ]
        wider = (*others, action)
        state = self._bridge.state
        for one in wider:
            forbidding = self._bridge.rules.check(state, one)
            if forbidding:
                return tuple(chosen), forbidding
            state = self._onwards(state, one) or self._bridge.state
        return wider, ()

    def _settles(self, one: Action, action: Action) -> bool:
        """Whether a die falls after one decision that leaves no room for another, whatever it
        shows: of patrol attacks in a hex there is one alone (BF-19.11).
        """
        rules, state = self._bridge.rules, self._bridge.state
        if rules.check(state, one):
            return False
        asked, after = type(state.top), rules.apply(state, one).state
        node = rules.chance(after)
        for face in node.faces if node is not None else ():
            left = rules.apply(after, Roll(face)).state
            asks_again = asked in map(type, left.flow)
            is_open = rules.chance(left) is not None or (asks_again and type(left.top) is not asked)
            if is_open or rules.allows(left, action):
                return False
        return node is not None

    def _onwards(self, state: State, action: Action) -> State | None:
        """The position after a decision that the others answer with nothing, where its side decides
        again; None where a die falls first, or they cannot do nothing.
        """
        rules = self._bridge.rules
        before, state = state, rules.apply(state, action).state
        for _ in range(ANSWERS):
            if goes_on(rules, before, state):
                return state
            if rules.chance(state) is not None or rules.outcome(state) is not None:
                return None
            closing = (family for family in rules.question(state).families if family.closing)
            passing = (one for family in closing for one in family.candidates())
            nothing = next((one for one in passing if rules.allows(state, one)), None)
            if nothing is None:
                return None
            state = rules.apply(state, nothing).state
        return None

    def given(self, values: Sequence[dict[str, int]]) -> tuple[Action, ...]:
        """The decisions that give these points, for each who gives; of those that change nothing
        none.
        """
        wanted = (
            replace(one.action, **value) for one, value in zip(self.amounts, values, strict=True)
        )
        return tuple(
            action for one, action in zip(self.amounts, wanted, strict=True) if action != one.action
        )

    def now(self, amounts: Amounts) -> dict[str, int]:
        """The points that are there, by the names of their kinds."""
        return {kind: getattr(amounts.action, kind) for kind, _most in amounts.most}

    def attack(self, actions: Sequence[Action]) -> str:
        """What an attack on the place by all who can join it would be after these decisions, or is
        now; '' where there is none.
        """
        bridge, at = self._bridge, self.place
        state = self._after(actions)
        if not isinstance(at, Hex) or state is None:
            return ""
        units = bridge.rules.candidates(state, at)
        plan = bridge.rules.plan(state, at, units) if units else None
        if plan is None or not plan.column:
            return ""
        force = {1: "the unit", 2: "both units"}.get(
            len(units), f"all {counted(len(units), 'unit')}"
        )
        cleared = f"cleared {per_cent(plan.clearing)}"
        return f"An attack by {force} beside it: {plan.column}; {cleared}"

    def _after(self, actions: Sequence[Action]) -> State | None:
        """The position after some decisions; None where a die falls before the last."""
        state: State | None = self._bridge.state
        for action in actions:
            state = None if state is None else self._onwards(state, action)
        return state
