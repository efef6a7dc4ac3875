"""The rivers of a board from end to end, the banks towns are on, the tethers that hold them there.

A tether is a chain of hexes from a town's hex to the open country on its own bank. A course that
crosses no tether leaves every town on its bank, however the hexsides turn.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from maps.formats.geodata.frame import Frame
from maps.formats.geodata.sheet_boards.hands import (
    banks_shown,
    chained,
    hand_of,
    hand_shown,
    is_beyond,
)
from maps.formats.geodata.sheet_boards.lists import Bank, LatLon, Lists, Town, Trace
from maps.formats.geodata.sheet_boards.recipe import RiverPlan
from maps.formats.geodata.sheet_boards.warp import WarpFrame
from maps.formats.geodata.sources import Sources
from maps.hexgrid import Hex, Side, distance, side_between
from maps.layout import Layout

Spot = tuple[float, float]

REACH = 1.4
"""A town within this distance of a course, in hexes, stands on one of its banks."""

CORRIDOR = 1.4
"""Hexes whose middle is within this distance of a course are those it runs by."""

LONGEST = 4
"""Hexes a tether may run."""

WEIGHTS = {
    "multi_city": 900.0,
    "full_city": 800.0,
    "partial_city": 700.0,
    "city": 700.0,
    "dot": 500.0,
    "reference": 300.0,
    "town": 300.0,
}
"""What crossing a tether costs a course, by the class of its town; other towns 150."""

COMPASS = {"N": (0.1, 0.0), "S": (-0.1, 0.0), "E": (0.0, 0.1), "W": (0.0, -0.1)}
"""Steps of latitude and longitude toward a side."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A town in its hex: its ``spot`` on paper, and for some rivers the way to its bank."""

    name: str
    hex: Hex
    spot: Spot
    weight: float
    toward: Mapping[str, Spot]
    nation: str = ""

    def by(self, course: BaseGeometry, river: str) -> Spot:
        """The town's spot, brought to its listed bank of a river if the geography has it wrong."""
        way = self.toward.get(river)
        if way is None:
            return self.spot
        foot = shapely.line_interpolate_point(*_nearest(course, Point(self.spot)))
        across = (self.spot[0] - foot.x) * way[0] + (self.spot[1] - foot.y) * way[1]
        beside = math.hypot(self.spot[0] - foot.x, self.spot[1] - foot.y)
        if across > 0.25 * beside and across > 0.0:
            return self.spot
        return foot.x + 0.05 * way[0], foot.y + 0.05 * way[1]


JOINED = 0.15
"""Stretches of a river whose ends are this near, in degrees, are one."""


def joined_rivers(traces: Iterable[Trace], by_kind: bool) -> dict[tuple[str, str], BaseGeometry]:
    """The rivers of a list, each in one geometry under its name and, if asked for, its kind.

    A trace is named "Danube, Wien to Budapest"; stretches follow each other downstream.
    """
    runs: dict[tuple[str, str], list[list[Spot]]] = {}
    for trace in traces:
        if "river" not in trace.kind:
            continue
        river = trace.name.partition(",")[0].partition(" (")[0]
        spots = [(x, y) for x, y in trace.line.coords]
        held = runs.setdefault((river, trace.kind if by_kind else ""), [])
        if held and math.dist(held[-1][-1], spots[0]) <= JOINED:
            held[-1] += spots[math.dist(held[-1][-1], spots[0]) < 1e-9 :]
        else:
            held.append(spots)
    return {
        key: shapely.union_all([LineString(run) for run in lines])
        if len(lines) > 1
        else LineString(lines[0])
        for key, lines in runs.items()
    }


Listed = tuple[str, str, BaseGeometry]
"""A river of the lists: its name, its kind on the board, its course on paper."""

Known = tuple[str, LineString]
"""A stretch of a river of the data: its name, its course on paper."""

DOUBLE = 11.0
"""A river of the data this near to one of the lists, in km, is the same river."""

MOUTH = 2.5
"""A river that is near a listed one for no more than this times DOUBLE meets it there."""

MET = 0.04
"""A stretch that begins this near to the end of another, in hexes, goes on from it."""

TOUCH = 1e-6
"""A stretch is cut out with a margin of this many hexes."""

SCRAP = 1.2
"""Shorter stretches of such a river are left out."""

ONE_RIVER = 1.0
"""Stretches of one river that are no farther apart, in hexes, say together what lies where."""


