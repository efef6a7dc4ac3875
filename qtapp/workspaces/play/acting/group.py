"""The selected units as a group: where all can go, by which way, and what they do together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from engine.core.actions import Action, Objection
from engine.core.state import Location
from engine.core.view.display import CounterView
from engine.core.wording import counted, list_words
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.bridge import GameBridge
from qtapp.board.selection import Selection
from qtapp.painters.counters.badges import is_done
from qtapp.widgets.wording import place_title
from qtapp.workspaces.play.acting.offer import Offer
from qtapp.workspaces.play.acting.orders import Order, aimed, marches, orders, takes_way
from qtapp.workspaces.play.acting.waiting_units import listed_place, mates, spread, waiting_units
from qtapp.workspaces.play.offers import counters_at

NOBODY: frozenset[UnitId] = frozenset()


@dataclass(frozen=True, slots=True)
class Journey:
    """The way units would take to a hex: a path for each place they start from, and the most that
    it costs one of them (None where nothing is counted). With ``objections`` they cannot go.
    """

    paths: tuple[tuple[Hex, ...], ...] = ()
    cost: int | None = None
    objections: tuple[Objection, ...] = ()


class Holding:
    """The units that are passed by when the next one is looked for, that no mark calls to act, and
    that nobody is reminded of as the phase ends. With the phase it is forgotten.
    """

    def __init__(self, bridge: GameBridge) -> None:
        self._bridge = bridge
        self._phase: tuple[object, ...] = ()
        self._units = NOBODY
        bridge.opened.connect(self._forget)

    @property
    def units(self) -> Collection[UnitId]:
        """Who stays in the phase that is played."""
        return self._units if self._phase == self._now() else NOBODY

    def turn(self, units: Iterable[UnitId]) -> bool:
        """Have some units stay, or move again when all of them stay: true when they stay now."""
        mine, held = frozenset(units), frozenset(self.units)
        stay = not mine <= held
        self._phase, self._units = self._now(), held | mine if stay else held - mine
        return stay

    def _now(self) -> tuple[object, ...]:
        state = self._bridge.state
        return state.turn, state.phase, state.active

    def _forget(self) -> None:
        self._phase, self._units = (), NOBODY


class Group:
    """What the selected units may do together; ``via`` are hexes they are to pass on the way."""

    def __init__(self, bridge: GameBridge, selection: Selection) -> None:
        self._bridge = bridge
        self._selection = selection
        self.via: tuple[Hex, ...] = ()
        self.holding = Holding(bridge)
        """Who stays where it is in this phase."""

    @property
    def selection(self) -> Selection:
        """What is selected."""
        return self._selection

    def way(self) -> tuple[Hex, ...]:
        """The way of the leading unit over the hexes that it is to pass so far."""
        unit = self._selection.unit
        return self._path(unit, self.via) if unit is not None and self.via else ()

    def ready(self, place: Location) -> tuple[UnitId, ...]:
        """The units in a hex that the side to decide commands and that can do something, topmost
        first; of units off the map none, for a pool is no stack.
        """
        bridge = self._bridge
        if not isinstance(place, Hex) or not bridge.player_decides:
            return ()
        side, commands = bridge.view.side, bridge.commands
        return tuple(
            counter.unit
            for counter in counters_at(bridge.counters, place)[::-1]
            if commands[counter.unit] == side and bridge.offers.can_act(counter.unit)
        )

    def due(self) -> list[UnitId]:
        """Those of `in_order`; during set-up only units that wait, while one can be placed."""
        units, state = self.in_order(), self._bridge.state
        if self._bridge.rules.setting_up(state):
            waiting = [unit for unit in units if not isinstance(state.pieces[unit].at, Hex)]
            if any(map(self._bridge.offers.can_act, waiting)):
                return waiting
        return units

    def next_able(self, step: int) -> UnitId | None:
        """The next unit (or, with -1, the one before) that can do something, place by place. Those
        selected together are passed by while there are others; who has moved or fought and can go
        on comes after those that have done nothing yet, and after all who can do nothing but what
        is rare, as to disband. Who stays is left out.
        """
        bridge = self._bridge
        if not bridge.player_decides:
            return None
        units, passed = self.due(), self._selection.units
        now = self._selection.unit
        start = units.index(now) if now in units else (-1 if step > 0 else 0)
        coming = [units[(start + step * count) % len(units)] for count in range(1, len(units) + 1)]
        done = {counter.unit for counter in bridge.counters if is_done(counter.badges)}
        coming.sort(key=lambda unit: (unit in passed, unit in done))
        free = [unit for unit in coming if unit not in self.holding.units]
        idle = next(filter(bridge.offers.is_idle, free), None)
        return idle or next(filter(bridge.offers.can_act, free), None)

    def hold(self) -> str:
        """Have the selected units stay where they are in this phase; when all of them do, have them
        move again. Returns what is to be said of it, '' where the next unit is to follow.
        """
        units = tuple(filter(self._is_mine, self._selection.units))
        if not units:
            return "Choose units of your own that are to stay where they are."
        if self.holding.turn(units):
            return ""
        return f"{counted(len(units), 'unit')} may move again."

    def calls(self, at: Hex) -> bool:
        """Whether a unit in a hex can do something and does not stay there."""
        held = self.holding.units
        return not held or any(unit not in held for unit in self.ready(at))

    def in_order(self) -> list[UnitId]:
        """The units of the side to decide: those on the board by the labels of their hexes, then
        those in boxes.
        """
        board = self._bridge.game.scenario.map

        def key(counter: CounterView) -> tuple[int, str, str]:
            at = counter.at
            return (
                (0, board.label(at), counter.unit) if isinstance(at, Hex) else (1, at, counter.unit)
            )

        mine = (counter for counter in self._bridge.counters if self._is_mine(counter.unit))
        return [counter.unit for counter in sorted(mine, key=key)]

    def waiting(self) -> tuple[UnitId, ...]:
        """Of the units that wait off the map all that may be placed where the selected one may, or
        the first when none is selected; none when something on the map is.
        """
        bridge, unit = self._bridge, self._selection.unit
        if not bridge.waiting or listed_place(bridge, self._selection.place) != bridge.waiting:
            return ()
        lead = unit if unit is not None else next(iter(waiting_units(bridge)), None)
        return () if lead is None else mates(bridge, lead)

    def craft(self) -> tuple[Offer, ...]:
        """What ships and flotillas of the selected hex can do elsewhere, while no unit is selected
        that can do something.
        """
        bridge, unit, at = self._bridge, self._selection.unit, self._selection.hex
        if at is None or not bridge.player_decides:
            return ()
        if unit is not None and self._is_mine(unit) and bridge.offers.can_act(unit):
            return ()
        return bridge.offers.leaving(at)

    def has_craft(self, at: Location) -> bool:
        """Whether a ship or a flotilla of the side to decide can go somewhere from a place."""
        return self._bridge.player_decides and bool(self._bridge.offers.leaving(at))

    def next_at(self, at: Hex) -> tuple[UnitId, ...] | None:
        """Whom a click on the selected hex takes: the whole stack first, then one unit after the
        other, then nobody but the ships and flotillas there; None where there is no other.
        """
        ready, now = self.ready(at), self._selection.units
        is_last = len(now) == 1 and now[0] == next(iter(ready[-1:]), None)
        if is_last and self.has_craft(at):
            return ()
        return ready if len(ready) > 1 and (is_last or not now) else self.next_in_stack(at)

    def next_in_stack(self, place: Location) -> tuple[UnitId, ...] | None:
        """The unit of a place after the selected one; None where there is none."""
        units = [counter.unit for counter in counters_at(self._bridge.counters, place)[::-1]]
        now = self._selection.unit
        row = units.index(now) + 1 if now in units else 0
        return (units[row % len(units)],) if units else None

    def toggle(self, place: Location, units: tuple[UnitId, ...]) -> None:
        """Add units of a place to the group, or take them out when all of them are in it."""
        chosen = self._selection.units
        if units and set(units) <= set(chosen):
            left = tuple(unit for unit in chosen if unit not in units)
            lead = left[0] if left else None
            at = self._bridge.state.pieces[lead].at if lead is not None else None
            self._selection.select(at, lead, left)
        elif units and chosen and self._is_mine(chosen[0]):
            self._selection.select(self._selection.place, chosen[0], (*chosen, *units))
        elif units:
            self._selection.select(place, units[0], units)

    def of_formation(self, unit: UnitId) -> tuple[UnitId, ...]:
        """The units on the board of a unit's formation that can do something, itself first."""
        bridge = self._bridge
        order = bridge.game.scenario.oob.units
        formation = order[unit].formation if unit in order else ""
        mates = [
            counter.unit
            for counter in bridge.counters
            if isinstance(counter.at, Hex)
            and counter.unit in order
            and formation
            and order[counter.unit].formation == formation
            and self._is_mine(counter.unit)
            and bridge.offers.can_act(counter.unit)
        ]
        return tuple(dict.fromkeys((unit, *mates)))

    def reach(self) -> dict[Hex, int | None]:
        """The hexes that every selected unit can act at, with the cost for the slowest; without
        such units those that ships or flotillas of the selected hex get to.
        """
        bridge, units = self._bridge, self._selection.units
        if not bridge.player_decides:
            return {}
        craft = self.craft()
        if craft:
            return _sailed(bridge, craft)
        if not units:
            return {}
        goals = frozenset.intersection(*(bridge.offers.goals(unit) for unit in units))
        costs = [bridge.rules.reach(bridge.state, unit) for unit in units] if goals else []
        found: dict[Hex, int | None] = {}
        for at in sorted(goals):
            known = [cost[at] for cost in costs if at in cost]
            is_march = len(known) == len(units) and marches(bridge.offers.reaching(units[0], at))
            found[at] = max(known) if is_march else None
        return found

    def is_lit(self, at: Hex) -> bool:
        """Whether every selected unit can act at a hex by itself, so that it is lit."""
        return all(at in self._bridge.offers.goals(unit) for unit in self._selection.units)

    def pass_by(self, at: Hex) -> bool:
        """Send the group by a hex on its way; a hex that is already on it is taken out again.

        False when no way of the leading unit goes on over it.
        """
        if at in self.via:
            self.via = tuple(known for known in self.via if known != at)
            return True
        unit = self._selection.unit
        if unit is None or not self._path(unit, (*self.via, at)):
            return False
        self.via = (*self.via, at)
        return True

    def journey(self, at: Hex) -> Journey:
        """The way to a hex, over those it is to pass."""
        bridge = self._bridge
        paths: dict[Hex, tuple[Hex, ...]] = {}
        worst: int | None = None
        for unit in self._selection.units:
            path = self._path(unit, (*self.via, at))
            if path:
                paths.setdefault(path[0], path)
            is_march = bool(self.via) or marches(bridge.offers.reaching(unit, at))
            cost = self._cost(unit, at) if is_march else None
            if cost is not None:
                worst = cost if worst is None else max(cost, worst)
            if at not in bridge.offers.goals(unit):
                why = bridge.offers.why_not(unit, at) or self._nothing(unit, at)
                return Journey(tuple(paths.values()), None, why)
        return Journey(tuple(paths.values()), worst)

    def orders(self, at: Location) -> tuple[Order, ...]:
        """What the group may do at a place, over the hexes it is to pass.

        Units that wait off the map and do not all find room in a hex may go into those beside it.
        """
        bridge, units = self._bridge, self._selection.units
        found = orders(bridge.rules, bridge.state, units, at)
        waits = isinstance(self._selection.place, str) and len(units) > 1
        fits = any(not order.objections and not order.left for order in found)
        if isinstance(at, Hex) and waits and not fits:
            wider = spread(bridge, units, at)
            found = (*found, wider) if wider is not None else found
        return found or self._attack(at)

    def aims(self) -> bool:
        """True when one of the selected units may act at another hex than its own, or may do
        anything while it is off the board.
        """
        bridge, place = self._bridge, self._selection.place
        mine = [unit for unit in self._selection.units if self._is_mine(unit)]
        if not isinstance(place, Hex):
            return any(map(bridge.offers.can_act, mine))
        return any(bridge.offers.goals(unit) - {place} for unit in mine)

    def refused(self, order: Order) -> tuple[Objection, ...]:
        """What forbids an order, and who of the group could carry it out without the others."""
        if not (order.done and order.objections) or {*order.done} >= {*self._selection.units}:
            return order.objections
        could = list_words(map(self._bridge.name_of, order.done))
        first, *others = order.objections
        text = f"{first.text} Without the others {could} could do so."
        return (replace(first, text=text), *others)

    def _attack(self, at: Location) -> tuple[Order, ...]:
        """The attack that the planner would declare on a hex with the whole group, but for those
        who would add nothing to it, such as trucks: they are added one by one.
        """
        bridge, units = self._bridge, self._selection.units
        if not isinstance(at, Hex) or not self._is_held(at):
            return ()
        plan = bridge.rules.plan(bridge.state, at, units)
        if plan is None or not (plan.actions or plan.objections):
            return ()
        bare = {one.unit for one in plan.attackers if one.value == "0"}
        strong = tuple(unit for unit in units if unit not in bare)
        if bare and strong:
            other = bridge.rules.plan(bridge.state, at, strong)
            if other is not None and other.actions and other.column == plan.column:
                plan, units = other, strong
        return (Order("Attack", ("attack",), plan.actions, units, (), plan.objections),)

    def _is_held(self, at: Hex) -> bool:
        """True when an enemy is in a hex, known or not."""
        bridge = self._bridge
        here = counters_at(bridge.counters, at)
        held = any(not self._is_mine(counter.unit) for counter in here)
        return held or at in bridge.player_view.unknown

    def take(self, order: Order, at: Location) -> None:
        """Carry an order out; one undo takes it back.

        Units that had to wait for a die go on as soon as it has fallen and their side decides
        again.
        """
        bridge = self._bridge
        side, kind = bridge.view.side, order.kind
        actions = self._by_way(order.actions)
        joined = False
        while bridge.act_together(actions, joined=joined):
            left, joined = order.left, True
            if not left or not bridge.player_decides or bridge.view.side != side:
                break
            again = orders(bridge.rules, bridge.state, left, at)
            following = next((found for found in again if found.kind == kind), None)
            if following is None or following.objections:
                break
            order, actions = following, self._by_way(following.actions)

    def text(self, order: Order, at: Location) -> str:
        """A menu line for an order."""
        bridge = self._bridge
        if len(order.actions) == 1:
            return bridge.rules.describe(bridge.state, order.actions[0])
        if order.told:
            return f"{order.title}: {order.told}"
        units = counted(len(order.done) + len(order.left), "unit")
        place = place_title(bridge.game.scenario.map, at)
        takes = bridge.rules.takes(bridge.state, order.actions)
        return f"{order.title}: {units}, {place}{takes}"

    def _by_way(self, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        """The same decisions over the hexes that were to be passed, where they have a way."""
        if not self.via:
            return actions
        return tuple(self._over(action) for action in actions)

    def _over(self, action: Action) -> Action:
        who, at = action.who(), action.where()
        if len(who) != 1 or not isinstance(at, Hex) or not takes_way(action):
            return action
        path = self._path(who[0], (*self.via, at), action)
        return aimed(action, who[0], at, path[1:-1]) if path else action

    def _path(
        self, unit: UnitId, stops: tuple[Hex, ...], like: Action | None = None
    ) -> tuple[Hex, ...]:
        """The whole way of a unit over some hexes, leg by leg; empty when a leg leads nowhere."""
        bridge = self._bridge
        near = (bridge.offers.reaching(unit, stop) for stop in (stops[-1], stops[0]))
        pattern = like or next((action for action in near if action is not None), None)
        if pattern is None:
            return ()
        state, way = bridge.state, tuple[Hex, ...]()
        for stop in stops:
            leg = bridge.rules.route(state, aimed(pattern, unit, stop))
            if not leg:
                return ()
            way = (*way[:-1], *leg)
            state = state.with_piece(unit, at=stop)
        return way

    def _cost(self, unit: UnitId, at: Hex) -> int | None:
        """What the way costs, leg by leg; None where the rules count nothing."""
        rules, state, total = self._bridge.rules, self._bridge.state, 0
        for stop in (*self.via, at):
            cost = rules.reach(state, unit).get(stop)
            if cost is None:
                return None
            total += cost
            state = state.with_piece(unit, at=stop)
        return total

    def _nothing(self, unit: UnitId, at: Hex) -> tuple[Objection, ...]:
        """Why one who can do nothing anywhere cannot march to a hex, as others march now; that
        nothing reaches it where nobody marches.
        """
        bridge, scenario = self._bridge, self._bridge.game.scenario
        piece = bridge.state.pieces.get(unit)
        if piece is not None and isinstance(piece.at, Hex) and self._is_mine(unit):
            acts = (offer.action for offer in bridge.offers.everything(1))
            march = next((one for one in acts if takes_way(one) and len(one.who()) == 1), None)
            why = bridge.rules.check(bridge.state, aimed(march, unit, at)) if march else ()
            if why:
                return why
        name, place = bridge.name_of(unit), place_title(scenario.map, at)
        return (Objection(bridge.view.rule, f"Nothing that {name} may do now reaches {place}."),)

    def _is_mine(self, unit: UnitId) -> bool:
        bridge = self._bridge
        return bridge.rules.owner(bridge.state, unit) == bridge.view.side


def _sailed(bridge: GameBridge, craft: Iterable[Offer]) -> dict[Hex, int | None]:
    """The hexes that ships or flotillas get to, with the least that one of them spends on it."""
    found: dict[Hex, int | None] = {}
    costs: dict[str, Mapping[Hex, int]] = {}
    for offer in craft:
        name = offer.action.craft()
        if name not in costs:
            costs[name] = bridge.rules.reach(bridge.state, UnitId(name))
        if offer.hex is not None:
            cost, known = costs[name].get(offer.hex), found.get(offer.hex)
            found[offer.hex] = cost if known is None or cost is None else min(cost, known)
    return found
