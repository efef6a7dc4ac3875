"""The Soviet seat of government: moved, captured, set up again (FE-31E)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Location
from engine.core.view.display import MarkerView
from engine.systems.europa.state.common import award
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.records import Initial
from engine.systems.fire_in_the_east.economy.actions import MoveCapital
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, now
from maps.hexgrid import Hex

NOWHERE = "-"
"""The word, in the state, of a capital that has been captured."""


def place(pos: EastPosition) -> Location | None:
    """Where the capital is: a hex, its refuge, or nowhere."""
    known = pos.state.capital
    if known == NOWHERE:
        return None
    if known == pos.context.charts.capital.refuge:
        return known
    return pos.context.hex_of(known) if known else _seat(pos)


def _seat(pos: EastPosition) -> Hex:
    at: Hex = pos.context.hex_of(pos.context.charts.capital.seat)
    return at


def sites(pos: EastPosition) -> tuple[Location, ...]:
    """Where the capital may be moved: Soviet major cities that the Soviets own, one hex of each,
    and the refuge (FE-31E.1).
    """
    context, here = pos.context, place(pos)
    cities = context.shared.once("cities for a capital", (), lambda: _cities(context))
    found: list[Location] = [at for at in cities if pos.owner_of(at) == ALLIED]
    return tuple([at for at in (*found, context.charts.capital.refuge) if at != here])


def _cities(context: EastContext) -> tuple[Hex, ...]:
    """The major cities of the Soviet Union, one hex of each."""
    home = context.charts.areas.home(context.charts.districts.nation)
    majors = context.major_cities - context.further_city_hexes
    return tuple(at for at in context.cities if at in majors and context.countries.get(at) == home)


def points(pos: EastPosition, at: Location) -> int:
    """The victory points that the Axis gets for it when the capital is set up in a place
    (FE-37B.3).
    """
    is_free = place(pos) is None or at == _seat(pos)
    return 0 if is_free else pos.context.charts.capital.moved


def families(pos: EastPosition, frame: Initial) -> tuple[Family, ...]:
    """Moving the capital, which no button does by mistake, or setting it up again."""
    if frame.side != ALLIED:
        return ()
    fell = place(pos) is None
    title = "Set up the capital" if fell else "Move the capital"
    return (
        Family(
            "move capital",
            title,
            lambda: tuple(map(MoveCapital, sites(pos))),
            weight=1,
            quiet=True,
            listed=not fell,
        ),
    )


def objections(pos: EastPosition, frame: Initial, action: MoveCapital) -> Iterator[Objection]:
    """What forbids moving the capital somewhere (FE-31E.1, 31E.2)."""
    if frame.side != ALLIED:
        yield Objection("FE-31E.1", "The Soviet player moves the Soviet capital.")
    elif action.target not in sites(pos):
        text = f"{pos.label(action.target)} is no other Soviet major city that is yours."
        yield Objection("FE-31E.1", text)


def move(pos: EastPosition, _frame: Initial, action: MoveCapital, transition: Work) -> None:
    """Move it, for a victory point, but not back to its seat; one that was captured is set up for
    nothing (FE-31E.1, 37B.3).
    """
    at, fell, price = action.target, place(pos) is None, points(pos, action.target)
    transition.set(capital=at if isinstance(at, str) else pos.context.map.label(at))
    transition.tell("capital moved", "FE-31E.2" if fell else "FE-31E.1", at=at)
    if price:
        award(transition, AXIS, price, "Soviet capital moved", "FE-37B.3")


def captured(context: EastContext, transition: Work, taken: Mapping[Hex, str]) -> None:
    """The capital falls with its hex (FE-31E.2, 37B.3)."""
    if not context.figures.replacements:
        return
    at = place(now(context, transition))
    if isinstance(at, Hex) and taken.get(at) == AXIS:
        transition.set(capital=NOWHERE)
        transition.tell("capital captured", "FE-31E.2", at=at)
        chart = context.charts.capital
        award(transition, AXIS, chart.captured, "Soviet capital captured", "FE-37B.3")


def unfinished(pos: EastPosition, frame: Initial) -> Iterator[Objection]:
    """A captured capital is set up again before the phase ends (FE-31E.2)."""
    if frame.side == ALLIED and place(pos) is None:
        yield Objection("FE-31E.2", "The Soviet capital must be set up first.")


def markers(pos: EastPosition) -> Iterator[MarkerView]:
    """The capital, where it is on the map."""
    at = place(pos)
    if pos.context.figures.replacements and isinstance(at, Hex):
        yield MarkerView("capital", at, ALLIED, "Soviet capital")


ANSWERS = (Answer(MoveCapital, objections, move),)
"""The decision."""
