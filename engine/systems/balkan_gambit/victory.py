"""Victory points, their ledger, and the result (BG 4.0)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.view.display import Outcome
from engine.core.wording import counted
from engine.frozen import dataclass
from engine.systems.balkan_gambit.state.context import Mobility
from engine.systems.balkan_gambit.state.position import Position, other
from engine.systems.balkan_gambit.state.records import ALLIED, AXIS, DEAD, SURRENDERED
from maps.hexgrid import Hex
from maps.model import Place
from oob.model import UnitId

NAMES = {ALLIED: "Allied", AXIS: "Axis"}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the ledger: who scores how much for what."""

    side: str
    points: int
    text: str
    rule: str
    hex: Hex | None = None


def ledger(pos: Position) -> tuple[Line, ...]:
    """All points as they would be scored now."""
    return (*_divisions(pos), *_markers(pos), *_towns(pos), *_options(pos))


def _divisions(pos: Position) -> Iterator[Line]:
    points = pos.context.charts.points.division
    for unit, piece in pos.state.pieces.items():
        counts = piece.at == DEAD and SURRENDERED not in piece.marks
        if counts and pos.context.stats[unit].division:
            yield Line(other(pos.owner(unit)), points, f"{pos.called(unit)} eliminated", "BG-4.0c")


def _markers(pos: Position) -> Iterator[Line]:
    lost = pos.state.markers_lost
    if lost:
        points = lost * pos.context.charts.points.supply_marker
        yield Line(AXIS, points, f"{counted(lost, 'supply marker')} eliminated", "BG-4.0e")


def _towns(pos: Position) -> Iterator[Line]:
    points = pos.context.charts.points
    for at, places in sorted(pos.context.places.items()):
        if not pos.context.within(at, *pos.context.figures.victory_countries):
            continue
        for place in places:
            side = scorer(pos, at, place)
            if side:
                city = place.kind == "city"
                yield Line(
                    side,
                    points.city if city else points.town,
                    place.name,
                    "BG-4.0g" if city else "BG-4.0f",
                    at,
                )


def scorer(pos: Position, at: Hex, place: Place) -> str:
    """Who scores a town now: its controller, in supply, and not just partisans in it; '' when
    nobody.
    """
    side = pos.state.control.get(place.id, "")
    inside = pos.at.get(at, ())
    if not side or (inside and all(_denies(pos, unit, side) for unit in inside)):
        return ""
    return side if town_supplied(pos, at, side) else ""


def _denies(pos: Position, unit: UnitId, side: str) -> bool:
    """True for partisans who garrison for nobody: all but Chetniks in a town of the Axis they serve
    (BG 4.0).
    """
    return pos.partisan(unit) and not (side == AXIS == pos.owner(unit))


def town_supplied(pos: Position, at: Hex, side: str) -> bool:
    """True when a notional unit of the side could trace supply from the hex (BG 4.0h).

    Its march is that of a German infantry unit, shorter in winter (BG 6.2); an Allied one may use
    Western or Soviet sources.
    """
    march = notional_march(pos)
    nets = ("axis edge",) if side == AXIS else ("markers", "soviet edge")
    if side == ALLIED and not any(pos.nation(u) == "soviet" for u in pos.state.pieces):
        nets = ("markers",)
    for name in nets:
        chain = pos.net_named(name, side)
        if at in chain or pos.march(Mobility.FOOT, at, march, chain, side):
            return True
    return False


def notional_march(pos: Position) -> int:
    """The march of the notional unit: that of German infantry 3-3, winter counted (BG 6.2, 9.2)."""
    return pos.context.charts.points.notional_march + pos.winter


def _options(pos: Position) -> Iterator[Line]:
    for side in (ALLIED, AXIS):
        points = pos.state.vp_options[side]
        if points:
            yield Line(side, points, "enemy optional reinforcements", "BG-4.0j")


def points(pos: Position) -> dict[str, int]:
    """Victory points of each side as they would be scored now."""
    found = {ALLIED: 0, AXIS: 0}
    for line in ledger(pos):
        found[line.side] += line.points
    return found


def outcome(pos: Position) -> Outcome:
    """The result: a side with at least double the other's points wins, else a draw (BG 4.0)."""
    found = points(pos)
    ratio = pos.context.charts.points.win_ratio
    for side in (ALLIED, AXIS):
        mine, theirs = found[side], found[other(side)]
        if mine > theirs and mine >= ratio * theirs:
            return Outcome(side, "victory", tuple(found.items()))
    return Outcome("", "draw", tuple(found.items()))


def in_words(found: Outcome) -> str:
    """A result as a sentence names it: *Axis victory*, *draw*."""
    return f"{NAMES[found.winner]} {found.level}" if found.winner else found.level
