"""Hypothesis strategies for items and rosters in notation."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import strategies as st

from oob.notation.model import Action, Item, Kind, Roster, Section
from oob.notation.text.state import POOL
from oob.notation.text.words import HEAD_KEYS, SIZES, TAG_KEYS, TYPES

_LETTERS = "ABCHIXabcdex0123456789/.-éж"
_word = st.text(_LETTERS, min_size=1, max_size=6).filter(lambda text: text.strip(" .") != "")
ids = st.lists(_word, min_size=1, max_size=2).map(" ".join)
plain = st.one_of(st.just(""), st.lists(_word, min_size=1, max_size=3).map(" ".join))
suffixes = st.sampled_from(["", "SS", "SS-Pol", "LW", "Wnt", "NKVD"])
grades = st.sampled_from(["", "H", "H-/X", "E", "H/E", "X"])
backs = st.sampled_from(["", "cdr 3-6", "no cdr", "full 4-5-6"])
heads = st.tuples(
    st.sampled_from(HEAD_KEYS), st.lists(plain, min_size=2, max_size=2).map(json.dumps)
)
tags = st.dictionaries(st.sampled_from(TAG_KEYS), plain, max_size=3).map(
    lambda found: tuple(found.items())
)
turns = st.sampled_from(["Jun II 41", "Jul I 41", "Jan II 42", "", "T+1", "2"])
headings = st.one_of(
    st.sampled_from(
        [
            "",
            "ARMY GROUP NORTH",
            "RUMANIA",
            "18th Army",
            "Reserves",
            "German, Sweden",
            "Rumanian (released from reserve)",
            POOL,
            "Kiev (3B/0607)",
            "At Hango (1B/0515)",
            "10th Mechanized Corps",
            "Withdraw",
            "Air Units",
            "Convert",
            "INITIAL FORCES, JUN II 41",
            "Jul I 41",
        ]
    ),
    plain,
)
nationalities = st.sampled_from(["German", "Soviet", "Rumanian", "RAF", "", "Martian"])
sections = st.builds(
    Section,
    st.sampled_from(["Axis", "Soviet", "Allied", ""]),
    turns,
    st.booleans(),
    headings,
    headings,
    headings,
    plain,
    nationalities,
)
_number = st.integers(0, 12)
_move = st.sampled_from([2, 5, 6, 8, 10, "R"])


@st.composite
def ground(draw: st.DrawFn, place: Item) -> Item:
    """A ground unit, with or without ratings and ids."""
    form = draw(st.sampled_from(["none", "move", "full", "full"]))
    count = draw(st.integers(1, 5))
    own = tuple(draw(st.lists(ids, min_size=count, max_size=count)))
    rated = form == "full"
    return replace(
        place,
        kind=Kind.GROUND,
        count=count,
        type=draw(st.sampled_from([*sorted(TYPES), "Camel Corps"])),
        size=draw(st.sampled_from(SIZES)),
        attack=draw(_number) if rated else None,
        defense=draw(_number) if rated else None,
        move=draw(_move) if rated else (6 if form == "move" else None),
        starred=form != "none" and draw(st.booleans()),
        ids=draw(st.sampled_from([own, own, ()])),
        suffix=draw(suffixes),
        back=draw(backs),
    )


_POINTS = (
    (Kind.POSITION_AA, "Position AA hv"),
    (Kind.POSITION_AA, "Position AA lt RR"),
    (Kind.RESOURCE, "Resource Points"),
    (Kind.REPAIR, "Naval Repair Point"),
    (Kind.ARMOR_RP, "Armor RP"),
    (Kind.SUPPLY, "Supply REs"),
    (Kind.REPLACEMENT, "Inf RP"),
    (Kind.AIR_CONVERT, "Air Unit"),
    (Kind.TRUCK, "Truck"),
    (Kind.FORT, "Fort"),
    (Kind.FORTIFIED_AREA, "Fortified Area"),
    (Kind.AIRFIELD, "Permanent Airfield"),
    (Kind.ANY, "Mot or Mech XX, or Motorized Cdr"),
    (Kind.ALLOWANCE, "Group Allowance"),
)


@st.composite
def points(draw: st.DrawFn, place: Item) -> Item:
    """Anything that is counted and has no name."""
    kind, word = draw(st.sampled_from(_POINTS))
    lent = kind in (Kind.RESOURCE, Kind.ARMOR_RP) and draw(st.booleans())
    suffix = "" if kind is Kind.ANY else draw(suffixes)
    action = Action.INITIAL if place.section.initial else Action.REINFORCE
    item = replace(place, kind=kind, type=word, count=draw(st.integers(1, 99)), suffix=suffix)
    return replace(item, suffix="Lend-Lease South", action=action) if lent else item


@st.composite
def named(draw: st.DrawFn, place: Item) -> Item:
    """An air unit, ship, flotilla or place."""
    name = draw(ids)
    kind = draw(st.sampled_from([Kind.AIR, Kind.SHIP, Kind.FLOTILLA, Kind.FACTORY]))
    words = {Kind.AIR: "Air Unit", Kind.SHIP: "Ship (CA)", Kind.FLOTILLA: "River Flotilla"}
    suffix = draw(st.sampled_from(["", "Far East", "Remnants"])) if kind is Kind.AIR else ""
    item = replace(place, kind=kind, type=words.get(kind, "Factory"), ids=(name,), suffix=suffix)
    return replace(item, count=draw(st.integers(1, 20)) if kind is Kind.AIR else 1)


@st.composite
def items(draw: st.DrawFn, section: Section) -> Item:
    """Any item of a section."""
    actions = [a for a in Action if (a is Action.INITIAL) == section.initial or a in _BOTH]
    action = draw(st.sampled_from(actions))
    place = Item(Kind.GROUND, section, action, 1, "", grade=draw(grades), note=draw(plain))
    place = replace(place, tags=draw(st.just(()) | tags))
    return draw(st.one_of(ground(place), ground(place), points(place), named(place)))


_BOTH = (Action.WITHDRAW, Action.CONVERT_FROM, Action.CONVERT_TO, Action.RELEASE)


@st.composite
def rosters(draw: st.DrawFn) -> Roster:
    """A roster of a few sections."""
    found = Roster(draw(plain), draw(plain), draw(st.sampled_from(["printed", "reconstructed"])))
    found.heads = tuple(draw(st.lists(heads, max_size=3)))
    for section in draw(st.lists(sections, max_size=5)):
        found.items += draw(st.lists(items(section), min_size=1, max_size=4))
    return found
