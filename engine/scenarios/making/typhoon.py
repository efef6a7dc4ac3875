"""``python -m engine.scenarios.making.typhoon`` makes the position of Typhoon again, from its plan
to the scenario that is shipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from engine.scenarios import load_scenario
from engine.scenarios.making import forces, plan, skies
from engine.scenarios.making.ground import Ground
from engine.systems.fire_in_the_east.rules import FireInTheEast
from engine.systems.fire_in_the_east.state.records import East
from maps.errors import KnownError
from maps.files.writing import write_whole
from maps.hexgrid import Hex
from oob.model import UnitId

NAME = "typhoon"
SHIPPED = Path(__file__).parents[1] / "fire_in_the_east" / f"{NAME}.toml"
AIR = SHIPPED.with_name(f"{NAME}_air.toml")
"""The same with air units."""
MARK = "# Made by engine.scenarios.making.typhoon: change its plan, and make it again.\n"
"""What the made part of the scenario begins with."""
WIDTH = 96


def opening() -> str:
    """The made part of the scenario. Raises KnownError for units without a place."""
    whole = plan.read(NAME)
    rules = FireInTheEast(load_scenario(whole.scenario))
    context, ground = rules.context, Ground(rules.context, whole)
    roll = forces.Roll(rules, whole.turn)
    state = forces.pending(rules.begin().state, context)
    rows = context.charts.nations.rows
    begun: East = state.having(turn=whole.turn, joined={row.id: row.side for row in rows})
    host = forces.Host(rules, begun, ground)
    found, lost = forces.dealt(whole, roll)
    spare = [unit for units in found.values() for unit in units]
    left = set(forces.guarded(host, whole, spare))
    homeless = list[UnitId]()
    for sector in whole.sectors:
        units = [unit for unit in found[sector.id] if unit in left]
        homeless += forces.station(host, sector, units)
    if homeless:
        raise KnownError(f"making {NAME}", f"has no room for {homeless}.", "Make sectors deeper.")
    return MARK + "".join(_written(ground, host, lost, roll.gone))


def _written(
    ground: Ground, host: forces.Host, lost: Iterable[UnitId], gone: Iterable[UnitId]
) -> Iterator[str]:
    label, context = ground.context.map.label, ground.context
    yield f"[opening]\nturn = {ground.plan.turn}\n"
    yield _list("axis", (label(at) for at in _sorted(ground.axis, label)))
    yield _list("regauged", (label(at) for at in _sorted(ground.regauged(), label)))
    yield _list("lost", sorted(lost))
    yield _list("gone", sorted(gone))
    moved = ", ".join(f"{name} = {turn}" for name, turn in ground.plan.moved.items())
    yield f"moved = {{ {moved} }}\n"
    yield _list("sunk", ground.plan.sunk)
    yield "\n[opening.ships]\n"
    yield from (f'{ship} = "{at}"\n' for ship, at in ground.plan.ships.items())
    yield "\n[opening.units]\n"
    put: Mapping[Hex, list[UnitId]] = host.put
    for at in _sorted(put, label):
        if put[at]:
            yield _list(f'"{context.map.label(at)}"', put[at])


def _sorted(hexes: Iterable[Hex], label: Callable[[Hex], str]) -> list[Hex]:
    return sorted(hexes, key=label)


def _list(key: str, words: Iterable[str]) -> str:
    """A list of texts in lines that are not too long."""
    quoted = [f'"{word}",' for word in words]
    whole = f"{key} = [{' '.join(quoted).rstrip(',')}]"
    if len(whole) <= WIDTH:
        return whole + "\n"
    lines, line = [f"{key} = ["], " "
    for word in quoted:
        if len(line) + len(word) + 1 > WIDTH:
            lines.append(line)
            line = " "
        line += f" {word}"
    return "\n".join((*lines, line, "]")) + "\n"


def whole_text() -> str:
    """The scenario with its made part made again."""
    head, _, _ = SHIPPED.read_text("utf-8").partition(MARK)
    return head + opening()


def air_text() -> str:
    """The scenario with air units, with its made part made again."""
    head, _, _ = AIR.read_text("utf-8").partition(MARK)
    return head + MARK + "".join(_flown())


def _flown() -> Iterator[str]:
    whole = plan.read(NAME)
    ground = Ground(FireInTheEast(load_scenario(whole.scenario)).context, whole)
    sky = skies.Skies(whole.air, whole.turn, ground)
    label = sky.context.map.label
    yield "[air]\n" + _list("small", sky.air.small) + f"series = {str(sky.air.series).lower()}\n"
    yield skies.table("homes", sky.homes())
    yield skies.table("allowances", sky.allowances())
    leaving = ({"nation": r.nation, "model": r.model, "turn": r.turn} for r in sky.air.withdrawals)
    yield skies.table("withdrawals", leaving)
    raised = ({"nation": r.nation, "amount": r.amount, "turn": r.turn} for r in sky.air.guards)
    yield skies.table("guards", raised)
    yield skies.table("units", sky.units())
    posts, fallen = sky.guns()
    yield "\n[opening]\n" + _list("silenced", fallen) + "\n[opening.posts]\n"
    for at in _sorted(posts, label):
        yield _list(f'"{label(at)}"', posts[at])
    for key, turn, place, units in sky.later():
        where = f'place = "{place}"\n' if place else ""
        yield f"\n[[schedule.{key}]]\nturn = {turn}\n{where}" + _list("units", units)


if __name__ == "__main__":
    write_whole(SHIPPED, whole_text())
    write_whole(AIR, air_text())
