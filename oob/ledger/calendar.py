"""The schedule of a ledger: turns in order, what is due on each, and moving it to another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from maps.errors import KnownError, counted
from oob.ledger.edits.builders import replaced
from oob.ledger.edits.changes import Change
from oob.ledger.model import Ledger, Row, RowKey
from oob.notation.counters import ANY_TURN, SET_UP, UNPLACED
from oob.notation.model import Action, Item, Kind, Section
from oob.notation.text.keyed import is_keyed
from oob.notation.text.words import MONTHS, TURN, turn_key

_MOST_GAPS = 60


class Lane(StrEnum):
    """What kind of event an entry of the schedule is."""

    ARRIVALS = "Arrivals"
    WITHDRAWALS = "Withdrawals"
    CONVERSIONS = "Conversions"
    RELEASES = "Releases"
    REPLACEMENTS = "Replacements"
    OTHER = "Conditional"


_LANES = {
    Action.INITIAL: Lane.ARRIVALS,
    Action.REINFORCE: Lane.ARRIVALS,
    Action.RETURN: Lane.ARRIVALS,
    Action.MOBILIZE: Lane.RELEASES,
    Action.RELEASE: Lane.RELEASES,
    Action.WITHDRAW: Lane.WITHDRAWALS,
    Action.CONVERT_FROM: Lane.CONVERSIONS,
    Action.CONVERT_TO: Lane.CONVERSIONS,
    Action.POOL: Lane.REPLACEMENTS,
    Action.BREAKDOWN_BOX: Lane.OTHER,
    Action.CONDITIONAL: Lane.OTHER,
    Action.OPTIONAL: Lane.OTHER,
    Action.SUBSTITUTE: Lane.OTHER,
}
_REPLACEMENTS = (Kind.REPLACEMENT, Kind.ARMOR_RP)


@dataclass(frozen=True, slots=True)
class Turn:
    """A column of the calendar: the turn's name, and whether it is the set-up before play."""

    name: str
    initial: bool = False

    @property
    def title(self) -> str:
        """The name to show."""
        if self.name == ANY_TURN and not self.initial:
            return "Any turn"
        if self.name.isdigit():
            return f"Turn {self.name}"
        named = self.initial and self.name not in (SET_UP, UNPLACED, "")
        return f"Start, {self.name}" if named else self.name or "No turn"


def lane_of(item: Item) -> Lane:
    """The lane of the calendar an item belongs to."""
    if item.kind in _REPLACEMENTS and _LANES[item.action] is Lane.ARRIVALS:
        return Lane.REPLACEMENTS
    return _LANES[item.action]


def turn_of(item: Item) -> Turn:
    """The column an item is in."""
    return Turn(item.section.turn, item.section.initial)


def turns(rows: Iterable[Row]) -> list[Turn]:
    """All turns in order: set-ups, half-months with those between them, numbers, and what depends
    on play.
    """
    found = sorted(dict.fromkeys(turn_of(row.item) for row in rows), key=_order)
    dated = [turn for turn in found if not turn.initial and TURN.fullmatch(turn.name)]
    whole = _between(dated)
    return sorted(dict.fromkeys((*found, *whole)), key=_order)


def _order(turn: Turn) -> tuple[bool, bool, tuple[int, int, int], int, str]:
    number = int(turn.name) if turn.name.isdigit() else -1 if turn.name == ANY_TURN else 99999
    undated = not turn.initial and not TURN.fullmatch(turn.name)
    return (not turn.initial, undated, turn_key(turn.name), number, turn.name)


def _between(dated: Sequence[Turn]) -> list[Turn]:
    """Half-months from the first to the last, empty ones too."""
    if not dated:
        return []
    first, last = (_half_months(turn.name) for turn in (dated[0], dated[-1]))
    if last - first > _MOST_GAPS:
        return []
    return [Turn(_named(number)) for number in range(first, last + 1)]


def _half_months(turn: str) -> int:
    year, month, half = turn_key(turn)
    return year * 24 + month * 2 + half - 1


def _named(number: int) -> str:
    year, rest = divmod(number, 24)
    return f"{MONTHS[rest // 2]} {'I' * (rest % 2 + 1)} {year:02}"


def reschedule(ledger: Ledger, keys: Iterable[RowKey], turn: Turn) -> Change:
    """Move rows to another turn; they stand behind what comes then under the same heading.

    Raises KnownError for rows that cannot stand there: withdrawn at the start, for example.
    """
    rows = ledger.ordered()
    wanted: dict[RowKey, Item] = {}
    after: dict[RowKey, RowKey] = {}
    for key in keys:
        row = ledger.rows[key]
        if turn_of(row.item) == turn:
            continue
        wanted[key] = moved(row.item, turn)
        before = place_for(rows, wanted[key])
        if before is not None and before != key:
            after[key] = before
    names = counted(len(wanted), "unit") if len(wanted) != 1 else _name(ledger, next(iter(wanted)))
    return replaced(ledger, wanted, after, f"Move {names} to {turn.title}")


def _name(ledger: Ledger, key: RowKey) -> str:
    row = ledger.rows[key]
    return row.name or row.item.type


def moved(item: Item, turn: Turn) -> Item:
    """An item on another turn. Raises KnownError when it cannot stand there."""
    here = item.section
    if turn.initial:
        if item.action not in (Action.INITIAL, Action.REINFORCE):
            what = f"{item.action.value} is not possible before play begins."
            raise KnownError(turn.title, what, "Choose a turn of play, or change its action.")
        return replace(
            item, action=Action.INITIAL, section=replace(here, turn=turn.name, initial=True)
        )
    if not here.initial:
        return replace(item, section=replace(here, turn=turn.name))
    action = Action.REINFORCE if item.action is Action.INITIAL else item.action
    force = here.force if here.turn in (SET_UP, UNPLACED) else here.nationality
    section = Section(here.side, turn.name, False, force=force, nationality=here.nationality)
    return replace(item, action=action, section=section)


def place_for(rows: Sequence[Row], item: Item) -> RowKey | None:
    """The row behind which an item of that section and action belongs."""
    here, wanted = item.section, _order(turn_of(item))
    tiers: list[RowKey | None] = [None] * 4
    for row in rows:
        there = row.item.section
        if there.side != here.side:
            continue
        same_turn = turn_of(row.item) == turn_of(item)
        if _order(turn_of(row.item)) < wanted:
            tiers[3] = row.key
        if same_turn:
            tiers[2] = row.key
            if there == here:
                tiers[1] = row.key
                if row.item.action is item.action and is_keyed(row.item) == is_keyed(item):
                    tiers[0] = row.key
    found = next((key for key in tiers if key is not None), None)
    return found if found is not None or not rows else rows[-1].key
