"""The air phase: bomber points to attacks and to hexes that may be attacked, fighters against them
(BC-22E, BC-B15).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.boot_camp.actions import Allot
from engine.systems.boot_camp.state.position import BootCampPosition, Work
from engine.systems.boot_camp.state.records import Flight, Flying
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.state.constants import ALLIED, other
from maps.hexgrid import Hex

SHARES = (1, 2, 3, 4, 6, 8, 12)
"""Numbers of points a menu offers, besides all there are."""


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


def flyers(pos: BootCampPosition, frame: Flying) -> tuple[str, ...]:
    """Nations of a side that have air points to give or to shift."""
    return tuple(
        row.id
        for row in pos.context.charts.nations.rows
        if pos.joined(row.id) == frame.side
        and (not frame.nations or row.id in frame.nations)
        and (any(pos.air_left(row.id)) or any(f.nation == row.id for f in pos.state.flights))
    )


def there(pos: BootCampPosition, nation: str, at: Hex) -> tuple[int, int]:
    """Bomber and fighter points of a nation at a hex."""
    for flight in pos.state.flights:
        if flight.nation == nation and flight.at == at:
            return flight.bombers, flight.fighters
    return 0, 0


def idle(pos: BootCampPosition, frame: Flying) -> bool:
    """True when a side has no points, or there is no hex to send them to."""
    return not (flyers(pos, frame) and contested(pos, frame.phasing))


def question(pos: BootCampPosition, frame: Flying) -> Question:
    """Give air points to hexes."""
    bombers = fighters = 0
    for nation in flyers(pos, frame):
        left = pos.air_left(nation)
        bombers, fighters = bombers + left[0], fighters + left[1]
    if frame.side == frame.phasing:
        what = "Give bomber points to hexes you will attack, fighters against those who defend"
    else:
        what = "Give bomber points to hexes the enemy may attack, fighters against his bombers"
    halved = ", halved in this weather" if pos.weather_now in pos.skies.poor else ""
    prompt = f"{what}: {bombers} bomber{halved} and {fighters} fighter points are left this turn."
    families = (
        Family(
            "allot",
            "Air points",
            lambda: _offers(pos, frame),
            draw=lambda stream: _draw(pos, frame, stream),
            weight=4,
        ),
        Family("end", "End the air phase", lambda: (EndPhase(),), weight=3, closing=True),
    )
    return Question(frame.side, prompt, families, "BC-B15.1")


def _offers(pos: BootCampPosition, frame: Flying) -> Iterator[Action]:
    for at in contested(pos, frame.phasing):
        for nation in flyers(pos, frame):
            yield from offers_at(pos, nation, at)


def offers_at(pos: BootCampPosition, nation: str, at: Hex) -> Iterator[Allot]:
    """What a menu offers for a nation at a hex: some bombers, some fighters, both, or none."""
    has, left = there(pos, nation, at), pos.air_left(nation)
    most = has[0] + left[0], has[1] + left[1]
    for bombers in _steps(most[0]):
        if bombers != has[0]:
            yield Allot(nation, at, bombers, has[1])
    for fighters in _steps(most[1]):
        if fighters != has[1]:
            yield Allot(nation, at, has[0], fighters)
    if all(most) and has != most:
        yield Allot(nation, at, *most)
    if any(has):
        yield Allot(nation, at, 0, 0)


def _steps(most: int) -> tuple[int, ...]:
    return tuple(dict.fromkeys((*(n for n in SHARES if n < most), *((most,) if most else ()))))


def _draw(pos: BootCampPosition, frame: Flying, stream: Stream) -> Action | None:
    hexes, nations = contested(pos, frame.phasing), flyers(pos, frame)
    if not hexes or not nations:
        return None
    nation, at = nations[stream.below(len(nations))], hexes[stream.below(len(hexes))]
    has, left = there(pos, nation, at), pos.air_left(nation)
    most = has[0] + left[0], has[1] + left[1]
    return Allot(nation, at, stream.below(most[0] + 1), stream.below(most[1] + 1))


def allot_objections(pos: BootCampPosition, frame: Flying, action: Allot) -> Iterator[Objection]:
    """What forbids giving points to a hex (BC-22E, BC-B15)."""
    nation, at = action.nation, action.target
    rows = {row.id: row for row in pos.context.charts.nations.rows}
    if nation not in rows or pos.joined(nation) != frame.side:
        yield Objection("BC-22E.1", f"{nation!r} has no air points for you to give.")
        return
    name = rows[nation].name
    if frame.nations and nation not in frame.nations:
        yield Objection("BC-24E.2", "German forces alone act in the surprise sub-turn.")
    if nation in pos.state.surrendered:
        yield Objection("BC-22E.3", f"{name} has surrendered and has no air points.")
        return
    if at not in contested(pos, frame.phasing):
        yield Objection("BC-B15.1", f"No attack can be made on {pos.label(at)} this phase.")
        return
    yield from area_objections(pos, nation, at)
    has, left = there(pos, nation, at), pos.air_left(nation)
    for word, wanted, most in (
        ("bomber", action.bombers, has[0] + left[0]),
        ("fighter", action.fighters, has[1] + left[1]),
    ):
        if not 0 <= wanted <= most:
            yield Objection("BC-22E.1", f"{name} has {most} {word} points for this, not {wanted}.")
    if (action.bombers, action.fighters) == has:
        yield Objection("BC-B15.1", f"{name} has just that at {pos.label(at)}.")


def area_objections(pos: BootCampPosition, nation: str, at: Hex) -> Iterator[Objection]:
    """Air points keep to the countries their nation's units keep to (BC-24F.2, 24H.3)."""
    row, country = pos.context.nation_row(nation), pos.context.countries.get(at, "")
    if row.area and country not in row.area:
        lands = " or ".join(row.area)
        yield Objection("BC-24F.2", f"{row.name} attacks only hexes of {lands}.")
    if row.side == ALLIED and country in pos.context.forbidden:
        yield Objection("BC-24H.3", f"The Allies do not attack {country}.")


