"""What a position is made of besides where the war in the air is played: who has come by a turn,
the group allowances, and where position antiaircraft stands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import cycle

from engine.scenarios import load_scenario
from engine.scenarios.making.ground import Ground
from engine.scenarios.making.plan import AirForces
from engine.systems.europa.air.groups.records import Box
from engine.systems.europa.air.title.plan import AirEntry, AirPlan
from engine.systems.europa.board import places
from engine.systems.europa.scenario.schedule import Arrival
from engine.systems.fire_in_the_east.figures import FireFigures
from engine.systems.fire_in_the_east.rules import FireInTheEast
from engine.systems.fire_in_the_east.state.context import EastContext
from maps.errors import KnownError
from maps.hexgrid import Hex
from oob.model import UnitId

Row = Mapping[str, object]


class Skies:
    """The air forces of a scenario as a plan has them on its turn."""

    def __init__(self, plan: AirForces, turn: int, ground: Ground) -> None:
        self.plan, self.turn, self.ground = plan, turn, ground
        self.rules = FireInTheEast(load_scenario(plan.scenario))
        self.context: EastContext = self.rules.context
        self.figures: FireFigures = self.context.figures
        self.air: AirPlan = self.figures.air

    def allowances(self) -> Iterator[Row]:
        """What has come of them and gone until then, in one sum; what comes later, as it does."""
        sums: dict[str, int] = defaultdict(int)
        for row in self.air.allowances:
            if row.turn < self.turn:
                sums[row.nation] += row.amount
        yield from ({"nation": nation, "amount": sum_} for nation, sum_ in sums.items())
        for row in self.air.allowances:
            if row.turn >= self.turn:
                yield {"nation": row.nation, "amount": row.amount, "turn": row.turn}

    def homes(self) -> Iterator[Row]:
        """Where each air force is set up now, and activated later; of one that may not be abroad
        as a whole the others at home.
        """
        limited = {row.id for row in self.context.charts.air_limits.rows}
        for home in self.air.homes:
            start = self.plan.starts.get(home.nation, "")
            row: dict[str, object] = {"nation": home.nation, "place": home.place}
            if start:
                row["start"] = start
            if start and home.nation in limited:
                row["limited"] = True
            yield row

    def units(self) -> Iterator[Row]:
        """Who has come is available, but for those of its model that the plan has among the
        remnants.
        """
        spent = dict(self.plan.remnants)
        delivered = {u for row in self.figures.deliveries if row.turn < self.turn for u in row.air}
        for entry in self.air.units:
            come = entry.box or (0 < entry.turn < self.turn) or entry.id in delivered
            model = f"{entry.nation} {entry.model}"
            lost = min(spent.get(model, 0), entry.count) if come and not entry.turn else 0
            if lost:
                del spent[model]
            if entry.count > lost or not lost:
                yield self._row(entry, entry.count - lost, entry.box or (come and Box.AVAILABLE))
            if lost:
                yield self._row(entry, lost, Box.REMNANTS, "-remnants")
        if spent:
            raise KnownError("making", f"has no {', '.join(spent)} at the start.", "Name others.")

    @staticmethod
    def _row(entry: AirEntry, count: int, box: object, more: str = "") -> Row:
        row: dict[str, object] = {"id": entry.id + more, "nation": entry.nation}
        row["model"] = entry.model
        if count > 1:
            row["count"] = count
        if box:
            return row | {"box": str(box)}
        return row | ({"group": entry.group} if entry.group else {"turn": entry.turn})

    # Position antiaircraft

    def guns(self) -> tuple[dict[Hex, list[UnitId]], list[UnitId]]:
        """Where it stands, and what has fallen: that of the order of battle where the recommended
        set-up has it, unless the enemy has come there; that of places the plan names, and what has
        come since, dealt out over its hexes.
        """
        posts: dict[Hex, list[UnitId]] = defaultdict(list)
        fallen: list[UnitId] = []
        hexes = {word: cycle(map(self.context.hex_of, at)) for word, at in self.plan.guns.items()}
        listed = {
            unit: self.context.hex_of(label)
            for label, units in self.figures.recommended.items()
            for unit in units
        }
        for unit, word in self._come():
            if word in hexes:
                posts[next(hexes[word])].append(unit)
                continue
            at = listed.get(unit) or places.hexes(self.context, word)[0]
            soviet = self.context.units[unit].nation == "soviet"
            if soviet and self.ground.ours(at):
                fallen.append(unit)
            else:
                posts[at].append(unit)
        return posts, fallen

    def _come(self) -> Iterator[tuple[UnitId, str]]:
        guns = set(self.context.position_guns)
        for unit, entry in self.context.setups.items():
            if unit in guns and self.figures.starts(entry.place):
                yield unit, entry.place
        for arrival in self._arrivals():
            if arrival.turn < self.turn:
                yield from ((unit, arrival.place) for unit in arrival.units)

    def _arrivals(self) -> Iterator[Arrival]:
        guns = set(self.context.position_guns)
        for arrival in self.figures.schedule.arrivals:
            if guns.issuperset(arrival.units):
                yield arrival

    def later(self) -> Iterator[tuple[str, int, str, tuple[UnitId, ...]]]:
        """The position antiaircraft that comes later, and what leaves."""
        guns = set(self.context.position_guns)
        for arrival in self._arrivals():
            yield "arrivals", arrival.turn, arrival.place, arrival.units
        for leaving in self.figures.schedule.withdrawals:
            if leaving.turn >= self.turn and guns.issuperset(leaving.units):
                yield "withdrawals", leaving.turn, "", leaving.units


def table(key: str, rows: Iterable[Row]) -> str:
    """A list of tables, one a line."""
    lines = [f"  {{ {', '.join(f'{k} = {_cell(v)}' for k, v in row.items())} }}," for row in rows]
    return "\n".join((f"{key} = [", *lines, "]")) + "\n"


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else f'"{value}"'
