"""A battle goes on by itself where nobody has a choice, or is rolled in one go."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields, replace
from itertools import islice

from engine.core.actions import Action
from engine.game.session import Dice
from qtapp.app.bridge import GameBridge

MOST = 500
"""No battle has more steps than this."""
LOOK = 40
"""So many choices of each sort are compared."""


class BattleRoll:
    """Takes the only thing that can be done, and rolls, until a battle wants a decision or ends.

    Several units that can throw a die at the same target are no choice: they do it in the order
    in which they are listed. One undo takes all of it back.
    """

    def __init__(self, bridge: GameBridge) -> None:
        self._bridge = bridge

    @property
    def can_begin(self) -> bool:
        """True when the battle that is fought would go on without a choice."""
        return self._is_fighting() and (self._rolls() or self._only() is not None)

    def roll_on(self) -> int:
        """Go on until there is a choice; how many decisions and dice that took."""
        bridge, done = self._bridge, 0
        joined = False
        with bridge.held():
            while done < MOST and self._is_fighting():
                if self._rolls():
                    bridge.roll()
                else:
                    action = self._only()
                    if action is None or not bridge.act_together((action,), joined=joined):
                        break
                    joined = True
                done += 1
        return done

    def go_on(self, left_to_others: Collection[str] = ()) -> int:
        """Take the only thing that can be done, time and again, as part of the decision before it;
        how often that was.

        What ends a step and begins to fight stays to be decided, so does what a side is asked that
        is in ``left_to_others``; a die waits unless the program rolls.
        """
        bridge, done = self._bridge, 0
        with bridge.held():
            while done < MOST and self._is_fighting() and bridge.player_decides:
                found = list(islice(bridge.offers.everything(LOOK), 2))
                is_left = bridge.view.side in left_to_others
                if is_left or len(found) != 1 or found[0].closing:
                    break
                cautioned = bridge.offers.cautions(found[0])
                if cautioned or not bridge.act_together((found[0].action,), joined=True):
                    break
                done += 1
        return done

    def _is_fighting(self) -> bool:
        bridge = self._bridge
        return bridge.is_open and bridge.rules.battle(bridge.state) is not None

    def _rolls(self) -> bool:
        """Whether a die is due that the program may roll."""
        return self._bridge.view.chance is not None and self._bridge.game.dice is not Dice.TYPED

    def _only(self) -> Action | None:
        """What must come next, None where there is a choice, or a caution about it."""
        bridge = self._bridge
        if not bridge.player_decides:
            return None
        offers = list(islice(bridge.offers.everything(LOOK), LOOK))
        actions = [offer.action for offer in offers]
        if not actions or not all(_alike(actions[0], other) for other in actions[1:]):
            return None
        if len(actions) > 1 and not self._throws(actions[0]):
            return None
        return None if bridge.offers.cautions(offers[0]) else actions[0]

    def _throws(self, action: Action) -> bool:
        """Whether a die follows a decision at once: it is a shot, and nobody joins or leaves."""
        rules = self._bridge.rules
        return rules.chance(rules.apply(self._bridge.state, action).state) is not None


def _alike(one: Action, other: Action) -> bool:
    """Whether two decisions differ in nothing but the unit that carries them out."""
    names = {field.name for field in fields(one)}
    if type(one) is not type(other) or "unit" not in names:
        return one == other
    return replace(other, **{"unit": getattr(one, "unit", None)}) == one
