"""Which signs make the symbol of a type, read from the type's words.

A type is words, most of which add one sign: ``motorized assault engineer`` is the comb of engineers
with an arrow and wheels. Words nobody knows stand in the box as their first letters.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from qtapp.painters.counters.app6 import code_of


class Frame(StrEnum):
    """How a symbol is set: in the unit's box, as a silhouette without one, or by APP-6."""

    BOX = "box"
    FIGURES = "figures"
    AIR = "air"
    SHIP = "ship"
    PIECE = "piece"
    APP6 = "app-6"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A frame, the signs in it, and the letters that stand in it.

    ``unknown`` holds the words that no sign stands for; it is empty for every shipped type.
    """

    frame: Frame
    signs: tuple[str, ...]
    letters: str = ""
    unknown: tuple[str, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether the symbol says all that the type says."""
        return not self.unknown


_SIGNS: dict[str, str] = {
    "infantry": "cross", "rifle": "cross", "jager": "cross", "airborne": "cross bar",
    "air landing": "cross bar", "parachute": "cross wings", "paratroop": "cross wings",
    "glider": "cross glider", "marine": "cross anchor", "naval infantry": "cross anchor",
    "naval troops": "cross anchor", "mountain": "cross peak", "alpine": "cross peak",
    "ski": "cross skis", "light": "light", "heavy": "heavy", "static": "cross base",
    "fortress": "crenel", "border": "cross posts", "garrison": "cross plaque",
    "security": "cross plaque", "police": "cross plaque", "militia": "cross plaque",
    "worker": "cross plaque", "cavalry": "slash", "reconnaissance": "slash oval",
    "recon": "slash oval", "armor": "oval", "armour": "oval", "armored": "oval",
    "armoured": "oval", "tank": "oval", "panzer": "oval", "mechanized": "mech",
    "mechanised": "mech", "panzergrenadier": "mech", "flamethrower": "flame",
    "flamm": "flame", "assault gun": "oval dot", "self-propelled": "oval",
    "armored infantry": "mech", "motorized": "wheels", "motorised": "wheels",
    "motorcycle": "cross saddle", "bicycle": "cross pedal", "artillery": "dot",
    "rocket": "rocket", "siege": "siege", "mortar": "mortar", "railway": "track", "rail": "track",
    "coastal": "wave", "coast": "wave",
    "engineer": "comb", "construction": "mark-c", "assault": "arrow", "pontoon": "bridge",
    "bridging": "bridge", "anti-tank": "angle", "antitank": "angle", "anti-aircraft": "dome",
    "antiaircraft": "dome", "signal": "bolt", "signals": "bolt", "supply": "low-line",
}  # fmt: skip
_LETTERS: dict[str, str] = {
    "special forces": "SF", "commando": "CDO", "machine gun": "MG", "nkvd": "NKVD",
    "headquarters": "HQ", "ranger": "RGR",
}  # fmt: skip
_PLAQUES: dict[str, str] = {
    "garrison": "G", "security": "S", "police": "P", "militia": "M", "worker": "W",
}  # fmt: skip
_FIGURES: dict[str, str] = {
    "partisan": "pair", "guerrilla": "pair", "irregular": "lone", "local": "lone",
}  # fmt: skip
_AIR: dict[str, str] = {
    "fighter": "fighter", "heavy fighter": "twin-fighter", "night fighter": "twin-fighter moon",
    "bomber": "bomber", "night bomber": "bomber moon", "dive bomber": "dive",
    "heavy bomber": "heavy-bomber", "attack": "attack", "transport": "transport",
    "glider": "sailplane", "seaplane": "seaplane", "reconnaissance": "seaplane",
    "mixed": "pair-planes", "tac": "fighter", "support": "fighter burst",
}  # fmt: skip
_SHIPS: dict[str, str] = {
    "battleship": "battleship", "heavy cruiser": "heavy-cruiser", "light cruiser": "light-cruiser",
    "cruiser": "heavy-cruiser", "destroyer": "destroyers", "destroyer flotilla": "destroyers",
    "submarine": "submarine", "river flotilla": "monitor", "monitor": "monitor",
    "naval transport": "freighter", "landing craft": "landing", "naval": "heavy-cruiser",
    "naval unit": "heavy-cruiser", "fleet": "heavy-cruiser", "ship": "heavy-cruiser",
    "naval gunfire": "heavy-cruiser shell",
}  # fmt: skip
_PIECES: dict[str, str] = {
    "truck": "truck", "factory": "factory", "fort": "fort", "fortified area": "works",
    "permanent airfield": "airfield", "airfield": "airfield", "resource points": "crates",
    "supply point": "barrel", "repair point": "wrench", "railhead": "buffers",
    "capital": "flag", "group allowance": "propeller", "marker": "diamond", "ace": "ace",
    "heavy position anti-aircraft": "gun heavy-mount",
    "light position anti-aircraft": "gun light-mount",
    "heavy railway position anti-aircraft": "gun heavy-mount rails",
    "light railway position anti-aircraft": "gun light-mount rails",
    "infantry replacements": "rounds cross-of", "armor replacements": "rounds oval-of",
    "mountain replacements": "rounds peak-of", "air replacements": "rounds wing-of",
    "replacements": "rounds",
}  # fmt: skip
_SILENT = frozenset(
    ("air", "unit", "ss", "guards", "field", "medium", "combat", "of", "the", "and", "any")
)
"""Words that change nothing in a symbol."""


