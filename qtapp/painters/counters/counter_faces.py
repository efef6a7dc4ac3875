"""What a counter's face shows, as plain values: read from the unit, its nation and their looks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from oob.looks import CounterLook, Edge, Scheme, look_of, scheme_of, service_scheme, shipped_scheme
from oob.model import Face, Nation, OrderOfBattle, Unit
from qtapp.painters.counters.app6 import has_echelon
from qtapp.painters.counters.symbol_words import Frame, symbol_of

_STRANGER = Nation("", "", "", "#cfcac0", "#1f1d1a")
_PLAIN_LOOK = CounterLook()
_WEAK = ("reduced", "cadre", "cdr")
_NUMBER = re.compile(r"#.*$")


@dataclass(frozen=True, slots=True)
class CounterFace:
    """Everything one printed face shows; faces that are equal look equal and share a picture.

    ``left`` and ``right`` stand beside the symbol, ``title`` above it, ``corner`` (strength against
    aircraft, points) upper left where otherwise the support dot is, ``code`` upper right;
    ``low_left`` and ``low_right`` flank the ratings of air units. ``picture`` is the digest of an
    own picture.
    """

    kind: str
    size: str
    ratings: str
    left: str
    right: str
    fill: str
    ink: str
    band: str
    is_striped: bool = False
    is_dotted: bool = False
    title: str = ""
    corner: str = ""
    has_dot: bool = False
    code: str = ""
    low_left: str = ""
    low_right: str = ""
    left_edge: Edge = Edge.NONE
    right_edge: Edge = Edge.NONE
    picture: str = ""

    @property
    def shows_size(self) -> bool:
        """Whether the symbol shows the unit's size itself."""
        symbol = symbol_of(self.kind)
        return symbol.frame is Frame.APP6 and has_echelon(symbol.signs[0])

    @property
    def frame(self) -> Frame:
        """How the face is laid out."""
        return symbol_of(self.kind).frame


def face_in(
    order: OrderOfBattle, unit: Unit, index: int = 0, badges: tuple[str, ...] = ()
) -> CounterFace:
    """The face ``index`` of a unit with all that its order of battle says of its looks."""
    nation = order.nations.get(unit.nation)
    scheme = scheme_of(order, nation) if nation is not None else None
    return face_of(unit, nation, index, badges, scheme, look_of(order, unit))


def face_of(
    unit: Unit,
    nation: Nation | None,
    index: int,
    badges: tuple[str, ...] = (),
    scheme: Scheme | None = None,
    look: CounterLook = _PLAIN_LOOK,
) -> CounterFace:
    """The face ``index`` of a unit as it is printed."""
    nation = nation or _STRANGER
    scheme = scheme or _edges_of(nation.id)
    service = service_scheme(unit.traits) or Scheme()
    index = min(max(index, 0), len(unit.faces) - 1)
    face = unit.faces[index]
    label = face.label.casefold()
    is_dotted = label == "dispersed" or "dispersed" in badges
    is_weak = "reduced" in badges or label in _WEAK or (index > 0 and unit.steps > 1)
    kind = look.symbol or _kind(unit)
    texts = _texts(unit, face, kind)
    own_ratings = look.back_ratings if index else look.ratings
    left, right = _ids(unit, kind)
    return CounterFace(
        kind=kind,
        size="Cdr" if label in ("cadre", "cdr") else unit.size.value,
        ratings="" if is_dotted else own_ratings or texts.ratings,
        left=look.left or left,
        right=look.right or right,
        fill=look.fill or service.fill or scheme.fill or nation.fill,
        ink=look.ink or service.ink or scheme.ink or nation.ink,
        band=look.band or service.band or scheme.band or nation.band,
        is_striped=is_weak,
        is_dotted=is_dotted,
        title=texts.title,
        corner=look.corner or _trait(unit, "points ") or _trait(unit, "aa "),
        has_dot="supported" in unit.traits,
        code=look.code or service.code or scheme.code,
        low_left=texts.low_left,
        low_right=texts.low_right,
        left_edge=scheme.left,
        right_edge=scheme.right,
        picture=look.back_picture if index else look.picture,
    )


