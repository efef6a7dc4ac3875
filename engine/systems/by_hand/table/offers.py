"""What may be done, family by family. Whatever is possible is allowed; what is listed is likely."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.actions import Action
from engine.core.chance import Stream
from engine.core.legal import Family, by_unit
from engine.core.state import Location
from engine.core.system import Question
from engine.core.wording import counted
from engine.rules.board.context import DEAD, POOL
from engine.rules.movement.actions import Move
from engine.systems.by_hand import actions as hand
from engine.systems.by_hand.charts import WeatherChart
from engine.systems.by_hand.charts.sequence import PhaseKind
from engine.systems.by_hand.context import PILES
from engine.systems.by_hand.position import HandPosition
from engine.systems.by_hand.records import ARRIVALS, REVEALED, AtTable
from engine.systems.by_hand.sequence import Slot
from maps.hexgrid import Hex
from oob.model import UnitId

RULE = "H-table"
TRACK_STEPS = (-1, 1)
"""What lists offer to add to a track; any number can be set by its own action."""


def question(pos: HandPosition, _frame: AtTable) -> Question:
    """Anything that can be done with hands; the side at the table is asked."""
    slot = pos.slot
    if slot is None:
        prompt = _setting_up(pos)
    else:
        prompt = _coming(pos, slot) or f"{slot.name}: do what the phase asks for, then go on."
        if pos.state.owed:
            prompt = f"To be done by hand: {pos.state.owed[0]}"
    return Question(pos.state.hand, prompt, tuple(_families(pos)), RULE)


def _setting_up(pos: HandPosition) -> str:
    """Who is not set up yet, on either side: the first turn may begin without them."""
    waiting = sum(piece.at == POOL for piece in pos.state.pieces.values())
    if not waiting:
        return "Set up: all stand where they begin. Shift some, or begin the first turn."
    many = counted(waiting, "unit waits", "units wait")
    return f"Set up: {many}. Put units where they begin, then begin the first turn."


def _coming(pos: HandPosition, slot: Slot) -> str:
    """How many units may come in a phase of arrivals; '' in others, and where none may."""
    if slot.kind is not PhaseKind.ARRIVALS:
        return ""
    due = [unit for unit in Mine(pos).waiting() if pos.where(unit) == ARRIVALS]
    due = [unit for unit in due if slot.side in ("", pos.owner(unit))]
    many = counted(len(due), "unit may come", "units may come")
    return f"{slot.name}: {many} now. Bring in who comes, then go on." if due else ""


def _families(pos: HandPosition) -> Iterator[Family]:
    mine = Mine(pos)
    yield by_unit("place", "Set up and bring in", mine.waiting, mine.homes, hand.Place, weight=8)
    if pos.charts.combat is not None:
        yield Family("resolve", "Fight", mine.battles, of=mine.battles_of, weight=4)
    yield Family(
        "move",
        "Move",
        lambda: (action for unit in mine.on_board() for action in mine.moves(unit)),
        of=mine.moves_of,
        aimed=mine.aimed,
        draw=mine.drawn_move,
        weight=12,
        by_unit=True,
    )
    yield Family(
        "stack",
        "Move the stack",
        mine.stacks,
        of=mine.stacks_of,
        aimed=mine.stack_aimed,
        weight=1,
        quiet=True,
        by_unit=True,
    )
    yield by_unit(
        "lose",
        "Take a step",
        mine.on_board,
        lambda _u: (0,),
        lambda u, _n: hand.LoseStep(u),
        weight=1,
        quiet=True,
    )
    yield by_unit(
        "gain",
        "Give a step back",
        mine.reduced,
        lambda _u: (0,),
        lambda u, _n: hand.GainStep(u),
        weight=1,
        quiet=True,
    )
    yield by_unit(
        "flip",
        "Turn over",
        mine.two_faced,
        lambda _u: (0,),
        lambda u, _n: hand.Flip(u),
        weight=1,
        quiet=True,
    )
    if pos.context.states:
        yield by_unit(
            "mark",
            "Put into a state",
            mine.on_board,
            mine.unmarked,
            hand.Mark,
            weight=1,
            quiet=True,
        )
    yield by_unit(
        "unmark",
        "Take out of a state",
        mine.marked_units,
        mine.marked,
        hand.Unmark,
        weight=1,
        quiet=True,
    )
    if pos.charts.hidden is not None:
        yield by_unit(
            "show",
            "Show or hide",
            mine.on_board,
            lambda _u: (0,),
            lambda u, _n: mine.turned_over(u),
            weight=1,
            quiet=True,
        )
    yield by_unit("box", "Put into a box", mine.in_play, mine.boxes, hand.Place, weight=1)
    yield by_unit(
        "remove",
        "Take out of the game",
        mine.on_board,
        lambda _u: (0,),
        lambda u, _n: hand.Remove(u),
        weight=1,
        quiet=True,
    )
    yield from _things(pos, mine)
    yield Family("next phase", "Go on", lambda: (hand.NextPhase(),), weight=2, closing=True)


def _things(pos: HandPosition, mine: Mine) -> Iterator[Family]:
    """What is done with dice, tables, tracks, chits and markers."""
    charts = pos.charts
    dice = tuple(hand.ThrowDice(row.id) for row in charts.dice)
    tables = tuple(hand.LookUp(row.id, column) for row in charts.tables for column in row.columns)
    pools = (
        *(hand.DrawChit(row.id) for row in charts.pools),
        *(hand.ReturnChits(row.id) for row in charts.pools if pos.state.drawn.get(row.id)),
    )
    duties = tuple(hand.StrikeOff(number) for number in range(1, len(pos.state.owed) + 1))
    sides = tuple(hand.HandOver(side) for side in pos.context.players if side != pos.state.hand)
    if duties:
        yield _listed("duty", "Note as done", duties, weight=6)
    if charts.supply is not None:
        yield _listed("supply", "Supply", (hand.JudgeSupply(),))
    for name, title, found in (
        ("dice", "Throw dice", dice),
        ("table", "Look up a table", tables),
        ("chits", "Chits", pools),
        ("hand over", "Let another side act", sides),
    ):
        if found:
            yield _listed(name, title, found)
    if charts.weather is not None:
        yield _listed("weather", "Weather", (hand.RollWeather(), *mine.skies(charts.weather)))
    if charts.tracks:
        yield _listed("track", "Tracks", tuple(mine.tracks()))
    if charts.markers:
        yield Family(
            "marker",
            "Markers",
            mine.markers,
            aimed=mine.markers_aimed,
            draw=mine.drawn_marker,
            weight=1,
            quiet=True,
        )
    yield Family("claim", "Who owns it", mine.claims, aimed=mine.claims_aimed, weight=1, quiet=True)


def _listed(name: str, title: str, found: tuple[Action, ...], weight: int = 1) -> Family:
    return Family(name, title, lambda: found, weight=weight)


class Mine:
    """What the families list: cheap, and no more than somebody looks at."""

    def __init__(self, pos: HandPosition) -> None:
        self.pos = pos

    def in_play(self) -> tuple[UnitId, ...]:
        """The units but those out of the game, and those whose turn to come it is not yet: nobody
        waits for these, though they may be put into any hex or box.
        """
        pieces, waiting = self.pos.state.pieces, self.waiting()
        return tuple(u for u, p in pieces.items() if p.at not in (ARRIVALS, DEAD) or u in waiting)

    def on_board(self) -> tuple[UnitId, ...]:
        """The units in hexes."""
        return tuple(unit for unit, piece in self.pos.state.pieces.items() if piece.hex)

    def waiting(self) -> tuple[UnitId, ...]:
        """The units that are to be set up, and those whose turn to come it is."""
        turn = self.pos.state.turn
        due = (u for u in self.pos.boxed(ARRIVALS) if self.pos.context.comes(u) <= turn)
        return (*self.pos.boxed(POOL), *due)

    def homes(self, unit: UnitId) -> tuple[Location, ...]:
        """Where a unit may begin; all land where nothing says."""
        named = self.pos.context.homes.get(unit, ())
        if named:
            return named
        entry = self.pos.context.arrivals.get(unit)
        if entry is not None and entry.place in self.pos.context.boxes:
            return (entry.place,)
        return self.land

    @property
    def land(self) -> tuple[Hex, ...]:
        """All land in order."""
        return tuple(sorted(self.pos.context.land))

    def moves(self, unit: UnitId) -> Iterator[Action]:
        """Moves within reach."""
        found = self.pos.reach(unit)
        here = self.pos.piece(unit).hex
        if not found.cost and here is not None:
            return (Move(unit, at) for at in self.pos.context.map.neighbours(here))
        return (Move(unit, at) for at in sorted(found.cost) if at != found.start)

    def moves_of(self, unit: UnitId) -> Iterable[Action]:
        """Moves of one unit within reach; none of one that is in a box."""
        return self.moves(unit) if self.pos.piece(unit).hex else ()

    def aimed(self, unit: UnitId, place: Location) -> Iterable[Action]:
        """What brings a unit to any place at all."""
        if isinstance(place, Hex) and self.pos.piece(unit).hex:
            return (Move(unit, place),)
        return (hand.Place(unit, place),)

    def drawn_move(self, stream: Stream) -> Action | None:
        """A move at random."""
        units = self.on_board()
        if not units:
            return None
        moves = tuple(self.moves(units[stream.below(len(units))]))
        return moves[stream.below(len(moves))] if moves else None

    def stacks(self) -> Iterator[Action]:
        """Moves of whole stacks within reach of their slowest."""
        for at in self.pos.at:
            yield from self._stack(at)

    def stacks_of(self, unit: UnitId) -> Iterable[Action]:
        """Moves of the stack a unit is in."""
        at = self.pos.piece(unit).hex
        return self._stack(at) if at is not None else ()

    def stack_aimed(self, unit: UnitId, place: Location) -> Iterable[Action]:
        """What brings the stack of a unit to any hex."""
        at = self.pos.piece(unit).hex
        units = self.pos.friends(at, self.pos.owner(unit)) if at is not None else ()
        if isinstance(place, Hex) and len(units) > 1:
            yield hand.MoveStack(units, place)

    def _stack(self, at: Hex) -> Iterator[Action]:
        for side in self.pos.context.all_sides:
            units = self.pos.friends(at, side)
            if len(units) > 1:
                goals = [self.pos.reach(unit).cost.keys() for unit in units]
                shared = set(goals[0]).intersection(*goals[1:]) - {at}
                yield from (hand.MoveStack(units, to) for to in sorted(shared))

    def battles(self) -> Iterator[Action]:
        """Battles that the side at the table could fight, by all that is next to a hex."""
        side = self.pos.state.hand
        for target in sorted(self.pos.hostile(side)):
            units = self.next_to(target, side)
            if units:
                yield hand.Resolve(units, target)

    def battles_of(self, unit: UnitId) -> Iterator[Action]:
        """Battles that a unit could fight alone or with its stack."""
        at, side = self.pos.piece(unit).hex, self.pos.owner(unit)
        if at is None:
            return
        hostile = self.pos.hostile(side)
        for target in at.neighbours():
            if target in hostile:
                yield hand.Resolve((unit,), target)
                units = self.next_to(target, side)
                if units != (unit,):
                    yield hand.Resolve(units, target)

    def next_to(self, target: Hex, side: str) -> tuple[UnitId, ...]:
        """A side's units beside a hex, in order."""
        near = (at for at in target.neighbours() if at in self.pos.held[side])
        return tuple(unit for at in sorted(near) for unit in self.pos.friends(at, side))

    def reduced(self) -> tuple[UnitId, ...]:
        """The units in hexes that have lost a step."""
        steps = self.pos.context.steps
        return tuple(u for u in self.on_board() if self.pos.piece(u).steps < steps(u))

    def two_faced(self) -> tuple[UnitId, ...]:
        """The units in hexes whose counters have a back."""
        units = self.pos.context.units
        return tuple(unit for unit in self.on_board() if len(units[unit].faces) > 1)

    def unmarked(self, unit: UnitId) -> tuple[str, ...]:
        """The states that a unit is not in."""
        return tuple(s for s in self.pos.context.states if s not in self.pos.piece(unit).marks)

    def marked_units(self) -> tuple[UnitId, ...]:
        """The units in hexes that are in any state."""
        return tuple(unit for unit in self.on_board() if self.marked(unit))

    def marked(self, unit: UnitId) -> tuple[str, ...]:
        """The states that a unit is in."""
        return tuple(sorted(self.pos.piece(unit).marks - {REVEALED}))

    def turned_over(self, unit: UnitId) -> Action:
        """Show what is hidden, hide what was shown."""
        shown = REVEALED in self.pos.piece(unit).marks
        return hand.Conceal(unit) if shown else hand.Reveal(unit)

    def boxes(self, unit: UnitId) -> tuple[str, ...]:
        """The boxes that a unit could be put into: not where it is, not the pile of the dead; of
        those that wait, into none of the piles.
        """
        here = self.pos.where(unit)
        closed = set(PILES) if here in (POOL, ARRIVALS) else {here, DEAD}
        return tuple(box for box in self.pos.context.boxes if box not in closed)

    def tracks(self) -> Iterator[Action]:
        """One up or down on each track."""
        for row in self.pos.charts.tracks:
            now = self.pos.state.tracks.get(row.id, row.start)
            yield from (hand.SetTrack(row.id, now + step) for step in TRACK_STEPS)

    def skies(self, chart: WeatherChart) -> Iterator[Action]:
        """Each kind of weather for each zone that has another now, or for the whole board."""
        declared = {row.id for row in chart.zones}
        for zone, now in self.pos.skies:
            for row in chart.kinds:
                if row.id != now:
                    yield hand.SetWeather(row.id, zone if zone in declared else "")

    def markers(self) -> Iterator[Action]:
        """Markers to take off, and to lay where units are."""
        for at, laid in self.pos.state.markers.items():
            yield from (hand.TakeMarker(marker, at) for marker in dict.fromkeys(laid))
        for row in self.pos.charts.markers:
            yield from (hand.PutMarker(row.id, at) for at in self.pos.at)

    def markers_aimed(self, _unit: UnitId, place: Location) -> Iterator[Action]:
        """Markers for any hex."""
        if isinstance(place, Hex):
            yield from (hand.PutMarker(row.id, place) for row in self.pos.charts.markers)

    def drawn_marker(self, stream: Stream) -> Action | None:
        """A marker for any land hex at random."""
        rows, land = self.pos.charts.markers, self.land
        if not land:
            return None
        return hand.PutMarker(rows[stream.below(len(rows))].id, land[stream.below(len(land))])

    def claims(self) -> Iterator[Action]:
        """Owners of the places that count."""
        for at in self.pos.context.worth:
            for side in self.pos.context.all_sides:
                if self.pos.state.owners.get(at) != side:
                    yield hand.Claim(side, at)

    def claims_aimed(self, _unit: UnitId, place: Location) -> Iterator[Action]:
        """Owners for a place that counts."""
        if isinstance(place, Hex) and place in self.pos.context.worth:
            yield from (action for action in self.claims() if action.where() == place)
