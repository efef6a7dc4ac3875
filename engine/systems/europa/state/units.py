"""What the rules ask about a unit, from its counter and the chart of unit types."""

from __future__ import annotations

from engine.frozen import dataclass
from engine.systems.europa.charts.unit_charts import CapabilityRow, SizeChart
from engine.systems.europa.state.constants import Ability, Capability
from oob.model import Size, Unit

SHORT = {
    "airborne infantry": "Air Landing",
    "anti-tank": "Antitank",
    "armor": "Armored",
    "assault gun armor": "Assault Gun",
    "bicycle infantry": "Bicycle",
    "border infantry": "Border",
    "construction engineer": "Construction",
    "flamethrower armor": "Flamethrower",
    "heavy anti-aircraft": "Heavy AA",
    "heavy position anti-aircraft": "Heavy Position AA",
    "light anti-aircraft": "Light AA",
    "light armor": "Light Armored",
    "light infantry": "Light Infantry",
    "light position anti-aircraft": "Light Position AA",
    "machine gun": "Machinegun",
    "marine commando": "Marine Commando",
    "marine infantry": "Marine",
    "mechanized infantry": "Mechanized",
    "motorcycle infantry": "Motorcycle",
    "motorized anti-tank": "Mot Antitank",
    "motorized artillery": "Mot Artillery",
    "motorized assault engineer": "Mot Assault Engineer",
    "motorized engineer": "Mot Engineer",
    "motorized heavy anti-aircraft": "Mot Heavy AA",
    "motorized infantry": "Motorized",
    "motorized light anti-aircraft": "Mot Light AA",
    "motorized machine gun": "Mot Machinegun",
    "motorized security infantry": "Mot Security",
    "mountain cavalry": "Mountain Cavalry",
    "mountain infantry": "Mountain",
    "parachute commando": "Parachute Commando",
    "parachute infantry": "Parachute",
    "police infantry": "Police",
    "railway artillery": "RR Artillery",
    "railway engineer": "RR Engineer",
    "rocket artillery": "Rocket Artillery",
    "security infantry": "Security",
    "siege artillery": "Siege Artillery",
    "ski infantry": "Ski",
    "static infantry": "Static",
}
"""Type words as orders of battle of the series abbreviate them; others stand in full."""

BUILDERS = frozenset({Ability.CONSTRUCTION, Ability.COMBAT_ENGINEER})
"""What units that build are able to."""
POINTS = "points "
"""What the trait of a position antiaircraft unit begins with: its strength follows."""
POSITION = "position"
"""The size of a position antiaircraft unit, for each of its points."""
TRUCK = "truck"
"""The type, and for charts the size, of a counter that brings supply and carries resource points
(FE-14I.1).
"""
RAIL_ONLY = "rail only"
"""The trait of a unit that moves by rail alone."""
FORTIFIED = "fortified area"
"""The trait of a unit that is a fortified area: ground and garrison in one (FE-31A5c.1)."""
SUPPORTED = "supported"
"""The trait of a counter with a black dot: supported by itself."""


@dataclass(frozen=True, slots=True)
class Facts:
    """A unit with the face that shows.

    ``body`` names its size as the chart of zones does, ``halves`` is that in half regimental
    equivalents, ``transport`` the same on rails and at sea. ``mobile`` is the combat/motorized
    class (c/m); an artillery unit may be that too. ``supported`` holds for those that have
    supporting arms of their own, ``dot`` for those of them that give none to others. ``points`` are
    the antiaircraft strength of a position antiaircraft unit, 0 for all others (BF-22A3);
    ``fortified`` holds for fortified areas.
    """

    body: str
    divisional: bool
    cadre: bool
    headquarters: bool
    halves: int
    attack: int
    defense: int
    move: int
    mobile: bool
    artillery: bool
    heavy: bool
    supported: bool
    dot: bool
    aec_attack: Capability
    aec_defense: Capability
    atec: Capability
    abilities: frozenset[Ability]
    has_cadre: bool
    transport: int
    points: int = 0
    fortified: bool = False

    @property
    def mountain(self) -> bool:
        """True for units with a mountain or ski symbol."""
        return Ability.MOUNTAIN in self.abilities

    @property
    def uncounted(self) -> bool:
        """True for counters that take no room in a hex: position antiaircraft, trucks and
        fortified areas (BF-22A3.2, FE-14I.1, 31A5c.1).
        """
        return bool(self.points) or self.body == TRUCK or self.fortified

    @property
    def construction(self) -> bool:
        """True for units that build: construction units and combat engineers."""
        return not self.abilities.isdisjoint(BUILDERS)

    @property
    def engineer(self) -> bool:
        """True for units with the combat abilities of combat engineers, assault engineers too."""
        return bool(self.abilities & {Ability.COMBAT_ENGINEER, Ability.ASSAULT_ENGINEER})

    @property
    def storms(self) -> bool:
        """True for units that attack a fort or major city as combat engineers do: these, and
        flamethrower armor, which neither builds nor defends so (FE-14C.1).
        """
        return self.engineer or Ability.FLAMETHROWER in self.abilities


