"""The words of the notation: unit types, sizes, nations, months, and what headings imply."""

from __future__ import annotations

import re

AXIS_TYPES = (
    "Panzer",
    "PzGrn",
    "Motorized",
    "Infantry",
    "Jager",
    "Mountain",
    "Air Landing",
    "Parachute",
    "Para-Cmdo",
    "Cavalry",
    "Bicycle",
    "Security",
    "Police",
    "Static",
    "Fortress",
    "Machinegun",
    "mot MG",
    "Naval Infantry",
    "Rifle",
    "Border",
    "Ski",
    "Arm",
    "Flamm pz",
    "Recon",
    "Aslt Gun",
    "Assault Gun",
    "mot Antitank",
    "Artillery",
    "Art",
    "mot Artillery",
    "mot Art",
    "Rocket Art",
    "Siege Art",
    "RR Artillery",
    "Engineer",
    "mot Eng",
    "mot Aslt Eng",
    "Cons",
    "RR Engineer",
    "hv AA",
    "Lt AA",
    "mot hv AA",
    "mot Lt AA",
)
SOVIET_TYPES = (
    "Tank",
    "Lt Tank",
    "Mech",
    "M/C",
    "Mtn Cav",
    "Marine",
    "Para-Inf",
    "mot NKVD",
    "Antitank",
    "Rocket Artillery",
    "Siege Artillery",
    "Construction",
)
BALKAN_TYPES = (
    "Lt Armored",
    "Armored",
    "Lt Infantry",
    "Motorcycle",
    "Commando",
    "Marine Commando",
    "Partisan",
    "Corps Group",
    "Armor",
    "Local",
    "Special Forces",
)
TYPES = frozenset((*AXIS_TYPES, *SOVIET_TYPES, *BALKAN_TYPES))
"""Unit types; a type outside this list is written in double quotes."""

SPELLED = {
    "Panzer": "armor",
    "PzGrn": "mechanized infantry",
    "Motorized": "motorized infantry",
    "Jager": "light infantry",
    "Mountain": "mountain infantry",
    "Air Landing": "airborne infantry",
    "Parachute": "parachute infantry",
    "Para-Cmdo": "parachute commando",
    "Bicycle": "bicycle infantry",
    "Security": "security infantry",
    "Police": "police infantry",
    "Static": "static infantry",
    "Machinegun": "machine gun",
    "mot MG": "motorized machine gun",
    "Naval Infantry": "marine infantry",
    "Rifle": "infantry",
    "Border": "border infantry",
    "Ski": "ski infantry",
    "Arm": "armor",
    "Flamm pz": "flamethrower armor",
    "Recon": "reconnaissance",
    "Aslt Gun": "assault gun armor",
    "Assault Gun": "assault gun armor",
    "mot Antitank": "motorized anti-tank",
    "Art": "artillery",
    "mot Artillery": "motorized artillery",
    "mot Art": "motorized artillery",
    "Rocket Art": "rocket artillery",
    "Siege Art": "siege artillery",
    "RR Artillery": "railway artillery",
    "mot Eng": "motorized engineer",
    "mot Aslt Eng": "motorized assault engineer",
    "Cons": "construction engineer",
    "RR Engineer": "railway engineer",
    "hv AA": "heavy anti-aircraft",
    "Lt AA": "light anti-aircraft",
    "mot hv AA": "motorized heavy anti-aircraft",
    "mot Lt AA": "motorized light anti-aircraft",
    "Tank": "armor",
    "Lt Tank": "light armor",
    "Mech": "mechanized infantry",
    "M/C": "motorcycle infantry",
    "Mtn Cav": "mountain cavalry",
    "Marine": "marine infantry",
    "Para-Inf": "parachute infantry",
    "mot NKVD": "motorized security infantry",
    "Antitank": "anti-tank",
    "Construction": "construction engineer",
    "Lt Armored": "light armor",
    "Armored": "armor",
    "Lt Infantry": "light infantry",
    "Motorcycle": "motorcycle infantry",
    "Corps Group": "infantry",
    "Local": "irregular infantry",
}
"""Unit types in the words counters are drawn from, where the notation's own differ."""

