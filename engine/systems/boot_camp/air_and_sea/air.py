"""The air phase: bomber points to attacks and to hexes that may be attacked, fighters against them
(BC-22E, BC-B15).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.actions import Objection
from engine.core.wording import counted, mixed
from engine.rules.air.points import AirRules, AllottingStep, Flight, Flying
from engine.systems.boot_camp.state.position import BootCampPosition, Work
from engine.systems.boot_camp.state.records import Campaign
from engine.systems.europa.state.constants import ALLIED, other
from maps.hexgrid import Hex


def contested(pos: BootCampPosition, phasing: str) -> tuple[Hex, ...]:
    """Hexes the phasing side could attack now: with enemy units, beside its own that may attack
    there, or held by the enemy under units that dropped (BC-B15.1).
    """
    key = f"contested {phasing}"
    if key not in pos.known:
        found = set(pos.must_attack(phasing))
        held, stacks = pos.held[phasing], pos.standing.sides[phasing]
        for at in pos.held[other(phasing)]:
            for near in held.intersection(pos.context.fronts[at]):
                mine = stacks[near]
                if any(pos.bars_attack(unit, at) is None for unit in mine):
                    found.add(at)
                    break
        pos.known[key] = tuple(sorted(found))
    found_: tuple[Hex, ...] = pos.known[key]
    return found_


class AirPhase(AllottingStep[Campaign, BootCampPosition]):
    """Air points of Boot Camp: given to hexes that may be attacked in the player turn."""

    rules = AirRules(points="BC-22E.1", hexes="BC-B15.1")

    def flights(self, pos: BootCampPosition) -> tuple[Flight, ...]:
        """The points over the board now."""
        return pos.state.flights

    def flown(self, pos: BootCampPosition) -> Mapping[str, int]:
        """Points given in this turn, by ``nation kind``."""
        return pos.state.flown

    def left(self, pos: BootCampPosition, nation: str) -> tuple[int, int]:
        """Bombers and fighters a nation can still give in this turn (BC-22E)."""
        return pos.air_left(nation)

    def nations(self, pos: BootCampPosition, side: str) -> Mapping[str, str]:
        """The nations of a side, by id, in the order of the chart."""
        rows = pos.context.charts.nations.rows
        return {row.id: row.name for row in rows if pos.joined(row.id) == side}

    def hexes(self, pos: BootCampPosition, phasing: str) -> tuple[Hex, ...]:
        """Hexes the phasing side could attack (BC-B15.1)."""
        return contested(pos, phasing)

    def prompt(self, pos: BootCampPosition, frame: Flying) -> str:
        """What to give, and how many points are left."""
        left = [pos.air_left(nation) for nation in self.flyers(pos, frame)]
        bombers, fighters = (sum(counts) for counts in zip(*left, strict=True)) if left else (0, 0)
        if frame.side == frame.phasing:
            what = "Give bomber points to hexes you will attack, fighters against those who defend"
        else:
            what = "Give bomber points to hexes the enemy may attack, fighters against his bombers"
        halved = " (halved in this weather)" if pos.weather_now in pos.skies.poor else ""
        of_each = counted(bombers, "bomber point"), counted(fighters, "fighter point")
        return f"{what}: {of_each[0]}{halved} and {of_each[1]} left this turn."

    def grounded(self, pos: BootCampPosition, frame: Flying, nation: str) -> Iterator[Objection]:
        """Only the nations of the sub-turn fly, and none that has surrendered (BC-22E.3)."""
        if frame.nations and nation not in frame.nations:
            yield Objection("BC-24E.2", "German forces alone act in the surprise sub-turn.")
        if nation in pos.state.surrendered:
            name = pos.context.nation_row(nation).name
            yield Objection("BC-22E.3", f"{name} has surrendered and has no air points.")

    def barred(self, pos: BootCampPosition, nation: str, at: Hex) -> Iterator[Objection]:
        """Air points keep to the countries of their nation (BC-24F.2, 24H.3)."""
        return area_objections(pos, nation, at)

    def ended(self, pos: BootCampPosition, frame: Flying, transition: Work) -> None:
        """After the second side the fighters fight."""
        if frame.side != frame.phasing:
            report(pos, transition)


def area_objections(pos: BootCampPosition, nation: str, at: Hex) -> Iterator[Objection]:
    """Air points keep to the countries their nation's units keep to (BC-24F.2, 24G.3, 24H.3)."""
    row, country = pos.context.nation_row(nation), pos.context.countries.get(at, "")
    if row.area and country not in row.area:
        lands = " or ".join(row.area)
        yield Objection(row.area_rule, f"{row.name} attacks only hexes of {lands}.")
    if row.side == ALLIED and country in pos.context.forbidden:
        yield Objection("BC-24H.3", f"The Allies do not attack {country}.")


def report(pos: BootCampPosition, transition: Work) -> None:
    """Tell what the fighters leave of the bombers, hex by hex (BC-B15.2, 15.3)."""
    for at in sorted({flight.at for flight in pos.state.flights}):
        sides = {
            side: pos.air_points(at, side)
            for side in sorted({pos.joined(f.nation) for f in pos.state.flights if f.at == at})
        }
        for side, strength in sides.items():
            sent = sum(
                f.bombers for f in pos.state.flights if f.at == at and pos.joined(f.nation) == side
            )
            if sent:
                transition.tell(
                    "bombers", "BC-B15.2", side=side, at=at, sent=sent, strength=mixed(strength)
                )


AIR = AirPhase()
HANDLERS = (AIR.handler(),)