def facts_of(
    unit: Unit, steps: int, row: CapabilityRow, sizes: SizeChart, *, supported_cadres: bool
) -> Facts:
    """The facts of a unit with so many steps left, by the chart row of its type and the chart of
    sizes.
    """
    reduced = steps < unit.steps
    face = unit.faces[-1] if reduced else unit.front
    cadre = unit.size is Size.CADRE or (reduced and unit.size in (Size.DIVISION, Size.CORPS))
    headquarters = unit.size is Size.HEADQUARTERS
    divisional = unit.size in (Size.DIVISION, Size.CORPS) and not cadre
    attack = face.attack or 0
    dot = SUPPORTED in unit.traits and not divisional
    neutral = Capability.NEUTRAL
    body = "division" if divisional else "cadre" if cadre else unit.size.name.lower()
    points = points_of(unit)
    if points:
        body = POSITION
    if unit.type == TRUCK:
        body = TRUCK
    halves = sizes.of(body) * max(1, points)
    swift = (row.mobile and body != TRUCK) or Ability.CAVALRY in row.abilities
    return Facts(
        body=body,
        divisional=divisional,
        cadre=cadre,
        headquarters=headquarters,
        halves=halves,
        attack=attack,
        defense=attack if face.defense is None else face.defense,
        move=face.move or 0,
        mobile=row.mobile,
        artillery=row.artillery and not divisional,
        heavy=row.heavy or divisional or dot or headquarters,
        supported=divisional
        or headquarters
        or row.artillery
        or dot
        or (cadre and supported_cadres),
        dot=dot,
        aec_attack=neutral if headquarters else row.aec_attack,
        aec_defense=neutral if headquarters else row.aec_defense,
        atec=neutral if headquarters else row.atec,
        abilities=frozenset(row.abilities),
        has_cadre=unit.steps > 1 and not reduced,
        transport=halves * (sizes.doubled if swift else 1),
        points=points,
        fortified=FORTIFIED in unit.traits,
    )


def points_of(unit: Unit) -> int:
    """The antiaircraft strength of a position antiaircraft unit, 0 for others."""
    found = (trait.removeprefix(POINTS) for trait in unit.traits if trait.startswith(POINTS))
    return next((int(strength) for strength in found if strength.isdigit()), 0)


def title_of(unit: Unit) -> str:
    """A unit for sentences: nation, name, type and size: ``4 Mountain X`` after its nation. What
    its name says of its type is left out: ``Soviet Artillery X``, for one that is called *Lt AA*
    ``Soviet Light AA III``.
    """
    type_ = SHORT.get(unit.type, unit.type.capitalize())
    said = type_.split()
    own = [word for word in unit.name.split() if not any(_says(word, one) for one in said)]
    return " ".join(filter(None, (unit.nation.capitalize(), *own, type_, unit.size.value)))


def _says(word: str, whole: str) -> bool:
    """Whether a word is another one, or short for it by its ends: *Lt*, but not *ME*, initials."""
    return word.casefold() == whole.casefold() or word == whole[:1] + whole[-1:]
