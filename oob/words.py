"""Words orders of battle are written in: unit types, what units are called, and their ids."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache

from maps.finding.find import folded
from oob.model import Face, OrderOfBattle, Unit, UnitId

SHORTENED = 3
"""Letters that a word has at least which stands for a nation in short."""
MARKER = "marker"
"""The type of a counter that is no unit: it has neither symbol nor size nor ratings."""

SIZELESS = ("position anti-aircraft", "truck")
"""How the type words of units end that have no size mark."""
TYPES = (
    "armor",
    "light armor",
    "assault gun armor",
    "flamethrower armor",
    "reconnaissance",
    "mechanized infantry",
    "motorized infantry",
    "motorcycle infantry",
    "bicycle infantry",
    "infantry",
    "light infantry",
    "mountain infantry",
    "ski infantry",
    "marine infantry",
    "parachute infantry",
    "airborne infantry",
    "border infantry",
    "security infantry",
    "motorized security infantry",
    "police infantry",
    "static infantry",
    "irregular infantry",
    "cavalry",
    "mountain cavalry",
    "special forces",
    "commando",
    "marine commando",
    "parachute commando",
    "partisan",
    "fortress",
    "machine gun",
    "motorized machine gun",
    "artillery",
    "motorized artillery",
    "rocket artillery",
    "siege artillery",
    "railway artillery",
    "anti-tank",
    "motorized anti-tank",
    "light anti-aircraft",
    "light position anti-aircraft",
    "motorized light anti-aircraft",
    "heavy anti-aircraft",
    "heavy position anti-aircraft",
    "motorized heavy anti-aircraft",
    "engineer",
    "motorized engineer",
    "motorized assault engineer",
    "construction engineer",
    "railway engineer",
    "truck",
)
"""Unit types with a symbol of their own; other words are allowed where they are meant.

Every type of a shipped order of battle is here in the words :func:`oob.notation.text.words.spelled`
gives it.
"""

REDUCED = "reduced"
"""Label of the second face of a two-step unit."""


def usual_steps(faces: Sequence[Face]) -> int:
    """The steps a unit has when nothing else is said: one per face that is not a mode."""
    return max(1, sum(face.label in ("", REDUCED) for face in faces))


def slug(text: str) -> str:
    """A text as lower-case ASCII words joined by dashes; ``+`` is spelled out.

    >>> slug("8+"), slug("Novi Pazar"), slug("greek_guerrilla")
    ('8-plus', 'novi-pazar', 'greek-guerrilla')
    """
    return "-".join(re.findall(r"[a-z0-9]+", folded(text.replace("+", " plus "))))


def derived_id(nation: str, name: str) -> str:
    """The id a unit has when the text states none; empty when the name has no letter or digit.

    A name that repeats the nation does not say it twice.

    >>> derived_id("british", "8"), derived_id("ss", "18 SS")
    ('british-8', 'ss-18')
    """
    head = slug(nation)
    tail = "-".join(word for word in slug(name).split("-") if word and word != head)
    return f"{head}-{tail}".lstrip("-") if tail else ""


@lru_cache(4096)
def title(nation: str, name: str, size: str, kind: str = "") -> str:
    """A unit as it is called, without its number among equals.

    What is said already is left out: a name, or a word of it, that only says the nation again, in
    full or in short, or a nation that the name says.

    >>> title("German", "117", "XX"), title("Yugoslav Partisans", "Partisans #3", "X")
    ('German 117 XX', 'Yugoslav Partisans X')
    >>> title("Serbian", "Srb", "X"), title("Canadian", "1 Cdn", "XX"), title("SS", "7 SS", "XX")
    ('Serbian X', 'Canadian 1 XX', '7 SS XX')
    """
    name, said = name.split("#")[0].strip(), nation.casefold()
    if said.endswith((f" {name}".casefold(), f" {name}s".casefold())):
        name = ""
    if said in name.casefold().split():
        nation = ""
    words = [word for word in name.split() if not _is_short(word.casefold(), said)]
    return " ".join(part for part in (nation, *words, kind, size) if part)


def _is_short(word: str, nation: str) -> bool:
    """Whether a word is a nation's name in short: its first letter, and some of the others."""
    letters = iter(nation)
    is_like = word.isalpha() and len(word) >= SHORTENED and word[0] == nation[:1] and word != nation
    return is_like and all(letter in letters for letter in word)


def titles(
    order: OrderOfBattle,
    name: Callable[[Unit], str] = lambda unit: unit.name,
    size: Callable[[Unit], str] = lambda unit: unit.size.value,
) -> dict[UnitId, str]:
    """What each unit of an order of battle is called; units of several types that would be called
    alike are told apart by their type: ``German 1 Armor XX``.
    """
    called: defaultdict[str, list[Unit]] = defaultdict(list)
    for unit in order.units.values():
        called[_title(order, unit, name, size)].append(unit)
    return {
        unit.id: _title(order, unit, name, size, unit.type.capitalize())
        if len({one.type for one in alike}) > 1
        else plain
        for plain, alike in called.items()
        for unit in alike
    }


def _title(
    order: OrderOfBattle,
    unit: Unit,
    name: Callable[[Unit], str],
    size: Callable[[Unit], str],
    kind: str = "",
) -> str:
    nation = order.nations.get(unit.nation)
    return title(nation.name if nation else "", name(unit), size(unit), kind)
