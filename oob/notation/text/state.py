"""The place a reader has come to: section and action, and the lines that move it on.

Reader and printer walk the same state, so that what one writes the other reads back.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import partial

from oob.notation.model import Action, Section
from oob.notation.text.entries import looks_like_entry
from oob.notation.text.words import TURN, is_national, nationality_of, side_of

ACTIONS = {
    "Withdraw:": Action.WITHDRAW,
    "Convert:": Action.CONVERT_FROM,
    "To:": Action.CONVERT_TO,
    "Release:": Action.RELEASE,
    "Breakdown box:": Action.BREAKDOWN_BOX,
    "Mobilize:": Action.MOBILIZE,
    "Return:": Action.RETURN,
    "Conditional:": Action.CONDITIONAL,
    "Optional:": Action.OPTIONAL,
    "Substitute:": Action.SUBSTITUTE,
    "Pool:": Action.POOL,
}
ARRIVE = "Arrive:"
KEYS = ("Air Units", "Remnants", "Group Allowance", "Lend-Lease North", "Navy", "Withdraw", "Note")
"""Keys a mistyped heading may have meant."""

_NEAR_ENOUGH = 0.8
POOL = "To the replacement pool"
_RELEASED = "(released from reserve)"
_INITIAL = re.compile(r"INITIAL FORCES, ([A-Z]{3}) (II?) (\d\d)")
_GROUP = re.compile(r"[A-Z][A-Z ,()-]{2,}[A-Z)]")
_NOT_GROUPS = ("REINFORCEMENTS", "ABBREVIATIONS")
_FORCE_WORDS = (
    "Army|Panzer Group|Rifle Corps|Reserves|Forces|Air Force|Army Norway|Islands|"
    "Military District|Non-Divisional Units|Line|Command"
)
_FORCE = re.compile(rf"((?:[\w-]+ ){{0,5}}(?:{_FORCE_WORDS})(?: \([\w ]+\))?)\.(?: (\S.*))?")
_CORPS = re.compile(r"\d+(?:st|nd|rd|th) (?:Mechanized|Airborne) Corps(?: \(-\))?")
_HEX = r"\d[AB]/\d{4}"
_AT = re.compile(rf"At [A-Z][\w ]* \({_HEX}\)|Hex {_HEX}(?: \([A-Z][\w ]*\))?")
_NAMED = re.compile(r"([^:×\[\]]+):")
_NATIONAL_FORCE = re.compile(r"\(All units are (\w+)\.\)")


@dataclass(frozen=True, slots=True)
class State:
    """Where a reader stands."""

    section: Section = field(default_factory=Section)
    action: Action = Action.INITIAL

    @property
    def usual(self) -> Action:
        """What happens to items when no line says otherwise."""
        if self.section.initial:
            return Action.INITIAL
        if self.section.force.endswith(_RELEASED):
            return Action.RELEASE
        return Action.POOL if self.section.force == POOL else Action.REINFORCE

    def usually(self) -> State:
        """The same place with the usual action."""
        return replace(self, action=self.usual)


def side(state: State, name: str) -> State:
    """A side begins."""
    nation = nationality_of(name, "", "")
    return State(Section(side=name, nationality=nation)).usually()


def turn(state: State, name: str, initial: bool) -> State:
    """A turn, or the initial forces, begin."""
    here = Section(side=state.section.side, turn=name, initial=initial)
    return State(_national(here)).usually()


def group(state: State, name: str) -> State:
    """A group heading."""
    old = state.section
    here = Section(side=old.side, turn=old.turn, initial=old.initial, group=name)
    return State(_national(here)).usually()


def sided(state: State) -> State:
    """The same place with the side its group heading tells, where none was said."""
    if state.section.side or not state.section.group:
        return state
    here = replace(state.section, side=side_of(state.section.group))
    return replace(state, section=_national(here))


def force(state: State, name: str) -> State:
    """An army, or a heading of reinforcements; no name ends the one before."""
    return State(_national(replace(state.section, force=name, part="", area=""))).usually()


def part(state: State, name: str) -> State:
    """A corps or a place inside an army."""
    return State(replace(state.section, part=name)).usually()


def area(state: State, text: str) -> State:
    """Where the section sets up; a rulebook may name the units' nation in it."""
    said = _NATIONAL_FORCE.search(text)
    nation = said[1] if said else state.section.nationality
    clean = _NATIONAL_FORCE.sub("", text).strip()
    return replace(state, section=replace(state.section, area=clean, nationality=nation))


def nationality(state: State, name: str) -> State:
    """The units that follow are of another nation than the headings say."""
    return replace(state, section=replace(state.section, nationality=name))


def acting(state: State, action: Action) -> State:
    """The items that follow are withdrawn, converted and so on."""
    return replace(state, action=action)


def _national(section: Section) -> Section:
    nation = nationality_of(section.side, section.group, section.force)
    return replace(section, nationality=nation)


_EXPLICIT: dict[str, Callable[[State, str], State]] = {
    "Side": side,
    "Group": group,
    "Force": force,
    "Part": part,
    "Area": area,
    "Nationality": nationality,
    "Initial": lambda state, name: turn(state, name, True),
    "Turn": lambda state, name: turn(state, name, False),
}