def listed_rivers(plan: RiverPlan, lists: Lists, frame: WarpFrame) -> list[Listed]:
    """The rivers of the lists, their stretches of one kind joined."""
    return [
        (river, plan.features[kind], frame.laid(course))
        for (river, kind), course in joined_rivers(lists.features, True).items()
        if kind in plan.features
    ]


def known_rivers(
    plan: RiverPlan,
    data: Sources,
    frame: WarpFrame,
    listed: Iterable[Listed],
) -> list[Known]:
    """The stretches of the data's rivers that the lists do not have, the longest river first."""
    members = list(listed)
    drawn = shapely.union_all([course for _, _, course in members]).buffer(DOUBLE / frame.hex_km)
    own = {_own(plan, name) for name, _, _ in members}
    known = [(name, frame.laid(line)) for name, line in data.river_lines(plan.rank)]
    found = []
    for name, course in carried_on(known, drawn, plan.least):
        if course.length < plan.least or name in plan.left_out:
            continue
        double = drawn
        if _own(plan, name) not in own:
            mouths = shapely.get_parts(shapely.line_merge(course.intersection(drawn)))
            runs = [one for one in mouths if one.length > MOUTH * DOUBLE / frame.hex_km]
            double = shapely.union_all(runs).buffer(TOUCH)
        rest = shapely.difference(course, double)
        found += [
            (name, part)
            for part in shapely.get_parts(shapely.line_merge(rest))
            if part.length >= min(plan.least, SCRAP)
        ]
    return found


def carried_on(
    known: Iterable[tuple[str, BaseGeometry]], drawn: BaseGeometry, least: float
) -> list[tuple[str, BaseGeometry]]:
    """Rivers, the longest first, each with the short ones that lead on from its end.

    The data give the last stretch of many a river another name, or a line of its own that is
    shorter than ``least`` and would be left out. Such a stretch begins where the other ends, or
    was drawn upstream, from a longer river or one that is ``drawn`` already.
    """
    merged = [(name, shapely.line_merge(line)) for name, line in known]
    merged.sort(key=lambda item: (-item[1].length, item[0]))
    short = [item for item in merged if item[1].length < least and isinstance(item[1], LineString)]
    found = [item for item in merged if item not in short]
    into = shapely.union_all([drawn, *(course for _, course in found)])
    for k, (name, course) in enumerate(found):
        while True:
            ends = shapely.multipoints(
                [spot for part in shapely.get_parts(course) for spot in _tips(part)]
            )
            on = [item for item in short if _leads_on(item[1], ends, into)]
            if not on:
                break
            short = [item for item in short if item not in on]
            course = shapely.line_merge(shapely.union_all([course, *(line for _, line in on)]))
        found[k] = name, course
    return sorted(found + short, key=lambda item: (-item[1].length, item[0]))


def _leads_on(line: LineString, ends: BaseGeometry, into: BaseGeometry) -> bool:
    first, last = (Point(spot) for spot in _tips(line))
    upstream = ends.distance(last) <= MET and into.distance(first) <= MET
    return bool(upstream or ends.distance(first) <= MET)


def _tips(line: LineString) -> tuple[Spot, Spot]:
    first, last = line.coords[0], line.coords[-1]
    return (first[0], first[1]), (last[0], last[1])


def whole_rivers(
    plan: RiverPlan, lists: Lists, frame: WarpFrame, known: Iterable[Known] = ()
) -> dict[str, BaseGeometry]:
    """The rivers from end to end, whatever their kinds: what the lists have, then what is known.

    A river with several names is under each of them.
    """
    parts: dict[str, list[LineString]] = {}
    for (river, _), course in joined_rivers(lists.features, False).items():
        parts.setdefault(_own(plan, river), []).extend(shapely.get_parts(frame.laid(course)))
    for river, part in known:
        parts.setdefault(_own(plan, river), []).append(part)
    found = {own: chained(members, ONE_RIVER) for own, members in parts.items()}
    return found | {name: found[own] for name, own in plan.names.items() if own in found}


def banks_by_name(plan: RiverPlan, banks: Iterable[Bank]) -> list[Bank]:
    """The listed banks, once for each name of their river."""
    names: Mapping[str, list[str]] = {
        own: [name for name, one in plan.names.items() if one == own] for own in plan.names.values()
    }
    return [
        Bank(bank.town, name, bank.side)
        for bank in banks
        for own in [_own(plan, bank.river)]
        for name in dict.fromkeys([bank.river, own, *names.get(own, [])])
    ]


def _own(plan: RiverPlan, river: str) -> str:
    return plan.names.get(river, river)


