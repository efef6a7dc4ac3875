"""The record of all turns of a game, for paper: what each is called and what it brings."""

from __future__ import annotations

from engine.core.laying import Wanted
from engine.core.state import State
from engine.core.system import Rules
from engine.core.view.outlook import Due
from engine.frozen import dataclass
from maps.errors import KnownError


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One turn: its number (0 for what may happen on any), its date, and what it brings."""

    number: int
    date: str
    due: tuple[Due, ...] = ()


def turn_rows(rules: Rules, state: State) -> tuple[TurnRow, ...]:
    """The turns of a game from the first to the last, after one for what is due on any turn, if
    there is such a thing.
    """
    turns = rules.phases(state).turns
    due: dict[int, list[Due]] = {}
    for entry in rules.due(state, turns.start, turns.stop - 1):
        due.setdefault(entry.turn, []).append(entry)
    dates = turn_dates(rules, turns.stop - 1)
    numbers = [*([0] if 0 in due else []), *turns]
    return tuple(TurnRow(turn, dates.get(turn, ""), tuple(due.get(turn, ()))) for turn in numbers)


def phase_names(rules: Rules, state: State) -> tuple[str, ...]:
    """The phases of a turn in order; none while the sides set up a game that cannot be laid out."""
    if not rules.setting_up(state):
        return rules.phases(state).phases
    try:
        side, phases = next(iter(rules.laying.words.phases.items()))
        begun = rules.laying.opened(state, Wanted(turn=1, side=side, phase=phases[0]))
    except KnownError:
        return ()
    return rules.phases(begun).phases


def turn_dates(rules: Rules, last: int) -> dict[int, str]:
    """Dates by turn: the first note of the turn record before the game, if no two are the same."""
    state = rules.begin().state
    found: dict[int, str] = {}
    for turn in range(1, last + 1):
        note = next(iter(rules.phases(state.having(turn=turn)).notes), "")
        if note:
            found[turn] = note
    return found if len(set(found.values())) == len(found) else {}