@lru_cache(maxsize=2048)
def symbol_of(kind: str) -> Symbol:
    """The symbol of a type, whatever its words.

    >>> symbol_of("motorized infantry").signs
    ('cross', 'wheels')
    >>> symbol_of("xylophone corps").letters
    'XC'
    """
    kind = " ".join(kind.casefold().split())
    if code := code_of(kind):
        return Symbol(Frame.APP6, (code,))
    if kind in _PIECES:
        return Symbol(Frame.PIECE, tuple(_PIECES[kind].split()))
    words = kind.split()
    if ("air" in words and "landing" not in words) or kind in ("fighter", "bomber", "tac"):
        return _one_of(kind, _AIR, Frame.AIR, "fighter")
    found = _longest(kind, _SHIPS)
    if found and not _longest(kind, {"infantry": "", "troops": "", "artillery": "", "cavalry": ""}):
        return _one_of(kind, _SHIPS, Frame.SHIP, "heavy-cruiser")
    for word, figure in _FIGURES.items():
        if word in words:
            return Symbol(Frame.FIGURES, (figure,))
    return _boxed(kind)


def _one_of(kind: str, known: dict[str, str], frame: Frame, usual: str) -> Symbol:
    phrase = _longest(kind, known)
    rest = [w for w in _without(kind, phrase).split() if w not in _SILENT]
    signs = known[phrase] if phrase else usual
    return Symbol(frame, tuple(signs.split()), unknown=tuple(rest))


def _boxed(kind: str) -> Symbol:
    signs: list[str] = []
    letters, rest = "", kind
    for phrase in sorted((*_SIGNS, *_LETTERS), key=lambda p: (-len(p.split()), kind.find(p))):
        if not _holds(rest, phrase):
            continue
        rest = _without(rest, phrase)
        letters = letters or _LETTERS.get(phrase, "")
        signs.extend(_SIGNS.get(phrase, "").split())
        if phrase in _PLAQUES:
            signs.append("plaque-" + _PLAQUES[phrase].lower())
    left = tuple(word for word in rest.split() if word not in _SILENT)
    if left and not signs and not letters:
        letters = "".join(word[0] for word in left[:3]).upper()
    return Symbol(Frame.BOX, _settled(signs, letters), letters, left)


_ARMS = frozenset(
    ("dot", "comb", "slash", "angle", "dome", "oval", "mech", "bolt", "mortar", "bridge")
)
"""Signs that stand for an arm of service: the cross of infantry gives way to them."""


def _settled(signs: list[str], letters: str) -> tuple[str, ...]:
    """Each sign once, the arm first, and the weights bound to what they weigh."""
    found = [sign for sign in dict.fromkeys(signs) if sign != "plaque"]
    arms = [sign for sign in found if sign in _ARMS]
    if (arms or letters) and "cross" in found:
        found.remove("cross")
    if "crenel" in found and not arms and not letters and "cross" not in found:
        found.append("cross")
    if "siege" in found and "dot" in found:
        found.remove("dot")
    if letters and "anchor" in found:
        found[found.index("anchor")] = "anchor-aside"
    for weight in ("light", "heavy"):
        if weight in found:
            arm = next((a for a in ("oval", "mech", "dome", "dot") if a in arms), "cross")
            found[found.index(weight)] = f"{weight}-{arm}"
    return tuple(sorted(found, key=lambda sign: sign not in _ARMS and sign != "cross"))


def _holds(kind: str, phrase: str) -> bool:
    return f" {phrase} " in f" {kind} "


def _longest(kind: str, known: dict[str, str]) -> str:
    return max((phrase for phrase in known if _holds(kind, phrase)), key=len, default="")


def _without(kind: str, phrase: str) -> str:
    return f" {kind} ".replace(f" {phrase} ", " ", 1).strip() if phrase else kind