def feed(state: State, line: str) -> State | None:
    """The state after a line that moves it on; None for a line that does not.

    >>> feed(State(), "INITIAL FORCES, JUN II 41").section.turn
    'Jun II 41'
    """
    key, colon, value = line.partition(":")
    if colon and key in _EXPLICIT:
        return _EXPLICIT[key](state, value.strip())
    if line in ACTIONS:
        return acting(state, ACTIONS[line])
    if line == ARRIVE:
        return acting(state, Action.INITIAL if state.section.initial else Action.REINFORCE)
    opening = _INITIAL.fullmatch(line)
    if opening:
        return turn(state, f"{opening[1].capitalize()} {opening[2]} {opening[3]}", True)
    if TURN.fullmatch(line):
        return turn(state, line, False)
    if line == "REINFORCEMENTS":
        return turn(state, "", False)
    return _heading(state, line)


def _heading(state: State, line: str) -> State | None:
    if not state.section.initial:
        named = _NAMED.fullmatch(line)
        return force(state, named[1]) if named else None
    if _GROUP.fullmatch(line) and line not in _NOT_GROUPS:
        return group(state, line)
    if _CORPS.fullmatch(line) or _AT.fullmatch(line):
        return part(state, line)
    named = _NAMED.fullmatch(line)
    if named:
        return part(state, named[1])
    army = _FORCE.fullmatch(line)
    if army:
        here = force(state, army[1])
        return area(here, army[2]) if army[2] else here
    return None


def mistaken(line: str) -> str:
    """The word a heading seems to be a slip of, or nothing.

    >>> mistaken("Convrt:"), mistaken("Kiev MD:")
    ('Convert', '')
    """
    if line in ACTIONS or not line.endswith(":"):
        return ""
    words = [*KEYS, *(word[:-1] for word in ACTIONS)]
    return next(iter(get_close_matches(line[:-1], words, 1, _NEAR_ENOUGH)), "")


def transition(state: State, section: Section, action: Action) -> list[str]:
    """The lines that lead from a state to a section and action, as few as will do."""
    lines: list[str] = []

    def emit(sugar: str, plain: str, wanted: Callable[[State], bool]) -> None:
        nonlocal state
        for line in (sugar, plain):
            plainly = line == plain or not (looks_like_entry(line) or mistaken(line))
            after = feed(state, line) if line and plainly else None
            if after is not None and wanted(after):
                state = after
                lines.append(line)
                return
        raise AssertionError(plain)

    levels = ("side", "turn", "group", "force", "part")
    first = _first_difference(state.section, section, levels)
    for level in levels[first:]:
        said = getattr(section, level)
        if not said and level not in ("side", "turn", *levels[first : first + 1]):
            continue
        sugar, plain = _forms(level, section)
        emit(sugar, plain, partial(_reached, section, level))
    if state.section.area != section.area:
        emit("", f"Area: {section.area}".rstrip(), lambda after: True)
    if state.section.nationality != section.nationality:
        emit("", f"Nationality: {section.nationality}".rstrip(), lambda after: True)
    if state.action is not action:
        word = next((word for word, found in ACTIONS.items() if found is action), ARRIVE)
        emit("", word, lambda after: after.action is action)
    return lines


def _first_difference(old: Section, new: Section, levels: tuple[str, ...]) -> int:
    """The first level that must be said again, all below it being lost by that."""
    for at, level in enumerate(levels):
        same = getattr(old, level) == getattr(new, level)
        if same and not (level == "turn" and old.initial != new.initial):
            continue
        return at
    return len(levels)


def _reached(section: Section, level: str, after: State) -> bool:
    here = after.section
    return (
        getattr(here, level) == getattr(section, level)
        and here.side == section.side
        and here.initial == (section.initial if level != "side" else here.initial)
        and (level == "side" or here.turn == section.turn)
        and (level in ("side", "turn") or here.group == section.group)
        and (level != "part" or here.force == section.force)
    )


def _forms(level: str, section: Section) -> tuple[str, str]:
    """The field's form of a heading and the plain one that always works."""
    said: str = getattr(section, level)
    match level:
        case "turn":
            sugar = said if not section.initial else f"INITIAL FORCES, {said.upper()}"
            return sugar, f"{'Initial' if section.initial else 'Turn'}: {said}".rstrip()
        case "group":
            return said, f"Group: {said}".rstrip()
        case "force":
            sugar = f"{said}. {section.area}".rstrip() if section.initial else f"{said}:"
            return sugar, f"Force: {said}".rstrip()
        case "part":
            bare = _CORPS.fullmatch(said) or _AT.fullmatch(said)
            return said if bare else f"{said}:", f"Part: {said}".rstrip()
        case _:
            return "", f"{level.capitalize()}: {said}".rstrip()


def is_place_heading(section: Section) -> bool:
    """Whether a section is headed by a place, which air units and points do not belong to."""
    return not section.initial and bool(section.force) and not is_national(section.force)
