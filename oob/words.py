"""Words orders of battle are written in: unit types, and ids made from nation and name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from maps.finding.find import folded
from oob.model import Face

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
