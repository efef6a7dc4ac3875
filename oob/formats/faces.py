"""The faces of a unit in the field's notation: ``5-6/4-6``; see :mod:`oob.formats.unitline`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from maps.formats.textwords import quoted
from oob.formats.cursor import Cursor
from oob.model import Face
from oob.words import REDUCED

_LABEL = re.compile(r"([a-z]+):")
_BLANK = re.compile(r"blank(?=[\s/]|$)")
_NUMBER = r"(\d{1,6}|\.)"
_RATINGS = re.compile(rf"(?:\({_NUMBER}\)|{_NUMBER})-{_NUMBER}(?:-{_NUMBER})?(?=[\s/]|$)", re.ASCII)


def written(faces: Sequence[Face]) -> str:
    """The faces of a unit, parted by slashes."""
    return "/".join(_face(face, REDUCED if index == 1 else "") for index, face in enumerate(faces))


def _face(face: Face, usual: str) -> str:
    attack, move = (_rating(number) for number in (face.attack, face.move))
    if face.parenthesised:
        attack = f"({attack})"
    defense = "" if face.defense is None else f"-{face.defense}"
    text = f"{attack}{defense}-{move}"
    text = "blank" if text == ".-." else text
    if face.label == usual:
        return text
    label = face.label if re.fullmatch(r"[a-z]+", face.label) else quoted(face.label)
    return f"{label}:{text}"


def _rating(number: int | None) -> str:
    return "." if number is None else str(number)


def read(line: Cursor) -> tuple[Face, ...]:
    """The faces that stand here. Raises KnownError for ratings that cannot be read."""
    faces: list[Face] = []
    while not faces or line.eat("/"):
        label = REDUCED if len(faces) == 1 else ""
        text = line.quotation()
        if text is not None:
            line.need(":", "a face's label needs a colon.", 'Write it as "label":3-3.')
            label = text
        elif found := line.match(_LABEL):
            label = found[1]
        faces.append(_read_face(line, label))
    line.skip()
    return tuple(faces)


def _read_face(line: Cursor, label: str) -> Face:
    if line.match(_BLANK):
        return Face(None, None, None, False, label)
    found = line.match(_RATINGS)
    if found is None:
        seen = line.rest.split(" ")[0][:20]
        line.fail(f"the ratings {seen!r} cannot be read.", "Write 5-6, (5)-5, 5-3-8 or blank.")
    attack, second, third = found[1] or found[2], found[3], found[4]
    defense, move = (None, second) if third is None else (second, third)
    return Face(_number(attack), _number(defense), _number(move), found[1] is not None, label)


def _number(text: str | None) -> int | None:
    return None if text is None or text == "." else int(text)
