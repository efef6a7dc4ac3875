"""What may be done, sorted for people by unit, place and kind. Asks the session; knows no rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import islice
from operator import itemgetter

from engine.core.actions import Action, Element, Objection
from engine.core.legal import Family, nobody
from engine.core.state import Location, State
from engine.core.system import Rules
from engine.core.view.display import CounterView
from engine.game.player_view import PlayerView
from engine.lazy import cached_property
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.widgets.wording import unit_title
from qtapp.workspaces.play.acting.offer import (
    Offer,
    aimed_at,
    by_the_nearer_way,
    is_aside,
    is_of_place,
    mentions,
    needed,
    union,
)

LOOK_AT_MOST = 4000
"""How many candidates of one family are looked at when searching for a few."""
LIST_AT_MOST = 60_000
"""How many candidates of one family are sorted by unit: more than the set-up of any title has."""
BETWEEN_AT_MOST = 500
"""So many acts about places alone may be open for their hexes to be lit."""


class Offers:
    """The legal actions at one point of a game; build a new one after each step."""

    def __init__(
        self, player_view: PlayerView, namesakes: Callable[[], Container[UnitId]] | None = None
    ) -> None:
        """``namesakes`` says which units are called as others are, where that is known."""
        self._namesakes = namesakes or (lambda: namesakes_of(self._rules))
        self._rules = player_view.rules
        self._scenario = player_view.rules.scenario
        self._state = player_view.state
        view = player_view.view()
        self._legal = view.legal
        self._interrupts = view.side != self._state.active
        self._by_unit: dict[UnitId, tuple[Offer, ...]] = {}
        self._plain: tuple[Offer, ...] | None = None
        self._between: tuple[Hex, ...] | None = None
        self._active: dict[UnitId, bool] = {}
        self._idle: dict[UnitId, bool] = {}
        self._places: dict[UnitId, tuple[frozenset[Location], tuple[str, ...]]] = {}
        self._here: dict[Location, tuple[Offer, ...]] = {}
        self._leaving: dict[Location, tuple[Offer, ...]] = {}
        self._goals: dict[UnitId, dict[Hex, Action]] = {}
        self._found: dict[str, tuple[list[Action], Iterator[Action]]] = {}
        self._listed: dict[str, dict[object, list[tuple[int, Action]]]] = {}

    def of(self, unit: UnitId) -> tuple[Offer, ...]:
        """Everything a unit may do, family by family, with what its hex may do."""
        if unit not in self._by_unit:
            here = self._place(unit)
            found: dict[Action, Family] = {}
            for family in self._about_unit(unit):
                for action in self._legal.among(family, self._mine(family, unit, here)):
                    found.setdefault(action, family)
            self._by_unit[unit] = tuple(self._offer(*entry) for entry in found.items())
        return self._by_unit[unit]

    def aimed(self, unit: UnitId, place: Location) -> tuple[Offer, ...]:
        """What a click on a place may mean for a unit; of two ways the nearer, no needless one."""
        every = [offer for offer in self.menu(unit, place) if not offer.quiet]
        found = needed(every, lambda offer: self._rules.needless(self._state, offer.action))
        return tuple(by_the_nearer_way(found, lambda offer: offer.action))

    def menu(self, unit: UnitId, place: Location) -> tuple[Offer, ...]:
        """All that a unit may do to or at one place, listed or not."""
        found = {o.action: o for o in self.of(unit) if o.action.where() == place}
        for family in self._legal.families:
            if family.aimed is not None:
                for action in self._legal.among(family, family.aimed(unit, place)):
                    found.setdefault(action, self._offer(action, family))
        return tuple(found.values())

    def cautions(self, offer: Offer) -> tuple[Objection, ...]:
        """What the rules dislike of an offer; taking it tells of each in the log."""
        return self._rules.cautions(self._state, offer.action)

    def against(self, unit: UnitId, other: UnitId) -> tuple[Offer, ...]:
        """What a unit may do to another unit."""
        return tuple(offer for offer in self.of(unit) if mentions(offer.action, other))

    def at(self, place: Location) -> tuple[Offer, ...]:
        """What may be done at a place without first choosing a unit."""
        return tuple(
            self._offer(action, family)
            for family in self._legal.families
            for action in self._legal.among(family, _about(family, place))
            if not action.who()
        )

    def here(self, place: Location) -> tuple[Offer, ...]:
        """What may be done in a place itself, whoever stands there: works, markers, upkeep, points;
        not what is sent there from elsewhere.
        """
        if place not in self._here:
            self._here[place] = tuple(
                self._offer(action, family)
                for family in self._legal.families
                if (family.of is None) is (family.there is None)
                and not (family.closing or family.sends)
                for action in self._legal.among(family, _about(family, place))
                if action.where() == place and is_of_place(action)
            )
        return self._here[place]

    def leaving(self, place: Location) -> tuple[Offer, ...]:
        """What the ships and flotillas in a place may do elsewhere."""
        if place not in self._leaving:
            self._leaving[place] = tuple(
                self._offer(action, family)
                for family in self._legal.families
                if family.away is not None
                for action in self._legal.among(family, family.away(place))
            )
        return self._leaving[place]

    def prepared(self, unit: UnitId, place: Location) -> tuple[tuple[Offer, Action], ...]:
        """Ways of two steps: what must be done first, then what the unit can do at the place."""
        found = []
        rules = self._rules
        for offer in self._openers(unit):
            after = rules.apply(self._state, offer.action).state
            if rules.chance(after) is not None or rules.outcome(after) is not None:
                continue
            for family in rules.question(after).families:
                about = family.of(unit) if family.of else family.candidates()
                found += [
                    (offer, action)
                    for action in about
                    if unit in action.who()
                    and action.where() == place
                    and (family.sure(action) if family.sure else not rules.check(after, action))
                ]
        return tuple(found)

    def goals(self, unit: UnitId) -> frozenset[Hex]:
        """The hexes a unit may act at, now or after what would have to be done first. Where its hex
        alone does something quietly, as ships that carry supplies from it, is none of them.
        """
        return frozenset(self._aims(unit))

    def reaching(self, unit: UnitId, at: Hex) -> Action | None:
        """The first thing a unit may do at a hex, now or after what would have to be done first."""
        return self._aims(unit).get(at)

    def _aims(self, unit: UnitId) -> dict[Hex, Action]:
        if unit not in self._goals:
            found: dict[Hex, Action] = {}
            for offer in self.of(unit):
                is_own = bool(offer.action.who()) or not offer.quiet
                if offer.hex is not None and is_own:
                    found.setdefault(offer.hex, offer.action)
            rules = self._rules
            for offer in self._openers(unit):
                after = rules.apply(self._state, offer.action).state
                if rules.chance(after) is not None or rules.outcome(after) is not None:
                    continue
                for family in rules.question(after).families:
                    about = family.of(unit) if family.of else family.candidates()
                    for action in islice(about, LOOK_AT_MOST):
                        at = action.where()
                        if unit not in action.who() or at in found or not isinstance(at, Hex):
                            continue
                        if family.sure(action) if family.sure else not rules.check(after, action):
                            found[at] = action
            self._goals[unit] = found
        return self._goals[unit]

    def plain(self) -> tuple[Offer, ...]:
        """What may be done without choosing a unit or a hex: ends of phases, answers, payments."""
        if self._plain is None:
            listed = (
                (family, islice((family.plain or family.candidates)(), LOOK_AT_MOST))
                for family in self._legal.families
                if not family.by_unit
            )
            self._plain = tuple(
                self._offer(action, family)
                for family, candidates in listed
                for action in self._legal.among(family, filter(self._is_plain, candidates))
            )
        return self._plain

    def closing(self) -> tuple[Offer, ...]:
        """The actions that end a phase or segment."""
        return tuple(offer for offer in self.plain() if offer.closing)

    def can_close(self) -> bool:
        """True when a phase or segment may be ended."""
        return any(
            True
            for family in self._legal.families
            if family.closing
            for _ in self._legal.among(family, family.candidates())
        )

    def can_act(self, unit: UnitId) -> bool:
        """True when a unit may do anything at all."""
        if unit not in self._active:
            self._active[unit] = bool(self._by_unit.get(unit)) or self._finds(unit)
        return self._active[unit]

    def is_idle(self, unit: UnitId) -> bool:
        """True when a unit may do something that one may have forgotten, no rare thing alone."""
        if unit not in self._idle:
            self._idle[unit] = self._finds(unit, counts_rare=False)
            self._active[unit] = self._idle[unit] or self.can_act(unit)
        return self._idle[unit]

    def some_able(self, units: Iterable[tuple[UnitId, Location]]) -> Location | None:
        """Where the first of some units is that may do anything at all; None when there is none.
        Of very many, most of whom may do nothing, it takes a look at few.
        """
        named = self._named
        for unit, at in units:
            asks = named is None or unit in self._able or unit in named or ("at", at) in named
            if asks and self.can_act(unit):
                return at
        return None

    @cached_property
    def _named(self) -> set[object] | None:
        """The units and places that open families hold something about; None where each unit must
        be asked about.
        """
        if any(family.of is not None for family in self._of_any):
            return None
        return {key for family in self._of_any for key in self._listing(family)}

    def _finds(self, unit: UnitId, *, counts_rare: bool = True) -> bool:
        """Whether any family holds something about a unit: most who are off the map are in none."""
        here, families = self._place(unit), self._about_unit(unit)
        asked = (one for one in families if counts_rare or not one.rare)
        return any(self._holds(family, unit, here) for family in asked)

    def _holds(self, family: Family, unit: UnitId, here: Location | None) -> bool:
        if family.places is not None:
            return bool(family.places(unit))
        ways = family.likely and family.likely(unit), self._mine(family, unit, here)
        return any(True for some in ways if some for _ in self._legal.among(family, some))

    def places(self, unit: UnitId) -> frozenset[Location]:
        """The places that a unit may do something at, on and off the map."""
        return self._ways_to_places(unit)[0]

    def placing(self, unit: UnitId) -> tuple[str, ...]:
        """What the families are called by which a unit may do something at a place."""
        return self._ways_to_places(unit)[1]

    def _ways_to_places(self, unit: UnitId) -> tuple[frozenset[Location], tuple[str, ...]]:
        if unit not in self._places:
            here = self._place(unit)
            aims = {one.title: self._aimed(one, unit, here) for one in self._about_unit(unit)}
            titles = tuple(title for title, found in aims.items() if found)
            self._places[unit] = union(aims.values()), titles
        return self._places[unit]

    def _aimed(self, family: Family, unit: UnitId, here: Location | None) -> frozenset[Location]:
        """The places that actions of a family lead a unit to."""
        if family.places is not None:
            return family.places(unit)
        found = self._legal.among(family, self._mine(family, unit, here))
        return frozenset(at for at in map(Action.where, found) if at is not None)

    def _about_unit(self, unit: UnitId) -> Sequence[Family]:
        """The families that may hold something about a unit."""
        return [family for family, able in self._askable if able is None or unit in able]

    @cached_property
    def _askable(self) -> Sequence[tuple[Family, frozenset[UnitId] | None]]:
        """The families that units take part in, each with the only ones if it says so."""
        asked = (family for family in self._legal.families if family.of is not nobody)
        return [(one, one.able() if one.able is not None else None) for one in asked]

    @cached_property
    def _of_any(self) -> Sequence[Family]:
        """Those that may be about any unit."""
        return [family for family, able in self._askable if able is None]

    @cached_property
    def _able(self) -> frozenset[UnitId]:
        """All units that some family names as those who take part in it."""
        return frozenset().union(*(able for _, able in self._askable if able))

    def _place(self, unit: UnitId, state: State | None = None) -> Location | None:
        piece = (state or self._state).pieces.get(unit)
        return piece.at if piece else None

    def everything(self, limit: int) -> Iterator[Offer]:
        """All legal actions, family by family, at most ``limit`` of each; looked for once."""
        for family in self._legal.families:
            for action in self._first(family, limit):
                yield self._offer(action, family)

    def between(self) -> tuple[Hex, ...]:
        """The hexes that all there is to decide is about, ends of phases apart; none while a unit
        could be chosen for it, several kinds be sent or something done besides, but against what
        the other side does in its own phase, nor where there is very much of it.
        """
        if self._between is None:
            self._between = tuple(dict.fromkeys(self._about_places()))
        return self._between

    def _about_places(self) -> list[Hex]:
        hexes: list[Hex] = []
        is_one = sum(not family.closing for family in self._legal.families) == 1
        for limit in (1, BETWEEN_AT_MOST):  # mostly the very first one tells enough
            hexes = []
            for one in (found for found in self.everything(limit) if not found.closing):
                who, where = one.action.who(), one.action.where()
                aside = one.quiet or (one.action.sent() and not is_one)
                if where is None or who or (aside and not self._interrupts):
                    return []
                hexes += [] if one.hex is None else [one.hex]
        return hexes if len(hexes) < BETWEEN_AT_MOST else []

    def standing(self) -> tuple[Hex, ...]:
        """The hexes of the units of which some must be chosen, where nothing else can be done; none
        where there are very many.
        """
        hexes: dict[Hex, None] = {}
        for one in self.everything(BETWEEN_AT_MOST):
            action = one.action
            if one.closing or action.where() is not None or not action.who():
                return ()
            places = map(self._place, action.who())
            hexes |= dict.fromkeys(at for at in places if isinstance(at, Hex))
        return tuple(hexes) if len(hexes) < BETWEEN_AT_MOST else ()

    def _first(self, family: Family, limit: int) -> Iterator[Action]:
        """The first legal actions of a family: those found before, then further ones."""
        if family.name not in self._found:
            self._found[family.name] = [], self._legal.among(family, family.candidates())
        found, further = self._found[family.name]
        for number in range(limit):
            if number == len(found):
                action = next(further, None)
                if action is None:
                    return
                found.append(action)
            yield found[number]

    def why_not(self, unit: UnitId, place: Location) -> tuple[Objection, ...]:
        """Why a unit can do nothing at a place: the objections to the likeliest attempt.

        Attempts are what the unit might do elsewhere, aimed at the place, now or after what would
        have to be done first. What was meant for that very place is likelier, such as a landing
        that was planned there; and where no way leads by land, what forbids to go by sea or air, if
        that could be done there at all. Who can do nothing anywhere is told what forbids what might
        be aimed there. Empty when there is nothing to attempt.
        """
        best: tuple[Objection, ...] = ()
        element, is_meant = Element.GROUND, False
        for state in self._states_for(unit):
            for attempt, meant in self._attempts(state, unit, place):
                objections = self._rules.check(state, attempt)
                if not objections or (is_meant and not meant):
                    continue
                is_other = attempt.element is not element and not is_aside(objections)
                likelier = (meant and not is_meant) or (is_other and is_aside(best))
                if not best or likelier or len(objections) < len(best):
                    best, element, is_meant = objections, attempt.element, meant
        return best or self._why_none_aims(unit, place)

    def _why_none_aims(self, unit: UnitId, place: Location) -> tuple[Objection, ...]:
        aims = (family.aimed for family in self._legal.families if family.aimed is not None)
        attempts = (action for aim in aims for action in aim(unit, place))
        return next(filter(None, map(self._legal.objections, attempts)), ())

    def _states_for(self, unit: UnitId) -> Iterator[State]:
        yield self._state
        for offer in islice(self._openers(unit), 3):
            yield self._rules.apply(self._state, offer.action).state

    def _attempts(self, state: State, unit: UnitId, at: Location) -> Iterator[tuple[Action, bool]]:
        """One attempt of each kind, and whether it is meant for the place as it stands."""
        here = self._place(unit, state)
        for family in self._rules.question(state).families:
            elsewhere: Action | None = None
            for action in self._about(family, unit, here):
                target = action.where()
                if family.quiet and not action.who():
                    break
                if target == at:
                    yield action, True
                    break
                if target is not None and isinstance(target, Hex) == isinstance(at, Hex):
                    elsewhere = elsewhere or action
            else:
                if elsewhere is not None:
                    yield aimed_at(elsewhere, at), False

    def _openers(self, unit: UnitId) -> Iterator[Offer]:
        return (offer for offer in self.of(unit) if offer.action.opens)

    def _has_namesake(self, unit: UnitId) -> bool:
        return unit in self._shared_names

    @cached_property
    def _shared_names(self) -> Container[UnitId]:
        return self._namesakes()

    def _mine(self, family: Family, unit: UnitId, here: Location | None) -> Iterable[Action]:
        """The candidates of an open family about a unit; those of all units are listed once."""
        if family.of is not None:
            return islice(family.of(unit), LOOK_AT_MOST)
        listed = self._listing(family)
        own = listed.get(unit, [])
        by_place = listed.get(("at", here), []) if here is not None else []
        both = sorted([*own, *by_place], key=itemgetter(0)) if own or by_place else []
        return [action for _number, action in both]

    def _listing(self, family: Family) -> dict[object, list[tuple[int, Action]]]:
        """The candidates of an open family by who takes part, or by place where nobody does."""
        if family.name not in self._listed:
            listed: dict[object, list[tuple[int, Action]]] = {}
            for number, action in enumerate(islice(family.candidates(), LIST_AT_MOST)):
                who = action.who()
                for key in dict.fromkeys(who) if who else (("at", action.origin_of()),):
                    listed.setdefault(key, []).append((number, action))
            self._listed[family.name] = listed
        return self._listed[family.name]

    def _about(self, family: Family, unit: UnitId, here: Location | None) -> Iterable[Action]:
        if family.of is not None:
            yield from islice(family.of(unit), LOOK_AT_MOST)
            return
        for action in islice(family.candidates(), LOOK_AT_MOST):
            who = action.who()
            if unit in who or (not who and here is not None and action.origin_of() == here):
                yield action

    def _is_plain(self, action: Action) -> bool:
        if action.who() or isinstance(action.where(), Hex):
            return False
        return not isinstance(action.origin_of(), Hex)

    def _offer(self, action: Action, family: Family) -> Offer:
        kinds = family.closing, family.quiet, family.listed, family.main
        return Offer(action, self._line, family.name, family.title, *kinds)

    def _line(self, action: Action) -> str:
        text = self._rules.describe(self._state, action)
        who = action.who()
        if len(who) == 1 and self._has_namesake(who[0]):
            piece = self._state.pieces.get(who[0])
            at = piece.at if piece else None
            label = self._scenario.map.label(at) if isinstance(at, Hex) else ""
            if label and label not in text:
                text = f"{label} · {text}"
        return text


def namesakes_of(rules: Rules) -> frozenset[UnitId]:
    """The units that sentences call as they call others: by the name that a title's rules give
    them, or by the title of the order of battle where these know none.
    """
    order, named = rules.scenario.oob, rules.laying.called
    names = {unit: named(unit) for unit in order.units}
    names = {unit: unit_title(order, unit) if it == unit else it for unit, it in names.items()}
    shared = Counter(names.values())
    return frozenset(unit for unit, name in names.items() if shared[name] > 1)


def _about(family: Family, place: Location) -> Iterable[Action]:
    """What a family could aim at a place, or start from it."""
    if family.there is not None:
        return family.there(place)
    few = islice(family.candidates(), LOOK_AT_MOST)
    return (action for action in few if place in (action.where(), action.origin_of()))


def waiting_place(counters: Iterable[CounterView], offers: Offers, boxes: Container[str]) -> str:
    """Where units wait off the map, in no box of it, for someone to place them; "" if nowhere."""
    at = offers.some_able(
        [(one.unit, one.at) for one in counters if isinstance(one.at, str) and one.at not in boxes]
    )
    return at if isinstance(at, str) else ""


def counters_at(counters: Iterable[CounterView], place: Location) -> tuple[CounterView, ...]:
    """The counters that stand in a hex or box, topmost last as they are drawn."""
    return tuple(counter for counter in counters if counter.at == place)
