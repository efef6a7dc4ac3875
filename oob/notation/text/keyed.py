"""Lines with a key: ``Air Units: 1×Ju 52, 2×Ju 88A``, ``Group Allowance: 82``, lend-lease."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from oob.notation.model import Action, Item, Kind
from oob.notation.text.entries import Misread, Place, read, read_model, split_list, written
from oob.notation.text.state import State
from oob.notation.text.words import NATIONALITIES

FAR_EAST, REMNANTS = "Far East", "Remnants"
_ACTION_WORDS = {action.value: action for action in Action}
_KEY = re.compile(
    rf"(?:({'|'.join(NATIONALITIES)}) )?(Available Air Units?|Air Units?|Remnants|Group Allowance)"
    r"( Increase| Withdrawal)?(?: \(([^()]+)\))?(?:, ([a-z-]+))?: +(\S.*)"
)
_LEND = re.compile(r"(Lend-Lease (?:North|South)): +(\S.*)")
_NAVY = re.compile(r"Navy: +(\d.*)")
_AIR_CONVERT = "Convert: two air units to Guards air units"
_FROM_FAR_EAST = "transferred from the Soviet Far East"


def read_keyed(state: State, text: str, line: int) -> list[Item] | None:
    """The items of a keyed line, None where it is no such line. Raises Misread."""
    usual = state.usual if state.section.initial else Action.REINFORCE
    place = Place(state.section, usual, line)
    if text == _AIR_CONVERT:
        return [
            read("2 air units", replace(place, action=Action.CONVERT_FROM)),
            read("2 air units (Gds)", replace(place, action=Action.CONVERT_TO)),
        ]
    lend = _LEND.fullmatch(text)
    if lend:
        return [_lent(part, lend[1], place) for part in split_list(lend[2], ";")]
    navy = _NAVY.fullmatch(text)
    if navy:
        return [read(navy[1], place)]
    found = _KEY.fullmatch(text)
    if not found:
        return None
    nation, key, change, suffix, word, value = found.groups()
    place = replace(place, action=_action(place, change, word))
    if nation:
        place = replace(place, section=replace(state.section, nationality=nation))
    suffix = FAR_EAST if suffix == _FROM_FAR_EAST else suffix or ""
    if key == "Group Allowance":
        return [_allowance(value, suffix, place)]
    suffix = REMNANTS if key == "Remnants" else suffix
    return [read_model(part, Kind.AIR, place, suffix) for part in split_list(value, ",")]


def _action(place: Place, change: str | None, word: str | None) -> Action:
    if change == " Withdrawal":
        return Action.WITHDRAW
    if word and word not in _ACTION_WORDS:
        raise Misread(f"nothing is done by {word!r}.", f"Known are {', '.join(_ACTION_WORDS)}.")
    return _ACTION_WORDS[word] if word else place.action


def _lent(text: str, key: str, place: Place) -> Item:
    if "×" in text:
        return read_model(text, Kind.AIR, place, key)
    return replace(read(text, place), suffix=key)


def _allowance(value: str, suffix: str, place: Place) -> Item:
    item = read(re.sub(r"^(\d+)", r"\1×marker", value), place)
    return replace(item, kind=Kind.ALLOWANCE, type="Group Allowance", suffix=suffix)


def is_keyed(item: Item) -> bool:
    """Whether an item is written on a keyed line."""
    return item.kind in (Kind.AIR, Kind.ALLOWANCE) or item.suffix.startswith("Lend-Lease ")


def key_of(item: Item) -> str:
    """The key of an item's line; what shares it and is in a row shares the line."""
    if item.suffix.startswith("Lend-Lease "):
        return item.suffix
    usual = Action.INITIAL if item.section.initial else Action.REINFORCE
    act = "" if item.action is usual else f", {item.action.value}"
    suffix = f" ({item.suffix})" if item.suffix else ""
    if item.kind is Kind.ALLOWANCE:
        withdrawn = act == ", withdraw" and not suffix
        return "Group Allowance Withdrawal" if withdrawn else f"Group Allowance{suffix}{act}"
    if item.suffix == REMNANTS and not act:
        return REMNANTS
    withdrawn = act == ", withdraw" and not suffix
    return "Air Unit Withdrawal" if withdrawn else f"Air Units{suffix}{act}"


def written_keyed(items: list[Item]) -> Iterator[str]:
    """Keyed lines of items that stand in a row under one section."""
    at = 0
    while at < len(items):
        key, end = key_of(items[at]), at + 1
        if items[at].kind is Kind.ALLOWANCE and not key.startswith("Lend-Lease"):
            bare = replace(items[at], kind=Kind.MARKER, suffix="")
            yield f"{key}: {written(bare).replace('×marker', '', 1)}"
            at = end
            continue
        while end < len(items) and key_of(items[end]) == key:
            end += 1
        sign = "; " if key.startswith("Lend-Lease") else ", "
        yield f"{key}: {sign.join(map(_bare, items[at:end]))}"
        at = end


def line_of(item: Item) -> str:
    """One item as the line it would have by itself."""
    return next(written_keyed([item])) if is_keyed(item) else written(item)


def _bare(item: Item) -> str:
    return written(item if item.kind is Kind.AIR else replace(item, suffix=""))
