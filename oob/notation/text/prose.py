"""Sentences of a rulebook's order of battle that hold counts: airfields, position AA, forts."""

from __future__ import annotations

import re

from oob.notation.text.state import State

_AIRFIELDS = re.compile(r"(?:Permanent )?Airfields?: +(.+)")
_AIRFIELD = re.compile(
    r"(\d+) (?:permanent )?(?:airfields? )?((?:in|at|anywhere) .+?)(?= and \d+ in |[;.]|$)"
)
_AA = re.compile(r"(?:(\w+) )?Position AA: +(.+)")
_AA_POINTS = re.compile(r"(\d+) points? (hv|heavy|lt|Lt|light)( RR)?\b")
_AVAILABLE = re.compile(r"The \w+ player has (\d+) resource points available\..*")
_STALIN = re.compile(r"(Stalin Line)\. .+")
_FORTS = re.compile(r"(\d+) forts ((?:adjacent|within) .+?)(?=[;.]|$)")
_FACTORIES = re.compile(r"(Factories)\. One each at (.+)\.")
_CAPITAL = re.compile(r"(Capital)\. Hex (\d[AB]/\d{4})\.?")
_RESOURCES = re.compile(r"(Resource Points)\. (\d+) resource points (.+)\.")
_RAILHEADS = re.compile(r"(Railheads)\. .+")
_HEX = re.compile(r"hex (\d[AB]/\d{4})")


def read_prose(state: State, text: str) -> tuple[str, list[str]] | None:
    """The army-like heading and the entries a sentence stands for; None for another sentence.

    >>> read_prose(State(), "Permanent Airfield: 1 in any clear or rough hex in Hungary.")
    ('', ['1×permanent airfield [note in any clear or rough hex in Hungary]'])
    """
    if not state.section.initial:
        return None
    if found := _AIRFIELDS.fullmatch(text):
        fields = _AIRFIELD.findall(found[1])
        return "", [f"{number}×permanent airfield [note {where}]" for number, where in fields]
    if found := _AA.fullmatch(text):
        suffix = f" ({found[1]})" if found[1] else ""
        points = _AA_POINTS.findall(found[2])
        return "", [f"{n} points {weight}{rail} AA{suffix}" for n, weight, rail in points]
    if found := _AVAILABLE.fullmatch(text):
        return "", [f"{found[1]} resource points"]
    return _miscellaneous(text)


def _miscellaneous(text: str) -> tuple[str, list[str]] | None:
    if found := _STALIN.fullmatch(text):
        forts = _FORTS.findall(text)
        return found[1], [f"{number}×fortified area [note {where}]" for number, where in forts]
    if found := _FACTORIES.fullmatch(text):
        names = re.split(r", and (?:the )?|, ", found[2])
        return found[1], [f"1×factory {re.sub(r' [(].*', '', name)}" for name in names]
    if found := _CAPITAL.fullmatch(text):
        return found[1], [f"1×capital {found[2]}"]
    if found := _RESOURCES.fullmatch(text):
        return found[1], [f"{found[2]} resource points [note {found[3]}]"]
    if found := _RAILHEADS.fullmatch(text):
        return found[1], [f"1×railhead {place}" for place in _HEX.findall(text)]
    return None