def _nearest(course: BaseGeometry, spot: Point) -> tuple[LineString, float]:
    """The part of a course nearest to a spot, and how far along it the foot of the spot is."""
    part = min(shapely.get_parts(course), key=lambda one: (one.distance(spot), one.length))
    return part, part.project(spot)


def stands_of(
    towns: Iterable[Town], frame: WarpFrame, homes: Mapping[str, Hex], banks: Iterable[Bank]
) -> list[Stand]:
    """The towns with what is listed of their banks; ``homes`` are towns that were moved."""
    members = list(towns)
    listed: dict[str, list[Bank]] = {}
    for bank in banks:
        listed.setdefault(bank.town, []).append(bank)
    found = []
    for town, spot in zip(members, frame.points([one.at for one in members]), strict=True):
        at = homes.get(town.name, frame.layout.hex_at(*spot))
        toward = {
            one.river: _toward(town.at, spot, one.side, frame) for one in listed.get(town.name, ())
        }
        weight = WEIGHTS.get(town.size, 150.0) * (1.2 if town.chosen else 0.8)
        found.append(Stand(town.name, at, spot, weight, toward, town.nation))
    return found


def stand_of(
    name: str, kind: str, at: LatLon, home: Hex, frame: Frame, banks: Iterable[Bank]
) -> Stand:
    """A town at a point of the globe in the hex ``home``, with those of the ``banks`` that are its.

    ``name`` is the town's in the list of banks, ``kind`` its class.
    """
    spot = frame.point(at)
    toward = {one.river: _toward(at, spot, one.side, frame) for one in banks if one.town == name}
    return Stand(name, home, spot, WEIGHTS.get(kind, 150.0), toward)


def shore_of(at: Hex, reach: int, dry: Collection[Hex], shut: Collection[Side]) -> set[Hex]:
    """The land within ``reach`` hexes of a hex that is reached without crossing ``shut`` sides."""
    found, queue = {at}, [at]
    for here in queue:
        for near in here.neighbours():
            is_near = near not in found and distance(at, near) <= reach and near in dry
            if is_near and side_between(here, near) not in shut:
                found.add(near)
                queue.append(near)
    return found


def beside_course(course: BaseGeometry, stands: Iterable[Stand], near: float) -> list[Stand]:
    """The towns within so many hexes of a course on paper."""
    members = list(stands)
    spots = shapely.points(np.array([one.spot for one in members]).reshape(-1, 2))
    gaps = np.asarray(shapely.distance(course, spots)).tolist()
    return [one for one, gap in zip(members, gaps, strict=True) if gap <= near]


def wrong_banks(
    layout: Layout,
    river: str,
    course: BaseGeometry,
    stands: Iterable[Stand],
    shut: Collection[Side],
    near: float,
) -> list[Stand]:
    """The towns within ``near`` hexes of a river that a board has on the wrong bank of it.

    ``shut`` are the hexsides of rivers and water.
    """
    beside = beside_course(course, stands, near)
    found = []
    for part in shapely.get_parts(course):
        own = [one for one in beside if _nearest(course, Point(one.spot))[0].equals(part)]
        own = [one for one in own if river in one.toward or not is_beyond(part, one.spot)]
        if not own:
            continue
        shown = banks_shown(layout, part, shut)
        for one in own:
            hand = hand_shown(layout, one.hex, shown, river in one.toward)
            if hand and hand != hand_of(part, one.by(course, river)):
                found.append(one)
    return found


Course = tuple[str, BaseGeometry]
"""A river's name and a course of it on paper."""

MOVED = 1.05
"""How far from its new hex's centre a town may be that yields its hex to another."""


ACROSS = 0.45
"""What a new hex whose centre lies over the river adds to that distance."""


def parted(
    stands: Sequence[Stand], courses: Sequence[Course], frame: WarpFrame, dry: Collection[Hex]
) -> dict[str, Hex]:
    """New hexes for the lesser of two towns that share a hex over a river or a frontier."""
    order = sorted(stands, key=lambda one: (-one.weight, one.name))
    tree = shapely.STRtree([course for _, course in courses])
    settled: dict[Hex, list[Stand]] = {}
    found: dict[str, Hex] = {}
    for one in order:
        near = [courses[i] for i in sorted(tree.query(Point(one.spot).buffer(2 * REACH)).tolist())]
        hosts = settled.setdefault(one.hex, [])
        if one.hex not in dry or not any(_apart(one, other, near) for other in hosts):
            hosts.append(one)
            continue
        rated = []
        for at in one.hex.neighbours():
            centre = frame.layout.centre(at)
            guests = settled.get(at, [])
            gap = math.hypot(centre.x - one.spot[0], centre.y - one.spot[1])
            over = any(
                crosses(course, one.by(course, river), (centre.x, centre.y))
                for river, course in near
            )
            is_near = at in dry and gap + ACROSS * over <= MOVED
            if is_near and not any(_apart(one, guest, near) for guest in guests):
                rated.append((gap + ACROSS * over, at))
        if rated:
            _, found[one.name] = min(rated)
            settled.setdefault(found[one.name], []).append(one)
    return found


