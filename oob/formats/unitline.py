"""One line of units in the field's notation: ``2×5-6/4-6 Armor XX 8, 15 (mechanized)``.

Count and ``×`` (left out for one), the faces, type, size, names, traits in parentheses, and what
differs from the usual in brackets: side, steps, formation, note. Faces are parted by a slash, each
``attack-move`` or ``attack-defense-move``, a dot for a rating that is not printed, ``blank`` for a
face without any; a label before a colon names a mode, and a second face without one is the reduced
side. A name is followed by ``#`` and what tells its id from others of that name (``Cro#1..6``), or
by ``@`` and the whole id; else the id is nation and name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from maps.errors import nearest
from maps.formats.textwords import quoted
from oob.formats.cursor import Cursor, token, value
from oob.formats.faces import read as faces_read
from oob.formats.faces import written as faces_written
from oob.model import Nation, Size, Unit, UnitId
from oob.words import TYPES, derived_id, usual_steps

_COUNT = re.compile(r"(\d{1,6})\s*[×x]\s*")
_TYPE_WORD = re.compile(r"[A-Za-z][a-z]*(?:-[a-z]+)*(?=\s)")
_NAME = re.compile(r'[^\s,#@()\[\]"]+(?: [^\s,#@()\[\]"]+)*')
_SUFFIX = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_NO_SIZE = "-"
_SETTINGS = ("side", "steps", "formation", "note")
_FORM = "Write it as 2×5-6/4-6 Armor XX 8, 15 (mechanized)."


def written(units: Sequence[Unit], nation: Nation) -> str:
    """The line of some units of one nation that differ in name and id alone."""
    unit = units[0]
    count = f"{len(units)}×" if len(units) > 1 else ""
    size = unit.size.value or _NO_SIZE
    parts = [count + faces_written(unit.faces), _type(unit.type), size, ", ".join(_names(units))]
    if unit.traits:
        parts.append("(" + ", ".join(map(_trait, sorted(unit.traits))) + ")")
    said = {
        "side": unit.side if unit.side != nation.side else None,
        "steps": str(unit.steps) if unit.steps != usual_steps(unit.faces) else None,
        "formation": unit.formation or None,
    }
    settings = [f"{key}={value(text)}" for key, text in said.items() if text is not None]
    if unit.note:
        settings.append(f"note={quoted(unit.note)}")
    if settings:
        parts.append("[" + " ".join(settings) + "]")
    return " ".join(parts)


def _type(text: str) -> str:
    titled = " ".join(word.capitalize() for word in text.split(" "))
    return titled if text in TYPES else quoted(text)


def _trait(text: str) -> str:
    return text if text.isprintable() and _NAME.fullmatch(text) else quoted(text)


def _names(units: Sequence[Unit]) -> Iterator[str]:
    pairs = [_name(unit) for unit in units]
    at = 0
    while at < len(pairs):
        name, mark = pairs[at]
        end = at + 1
        if re.fullmatch(r"#(0|[1-9]\d{0,4})", mark):
            while end < len(pairs) and pairs[end] == (name, f"#{int(mark[1:]) + end - at}"):
                end += 1
        if 3 <= end - at < 900:
            yield f"{name}{mark}..{int(mark[1:]) + end - at - 1}"
            at = end
        else:
            yield name + mark
            at += 1


def _name(unit: Unit) -> tuple[str, str]:
    is_bare = unit.name.isprintable() and _NAME.fullmatch(unit.name)
    name = unit.name if is_bare else quoted(unit.name)
    derived = derived_id(unit.nation, unit.name)
    if derived and unit.id == derived:
        return name, ""
    suffix = unit.id.removeprefix(f"{derived}-")
    if derived and suffix != unit.id and _SUFFIX.fullmatch(suffix):
        return name, f"#{suffix}"
    return name, f"@{token(unit.id)}"


def read(line: Cursor, nation: Nation) -> list[Unit]:
    """The units of one line. Raises KnownError with what is wrong in it."""
    count = line.match(_COUNT)
    faces = faces_read(line)
    type_, size = _read_type(line), _read_size(line)
    names = _read_names(line, nation)
    if len(names) != (int(count[1]) if count else 1):
        said = count[1] if count else "1"
        line.fail(
            f"the count is {said}, but {len(names)} are named.", "Fix the count or the names."
        )
    traits = _read_traits(line)
    said_more = _read_settings(line)
    steps = said_more.get("steps")
    line.end()
    return [
        Unit(
            UnitId(id_),
            name,
            nation.id,
            said_more.get("side", nation.side),
            type_,
            size,
            faces,
            usual_steps(faces) if steps is None else line.whole(steps, "steps"),
            traits,
            said_more.get("formation", ""),
            said_more.get("note", ""),
        )
        for name, id_ in names
    ]


def _read_type(line: Cursor) -> str:
    quotation = line.quotation()
    if quotation is not None:
        line.skip()
        return quotation
    words: list[str] = []
    while (found := line.match(_TYPE_WORD)) and found[0] not in _SIZES:
        words.append(found[0])
        line.skip()
    if found:
        line.at = found.start()
    type_ = " ".join(words).lower()
    if type_ not in TYPES:
        fix = nearest(type_, TYPES) if type_ else _FORM
        line.fail(f"the unit type {type_!r} is unknown.", fix + " Quote a type of your own.")
    return type_


_SIZES = [size.value or _NO_SIZE for size in Size]


def _read_size(line: Cursor) -> Size:
    found = line.match(re.compile(r"\S+"))
    text = found[0] if found else ""
    if text not in _SIZES:
        line.fail(f"the size {text[:20]!r} is unknown.", nearest(text, _SIZES))
    line.skip()
    return Size("" if text == _NO_SIZE else text)


def _read_names(line: Cursor, nation: Nation) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    while not found or line.eat(","):
        name = line.quotation()
        if name is None:
            bare = line.match(_NAME)
            name = bare[0].rstrip() if bare else line.fail("a unit has no name.", _FORM)
        derived = derived_id(nation.id, name)
        if line.eat("@"):
            found.append((name, line.token("an id")))
            continue
        if line.eat("#"):
            found.extend((name, f"{derived}-{suffix}") for suffix in _read_suffixes(line))
        else:
            found.append((name, derived))
        if not derived:
            line.fail(f"no id can be made of the name {name!r}.", 'Add one: "?"@my-id.')
        line.skip()
    return found


def _read_suffixes(line: Cursor) -> list[str]:
    span = line.span()
    if span is not None:
        return [str(number) for number in span]
    suffix = line.match(_SUFFIX)
    if suffix is None:
        line.fail("after # comes what tells the units apart.", "Write 1#armor or Cro#1..6.")
    return [suffix[0]]


def _read_traits(line: Cursor) -> frozenset[str]:
    traits: list[str] = []
    if line.eat("("):
        while not traits or line.eat(","):
            text = line.quotation()
            if text is None:
                bare = line.match(_NAME)
                text = bare[0] if bare else line.fail("a trait is missing.", "Write (light, ss).")
            traits.append(text)
            line.skip()
        line.need(")", "the traits are not closed.", "Close them with a parenthesis.")
    if len(set(traits)) != len(traits):
        line.fail("a trait stands twice.", "Remove one of the two.")
    return frozenset(traits)


def _read_settings(line: Cursor) -> dict[str, str]:
    if not line.eat("["):
        return {}
    said = line.settings(_SETTINGS)
    line.need(
        "]", "the settings are not closed.", f"Known are {', '.join(_SETTINGS)}; close with ]."
    )
    return said