SIZES = ("XX HQ", "XX", "X", "III", "II", "I", "Cdr", "XXXX", "XXX", "HQ")
"""Size marks; ``Cdr`` is a cadre, ``XX HQ`` a division's headquarters."""

TAG_KEYS = (
    *("id", "nation", "type", "size", "faces", "steps", "traits", "formation", "begins"),
    *("doubt", "cost", "for", "remark", "apart", "nobody"),
)
"""Keys of the tags that only counters need."""

HEAD_KEYS = ("nation", "formation", "choice", "fact", "roll", "counters", "ratings")
"""Keys of the head lines beside id, title and status."""

FREE = ("ratings", "free")
"""The head of a roster whose ratings and sizes are those of any game."""

REGIMENTAL_EQUIVALENTS = {
    "XX": 3.0,
    "XX HQ": 1.0,
    "X": 1.0,
    "III": 1.0,
    "Cdr": 1.0,
    "II": 0.5,
    "I": 0.5,
}
"""REs by size (FitE 4.C); a size not named has none."""

NATIONALITIES = (
    "German",
    "Italian",
    "Hungarian",
    "Finnish",
    "Slovakian",
    "Rumanian",
    "Soviet",
    "Bulgarian",
    "Greek",
    "British",
    "Yugoslav",
    "Turkish",
    "RAF",
)
_COUNTRIES = (
    ("RUMANIA", "Axis", "Rumanian"),
    ("HUNGARY", "Axis", "Hungarian"),
    ("FINLAND", "Axis", "Finnish"),
    ("GERMANY", "Axis", "German"),
    ("ITALY", "Axis", "Italian"),
    ("BULGARIA", "Axis", "Bulgarian"),
    ("GREECE", "Allied", "Greek"),
    ("BRITAIN AND EMPIRE", "Allied", "British"),
    ("YUGOSLAVIA", "Allied", "Yugoslav"),
)
_GROUPS = (
    *((re.compile(f"{name}$"), side, nation) for name, side, nation in _COUNTRIES),
    (
        re.compile(r"MILITARY DISTRICTS?|STRATEGIC RESERVE FORCES|MISCELLANEOUS|SOVIET .*"),
        "Soviet",
        "Soviet",
    ),
    (re.compile(r"ARMY GROUP .*|BRANDENBURGERS|LUFTWAFFE|RESOURCE POINTS"), "Axis", "German"),
)

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
TURN = re.compile(rf"({'|'.join(MONTHS)}) (II?) (\d\d)")
"""A half-month turn: ``Jun II 41``."""


def spelled(word: str) -> str:
    """A unit type in the words counters are drawn from.

    >>> spelled("Lt Tank"), spelled("Infantry")
    ('light armor', 'infantry')
    """
    return SPELLED.get(word, word.lower())


def turn_key(turn: str) -> tuple[int, int, int]:
    """A turn's place in time, for sorting; turns that are no half months come last.

    >>> turn_key("Jun II 41") < turn_key("Jan I 42")
    True
    """
    found = TURN.fullmatch(turn)
    if not found:
        return (9999, 0, 0)
    return (int(found[3]), MONTHS.index(found[1]), len(found[2]))


def side_of(group: str) -> str:
    """The side a group heading belongs to, or nothing where the words do not tell."""
    return next((side for words, side, _ in _GROUPS if words.search(group)), "")


def nationality_of(side: str, group: str, force: str) -> str:
    """Whose units stand under headings, as far as the words tell.

    >>> nationality_of("Axis", "", "German, Sweden"), nationality_of("Soviet", "", "Kiev MD")
    ('German', 'Soviet')
    """
    words = force.split(",")[0].split(" ")[0]
    if words in NATIONALITIES:
        return words
    by_group = next((nation for found, _, nation in _GROUPS if found.search(group)), "")
    return by_group or ("Soviet" if side == "Soviet" else "")


def is_national(heading: str) -> bool:
    """Whether a heading of reinforcements names a nation rather than a place."""
    return heading.split(",")[0].split(" ")[0] in NATIONALITIES