def allot(pos: BootCampPosition, _frame: Flying, action: Allot, transition: Work) -> None:
    """Set what a nation has at a hex."""
    nation, at = action.nation, action.target
    has = there(pos, nation, at)
    others = [f for f in transition.state.flights if (f.nation, f.at) != (nation, at)]
    if action.bombers or action.fighters:
        others.append(Flight(nation, at, action.bombers, action.fighters))
    flown = dict(transition.state.flown)
    for key, more in (
        (f"{nation} bombers", action.bombers - has[0]),
        (f"{nation} fighters", action.fighters - has[1]),
    ):
        flown[key] = flown.get(key, 0) + more
    transition.set(
        flights=tuple(others), flown={key: count for key, count in flown.items() if count}
    )
    name = pos.context.nation_row(nation).name
    if action.bombers or action.fighters:
        transition.tell(
            "air points",
            "BC-B15.1",
            nation=name,
            at=at,
            bombers=action.bombers,
            fighters=action.fighters,
        )
    else:
        transition.tell("air points back", "BC-B15.1", nation=name, at=at)


def close(pos: BootCampPosition, frame: Flying, _action: Action, transition: Work) -> None:
    """Done; after the second side the fighters fight."""
    transition.state = transition.state.popped()
    if frame.side != frame.phasing:
        report(pos, transition)


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
                    "bombers", "BC-B15.2", side=side, at=at, sent=sent, strength=_number(strength)
                )


def _number(value: object) -> str:
    return str(value).replace("/2", " half") if "/" in str(value) else str(value)


HANDLERS = (
    Handler(
        Flying,
        (Answer(Allot, allot_objections, allot), Answer(EndPhase, no_objections, close)),
        question=question,
    ),
)