def printed_ratings(face: Face, unit: Unit) -> str:
    """Ratings by the field's convention: ``8-6``, ``5-3-8``, ``(5)-5``, ``2-0-R``; ``6`` for a
    headquarters.

    >>> from oob.model import Size, UnitId
    >>> unit = Unit(UnitId("u"), "u", "", "", "tank", Size.BRIGADE, (Face(5, 3, 8),))
    >>> printed_ratings(unit.front, unit)
    '5-3-8'
    """
    if face.attack is None and face.move is None:
        return ""
    move = "R" if "rail only" in unit.traits else "" if face.move is None else str(face.move)
    if "headquarters" in unit.traits and not face.attack:
        return move
    attack = "-" if face.attack is None else str(face.attack)
    attack = f"({attack})" if face.parenthesised else attack
    defense = "" if face.defense is None else str(face.defense)
    return "-".join(part for part in (attack, defense, move) if part)


def told_ratings(face: Face, unit: Unit) -> str:
    """The ratings in a list, away from the counter: as printed; of a unit without strength, such as
    position antiaircraft, in words.

    >>> from oob.model import Size, UnitId
    >>> unit = Unit(UnitId("u"), "1", "", "", "heavy position anti-aircraft", Size.NONE,
    ...     (Face(None, None, 4),))
    >>> told_ratings(unit.front, unit)
    'moves 4'
    """
    if face.attack is not None or face.defense is not None or face.move is None:
        return printed_ratings(face, unit)
    return "moves by rail only" if "rail only" in unit.traits else f"moves {face.move}"


@dataclass(frozen=True, slots=True)
class _Texts:
    ratings: str
    title: str = ""
    low_left: str = ""
    low_right: str = ""


def _texts(unit: Unit, face: Face, kind: str) -> _Texts:
    name = _NUMBER.sub("", unit.name).strip()
    match symbol_of(kind).frame:
        case Frame.AIR:
            letter = _trait(unit, "letter ").upper()
            attack, defense = (
                "" if value is None else str(value) for value in (face.attack, face.defense)
            )
            move = "" if face.move is None else str(face.move)
            title = _caption(name, unit)
            return _Texts(f"{attack}{letter}{defense}", title, _trait(unit, "bombing "), move)
        case Frame.SHIP:
            letters = _trait(unit, "letter ").upper()
            return _Texts(
                f"({letters})" if "in port" in unit.traits else letters, _caption(name, unit)
            )
        case Frame.PIECE:
            return _Texts(_caption(name, unit))
        case _:
            return _Texts(printed_ratings(face, unit))


def _caption(name: str, unit: Unit) -> str:
    """The words of a marker, without its nation's name, which its colours say."""
    words = name.split()
    if len(words) > 1 and words[0].casefold() == unit.nation.replace("-", " ").casefold():
        words = words[1:]
    return " ".join(words)


def _trait(unit: Unit, start: str) -> str:
    found = sorted(trait for trait in unit.traits if trait.startswith(start))
    return found[0].removeprefix(start) if found else ""


def _kind(unit: Unit) -> str:
    """The type in words; troops of the NKVD have a symbol that other security troops have not."""
    kind = unit.type.casefold()
    return kind.replace("security infantry", "nkvd") if "mot nkvd" in unit.traits else kind


def _ids(unit: Unit, kind: str) -> tuple[str, str]:
    """What is printed left and right of the symbol: the unit's number, and its formation or
    epithet.
    """
    frame = symbol_of(kind).frame
    if "generic" in unit.traits or frame not in (Frame.BOX, Frame.APP6):
        return "", ""
    name = _NUMBER.sub("", unit.name).strip()
    if name.casefold() in (unit.type.casefold(), *unit.traits) or not any(map(str.isalnum, name)):
        return "", ""
    first, _, rest = name.partition(" ")
    second = rest.split()[0] if rest.strip() else ""
    return first[:6], second[:5]


@cache
def _edges_of(nation: str) -> Scheme:
    found = shipped_scheme("", nation) if nation else None
    if found is None:
        return Scheme()
    return Scheme(left=found.left, right=found.right, code=found.code)
