"""The menu of what a click can mean among offers, and of what can support a battle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from engine.core.state import Location
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.bridge import GameBridge
from qtapp.board.view import MapView
from qtapp.widgets.wording import signed
from qtapp.workspaces.play.acting.asking import Asker, Choice
from qtapp.workspaces.play.acting.offer import Offer
from qtapp.workspaces.play.offers import counters_at

MOST = 20
"""A menu that would have more entries is folded into one for each kind of action."""


class OfferMenu(Asker):
    """Asks which of several offers is meant, and has that done."""

    def __init__(self, view: MapView, bridge: GameBridge, do: Callable[[Offer], object]) -> None:
        super().__init__(view)
        self._bridge = bridge
        self._do = do

    def ask_which(
        self,
        offers: Sequence[Offer],
        *more: Choice,
        send: Callable[[str], object] | None = None,
        at: Location | None = None,
        first: Sequence[Choice] = (),
    ) -> None:
        """Ask which of some offers is meant; very many are folded by the kind of action. ``send``
        chooses among all that can be sent to a place, of one kind first: it takes the place of a
        kind that would fill a menu by itself. ``first`` comes before the offers: what the selected
        units do together.
        """
        sent = {one for one in offers if one.action.sent() and one.action.where() == at}
        lines = [*more, *([Choice("Choose several to send…", partial(send, ""))] if send else [])]
        if len(first) + len(offers) + len(lines) <= MOST:
            self.ask((*first, *map(self._choice, offers), *lines))
            return
        groups: dict[str, list[Offer]] = {}
        for offer in offers:
            groups.setdefault(offer.title, []).append(offer)
        apart: list[Choice] = []
        for title, members in list(groups.items()):
            if send and len(members) > MOST and set(members) <= sent:
                apart.append(Choice(f"{title} ({len(members)})…", partial(send, title)))
                del groups[title]
        menus = {title: [*map(self._choice, members)] for title, members in groups.items()}
        self.ask((*first, *apart, *lines), menus)

    def _choice(self, offer: Offer) -> Choice:
        bridge = self._bridge
        is_support = offer.hex is None and not offer.action.who()
        ledger = bridge.rules.forecast(bridge.state, offer.action) if is_support else ()
        net = f"  (net {signed(sum(line.value for line in ledger))})" if ledger else ""
        cautions = bridge.offers.cautions(offer)
        return Choice(f"{offer.text}{net}", partial(self._do, offer), cautions)


def friends_at(bridge: GameBridge, at: Hex) -> bool:
    """Whether units of the side to decide stand in a hex."""
    rules, state, side = bridge.rules, bridge.state, bridge.view.side
    return any(rules.owner(state, one.unit) == side for one in counters_at(bridge.counters, at))


def means_friends(bridge: GameBridge, unit: UnitId, at: Hex) -> bool:
    """Whether a click on a hex means the friends there, as the selected unit is done with."""
    return bridge.rules.is_done(bridge.state, unit) and friends_at(bridge, at)


def support_at(bridge: GameBridge, at: Hex) -> tuple[Offer, ...]:
    """What may be brought to the battle for a hex and is no unit on the board; nothing where none
    is fought.
    """
    battle = bridge.rules.battle(bridge.state)
    if battle is None or battle.at != at or not bridge.player_decides:
        return ()
    return tuple(offer for offer in bridge.offers.plain() if not offer.closing)
