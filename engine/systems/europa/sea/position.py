"""A state with its table, as the sea asks about it."""

from __future__ import annotations

from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.core.state import Location
from engine.systems.europa.sea.context import SeaContext
from engine.systems.europa.sea.records import NO_SEA, SeaWar
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import LANDED, TURNED, Ability, Going
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Theatre
from maps.hexgrid import Hex
from oob.model import UnitId


class SeaPosition(Position):
    """Everything the rules of the sea ask of one state."""

    context: SeaContext

    @property
    def sea(self) -> SeaWar:
        """What the war at sea remembers; nothing where a scenario does not play it."""
        return NO_SEA

    @property
    def harbours(self) -> frozenset[Location]:
        """The ports and boxes that the phasing side may use in this player turn (BF-26A3.5)."""
        return frozenset()

    @property
    def fed(self) -> frozenset[UnitId]:
        """Units that landed in supply are in supply in the player turn after (BF-26B2.4)."""
        return self.sea.landed

    def landing_share(self, unit: UnitId) -> int:
        """Units other than marines attack with a part of their strength in the turn they land
        (BF-26B2.3).
        """
        landed = LANDED in self.piece(unit).marks
        marine = Ability.MARINE in self.facts(unit).abilities
        return self.context.charts.landings.share if landed and not marine else 1

    def may_go(self, unit: UnitId, going: Going) -> Objection | None:
        """Who was turned back at sea moves no more in the phase (BF-26C.6)."""
        if TURNED not in self.piece(unit).marks:
            return super().may_go(unit, going)
        return forbids(self, "turned back", f"{self.called(unit)} was turned back at sea.")

    @property
    def seas(self) -> frozenset[Hex]:
        """Sea and coastal hexes, where more than ports is played of the sea (BF-20F2h.1)."""
        return self.context.seas if self.context.at_sea else frozenset()

    def warships(self, side: str) -> frozenset[Hex]:
        """The zone of interdiction in effect, for the side whose it is (BF-20F2i.1)."""
        if not self.sea.zone or side != self.context.charts.interdiction.side:
            return frozenset()
        return self.context.interdicted.get(self.sea.zone, frozenset())

    def count_warship(self, transition: Transition[Theatre]) -> None:
        """Hits on warships are totalled (BF-20F2i.3)."""
        sea = now(self.context, transition).sea
        transition.set(sea=replace(sea, hits=sea.hits + 1))

    def bars_voyage(self, _unit: UnitId, _to: Location) -> Objection | None:
        """Why a title does not let a unit go by sea to a place."""
        return None

    def count_ships(self, _side: str, _points: int, _transition: Transition[Theatre]) -> None:
        """What a title makes of a side's transport points that are sunk; nothing by default."""

    def count_call(self, _transition: Transition[Theatre]) -> None:
        """What a title makes of the use of emergency ships; nothing by default."""


def now(context: Context, transition: Work) -> SeaPosition:
    """The position of a step in the making."""
    found = context.look(transition.state)
    assert isinstance(found, SeaPosition), "titles with ships look with a position of the sea"
    return found


def rule(pos: Position, topic: str) -> str:
    """The rule by which a title cites a topic of the sea."""
    return pos.context.citations[topic]


def forbids(pos: Position, topic: str, text: str) -> Objection:
    """A sentence that forbids, with its rule."""
    return Objection(rule(pos, topic), text)


def beaches(pos: SeaPosition, side: str, zone: str) -> tuple[Hex, ...]:
    """The beaches a side owns in a sea zone; none where the scenario plays ports alone."""
    if not pos.context.at_sea:
        return ()

    def work() -> tuple[Hex, ...]:
        owned, known = pos.owned(side), pos.context.beaches
        return tuple([at for at, lies in known.items() if lies == zone and at in owned])

    return pos.shared(("beaches", side, zone), (pos.owned(side),), work)


def sands(pos: SeaPosition, side: str) -> frozenset[Hex]:
    """All beaches a side owns; none where the scenario plays ports alone."""
    if not pos.context.at_sea:
        return frozenset()
    owned = pos.owned(side)
    return pos.shared(("sands", side), (owned,), lambda: owned.intersection(pos.context.beaches))


def is_beach(pos: SeaPosition, side: str, at: Location) -> bool:
    """True for a beach that a side owns, where the scenario plays beaches (BF-26B1.1)."""
    return at in sands(pos, side)
