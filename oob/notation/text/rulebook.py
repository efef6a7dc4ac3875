"""An order of battle as printed or scanned, made fit to be read: repaired, parted, joined.

Nothing is changed unsaid: each repair and each joint is a remark with its line number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from maps.files.reading import Patience
from oob.notation.model import Remark
from oob.notation.text.entries import looks_like_entry
from oob.notation.text.prose import read_prose
from oob.notation.text.state import State, feed
from oob.notation.text.words import SIZES

OPENING = "INITIAL FORCES, "
LONGEST = 4_000
"""Characters of one statement; the longest that was printed has a quarter of that."""

_CLOSING = "ABBREVIATIONS"
_STAR = re.compile(r"(?<=[\dR])\*(?= )")
_PROTECTED = "\x00"
_AFTER_SUFFIX = re.compile(r"(?<=\))(?=\d+×)")
_DASHES = re.compile(r"[-\s]+")
_WANTS_VALUE = re.compile(
    r"(Navy|Lend-Lease (North|South)|(Air Units?|(RAF )?Group Allowance)[\w ]*):"
)
_KEYED = re.compile(
    r"((Available )?Air Units?|Remnants|(RAF )?Group Allowance|Lend-Lease|Navy|Note|"
    r"(LW )?Position AA|(Permanent )?Airfields?)\b.*:"
)
_SENTENCE = re.compile(r"(In any|Units in|The \w+ player) .*")
_ABBREVIATION = re.compile(r"\S.*\t.*|\t.*|[A-Z][\w ]*:")

_LIST_TAIL = re.compile(r"Rumanian border|Motorized Cdr any")

REPAIRS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(found), meant)
    for found, meant in (
        (r"\bIt AA\b", "Lt AA"),
        (r"\bII-(?=[24]\b)", "Il-"),
        (r"(?<= II )1/(?=\d)", "I/"),
        (r"(?<=, )1/(?=800\b)", "I/"),
        (r"\bhv mot AA\b", "mot hv AA"),
        (r"\b1B/445(?=\s)", "1B/4425"),
        (r"\b4rd\b", "4th"),
        (r"\b2-18(?= Lt Tank)", "2-1-8"),
        (r"\bXX DG \((\d+)\)", r"Cdr \1"),
        (r"\bVorososh", "Vorosh"),
        (r"\bVrsghd\b", "Vrshgd"),
    )
)
"""Misprints and misreadings of scanners, with what is meant."""

_VARIANT = re.compile(r"\blt(?= AA (I|X))")
_GLUED = re.compile(r"(?<=[ ,])(\d{2,})×(?=\d+-)")


@dataclass(frozen=True, slots=True)
class Statement:
    """One whole line of the notation, with the number of the line it began (and ended) on."""

    line: int
    text: str
    end: int = 0


def statements(text: str, patience: Patience) -> tuple[list[Statement], list[Remark]]:
    """The statements of a rulebook's text, and what was done to get them.

    Raises KnownError when ``patience`` ends.
    """
    remarks: list[Remark] = []
    found: list[Statement] = []
    for piece in _pieces(text, remarks):
        patience.check()
        last = found[-1] if found else None
        room = last is not None and len(last.text) + len(piece.text) < LONGEST
        if last and room and _goes_on(last.text, piece.text):
            found[-1] = Statement(last.line, _joined(last.text, piece.text), piece.line)
            remarks.append(Remark(piece.line, "joined", f"to line {last.line}: {piece.text}"))
        else:
            found.append(piece)
    whole = [part for one in found for part in _unglued(one, remarks)]
    return whole, remarks


def _pieces(text: str, remarks: list[Remark]) -> Iterator[Statement]:
    lines = text.replace("\r", "").split("\n")
    inside = not any(line.startswith(OPENING) for line in lines)
    abbreviations = False
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        if line.startswith(OPENING):
            inside, abbreviations = True, False
        elif line == _CLOSING:
            inside, abbreviations = False, True
            remarks.append(Remark(number, "heading", line))
        elif abbreviations and line:
            if _DASHES.fullmatch(line):
                continue
            if _ABBREVIATION.fullmatch(raw):
                remarks.append(Remark(number, "abbreviation", line.replace("\t", " = ")))
                continue
            abbreviations = False
        if inside and line and not _DASHES.fullmatch(line):
            for part in _parted(_repaired(line, number, remarks)):
                yield Statement(number, part)


def _repaired(line: str, number: int, remarks: list[Remark]) -> str:
    line = re.sub(r"\s+", " ", re.sub(r"</?[ib]>", "", line)).strip()
    for wrong, right in REPAIRS:
        better = wrong.sub(right, line)
        if better != line:
            remarks.append(Remark(number, "repaired", f"{line} -> {better}"))
            line = better
    return _VARIANT.sub("Lt", line)


def _parted(line: str) -> list[str]:
    """Statements that lost the line break between them, cut where marks or suffixes show it."""
    line = _STAR.sub(_PROTECTED, line)
    line = _AFTER_SUFFIX.sub("\n", re.sub(r"\*+", "\n", line))
    return [part.strip().replace(_PROTECTED, "*") for part in line.split("\n") if part.strip()]


def _goes_on(before: str, text: str) -> bool:
    """Whether a piece carries on the statement before it."""
    if _WANTS_VALUE.fullmatch(before):
        return True
    if before.endswith(",") and not _KEYED.match(text):
        return True
    return not starts_statement(text)


def starts_statement(text: str) -> bool:
    """Whether a text begins as some statement does."""
    return bool(
        looks_like_entry(text)
        or _KEYED.match(text)
        or _SENTENCE.fullmatch(text)
        or feed(State(), text)
        or read_prose(State(), text)
        or text.endswith(":")
        or (re.match(r"[A-Z]\w*:? ", text) and not _LIST_TAIL.match(text))
    )


def _joined(before: str, text: str) -> str:
    if before.endswith("Soviet") and text.startswith("Rumanian"):
        return f"{before}-{text}"
    return f"{before} {text}"


def _unglued(statement: Statement, remarks: list[Remark]) -> Iterator[Statement]:
    """A statement whose last id ran into the count of the next, cut where both counts agree."""
    for glued in _GLUED.finditer(statement.text):
        digits = glued[1]
        for cut in range(1, len(digits)):
            left = statement.text[: glued.start()] + digits[:cut]
            right = f"{digits[cut:]}×{statement.text[glued.end() :]}"
            if _agrees(left) and _agrees(right):
                said = f"{digits}× -> {digits[:cut]} | {digits[cut:]}×"
                remarks.append(Remark(statement.line, "repaired", said))
                yield Statement(statement.line, left)
                yield from _unglued(Statement(statement.end or statement.line, right), remarks)
                return
    yield statement


_COUNTED = re.compile(rf"(\d+)×.*? (?:{'|'.join(SIZES)}) ([^()]+?)(?: \(.*)?")


def _agrees(text: str) -> bool:
    found = _COUNTED.fullmatch(text)
    return found is not None and int(found[1]) == len(found[2].split(","))