def _apart(one: Stand, other: Stand, courses: Iterable[Course]) -> bool:
    """True when a frontier or a river lies between two towns."""
    if one.nation and other.nation and one.nation != other.nation:
        return True
    return any(
        course.distance(Point(one.spot)) <= REACH
        and course.distance(Point(other.spot)) <= REACH
        and crosses(course, one.by(course, river), other.by(course, river))
        for river, course in courses
    )


def _toward(at: LatLon, spot: Spot, to: str, frame: WarpFrame | Frame) -> Spot:
    lat, lon = COMPASS[to]
    x, y = frame.point((at[0] + lat, at[1] + lon))
    length = math.hypot(x - spot[0], y - spot[1])
    return (x - spot[0]) / length, (y - spot[1]) / length


@dataclass(frozen=True, slots=True)
class Tether:
    """The hexsides a course may not cross if a town is to keep its bank."""

    stand: Stand
    sides: frozenset[Side]


def tethers(
    layout: Layout,
    course: BaseGeometry,
    river: str,
    stands: Sequence[Stand],
    corridor: Collection[Hex],
    dry: Collection[Hex],
    taken: Collection[Side] = (),
) -> list[Tether]:
    """The tethers of the towns beside a course on paper, the weightiest town first.

    They keep off other rivers, ``taken``, as far as they can, lest a town be cut off between two.
    """
    shapely.prepare(course)
    inside = [one for one in stands if one.hex in corridor and one.hex in dry]
    beside = beside_course(course, inside, REACH)
    beside.sort(key=lambda one: (-one.weight, one.name))
    held: set[Hex] = set()
    found = []
    for one in beside:
        start = one.by(course, river)
        way = _way(layout, course, start, one.hex, corridor, dry, held - {one.hex}, taken)
        held.add(one.hex)
        found.append(Tether(one, frozenset(side_between(a, b) for a, b in pairwise(way))))
    return found


def _way(
    layout: Layout,
    course: BaseGeometry,
    start: Spot,
    home: Hex,
    corridor: Collection[Hex],
    dry: Collection[Hex],
    avoid: Collection[Hex],
    taken: Collection[Side],
) -> list[Hex]:
    """The shortest chain of hexes to the open country that does not cross the course.

    Where there is none within reach, the chain to the hex farthest from the course.
    """
    queue: list[tuple[float, int, Hex]] = [(0.0, 0, home)]
    came: dict[Hex, Hex] = {}
    cost = {home: 0.0}
    far: tuple[float, Hex] = (-1.0, home)
    while queue:
        price, steps, here = heapq.heappop(queue)
        if price > cost[here]:
            continue
        if here != home:
            if here not in corridor:
                return _back(came, home, here)
            gap = course.distance(Point(layout.centre(here)))
            far = max(far, (gap, here))
        if steps == LONGEST or (here not in dry and here != home):
            continue
        origin = start if here == home else layout.centre(here)
        for there in here.neighbours():
            centre = layout.centre(there)
            if crosses(course, (origin[0], origin[1]), (centre.x, centre.y)):
                continue
            step = 1.0 + 6.0 * (there in avoid) + 4.0 * (there not in dry)
            step += 6.0 * (side_between(here, there) in taken)
            # Of two ways that are as short, the one that keeps away from the course.
            step += 0.3 / (0.3 + course.distance(Point(centre)))
            if price + step < cost.get(there, math.inf):
                cost[there], came[there] = price + step, here
                heapq.heappush(queue, (price + step, steps + 1, there))
    return _back(came, home, far[1])


def crosses(course: BaseGeometry, a: Spot, b: Spot) -> bool:
    """True when a straight line from one spot to another ends on the other bank."""
    line = LineString([a, b])
    if not course.intersects(line):
        return False
    met = course.intersection(line)
    return len(shapely.get_parts(met)) % 2 == 1


def _back(came: Mapping[Hex, Hex], home: Hex, last: Hex) -> list[Hex]:
    way = [last]
    while way[-1] != home:
        way.append(came[way[-1]])
    return way[::-1]
