"""Waters that freeze and thaw by and by, an option of Fire in the East (FE-39F1)."""

from __future__ import annotations

import pytest

from engine.systems.europa.charts.movement_charts import Mobility
from engine.systems.europa.charts.supply_charts import Ice
from engine.systems.europa.movement.costs import conditions
from engine.systems.europa.state.records import Onward, WeatherRoll
from engine.systems.europa.supply.supply_status import terms
from engine.systems.fire_in_the_east.state import winter
from engine.systems.fire_in_the_east.state.records import DriftRoll
from engine.systems.fire_in_the_east.state.winter import Waters
from tests.engine.systems.fire_in_the_east.eastern import ALLIED, AXIS, RIFLES, WholeFront
from tests.engine.systems.fire_in_the_east.test_special_combat import crossing

NONE: frozenset[str] = frozenset()


class Icy(WholeFront):
    """The campaign with waters that freeze by and by."""

    options = ("gradual_ice",)


def waters(before: str, after: str, frozen: str = "", freezing: str = "") -> Waters:
    """What becomes of the waters of zone B as its weather changes."""
    game = Icy().weather(before).having(frozen=frozenset(frozen), freezing=frozenset(freezing))
    return winter.waters_after(game.pos, {"B": after})


@pytest.mark.parametrize("before", ["clear", "mud", "frost"])
def test_waters_freeze_in_the_turn_that_snow_comes(before: str) -> None:
    """[FE-39F1.1] After clear weather or mud, and after a first turn of frost."""
    assert waters(before, "snow") == Waters(NONE, frozenset("B"))


def test_waters_freeze_in_the_second_turn_of_frost() -> None:
    """[FE-39F1.1] Not in the first."""
    assert waters("mud", "frost") == Waters(NONE, NONE)
    assert waters("frost", "frost") == Waters(NONE, frozenset("B"))


def test_what_freezes_is_frozen_in_the_next_turn_and_stays_so_while_it_is_cold() -> None:
    """[FE-39F1.2] In frost as in snow; mud and clear weather open it."""
    assert waters("snow", "frost", freezing="B") == Waters(frozenset("B"), NONE)
    assert waters("frost", "snow", frozen="B") == Waters(frozenset("B"), NONE)
    assert waters("snow", "mud", frozen="B") == Waters(NONE, NONE)
    assert waters("frost", "clear", freezing="B") == Waters(NONE, NONE)


def test_the_dice_of_the_weather_let_waters_freeze_and_open() -> None:
    """[FE-39F1.1] [FE-39F1.2] Zone A by its own die, which leaves the others as they are; then
    those that share one: what freezes is told, what freezes no more is frozen.
    """
    game = Icy(turn=12).weather("snow").having(table="snow", trend="worsening")
    game.having(weather={"A": "mud", "B": "snow", "C": "clear", "D": "clear"})
    game.having(freezing=frozenset("B")).ask(Onward(), WeatherRoll()).roll(1)
    assert game.state.weather["A"] == "snow"
    assert (game.state.frozen, game.state.freezing) == (NONE, frozenset("AB"))
    assert game.told("waters freeze") == [{"zone": "A"}]
    assert isinstance(game.state.top, DriftRoll)
    game.roll(6)
    assert game.state.weather == {"A": "snow", "B": "snow", "C": "snow", "D": "clear"}
    assert (game.state.frozen, game.state.freezing) == (frozenset("B"), frozenset("AC"))
    assert game.told("waters frozen") == [{"zone": "B"}]


def test_without_the_option_snow_alone_decides() -> None:
    """In zones A to C, in the turn that it falls (FE-29D2.1)."""
    game = WholeFront(turn=12).weather("clear").ask(Onward(), WeatherRoll()).roll(6)
    assert game.state.freezing == game.state.frozen == NONE
    assert winter.frozen(WholeFront().weather("snow").pos) == frozenset("ABC")
    assert not winter.frozen(WholeFront().weather("frost").pos)


@pytest.mark.parametrize(
    ("sky", "frozen", "counts", "more"),
    [
        ("snow", False, "river", 1),
        ("snow", True, "", 0),
        ("frost", True, "", 0),
        ("frost", False, "river", 1),
    ],
)
def test_freezing_waters_are_open_and_frozen_ones_ice(
    sky: str, frozen: bool, counts: str, more: int
) -> None:
    """[FE-39F1.1] [FE-39F1.2] To move, to fight and to supply, by ice and not by weather, in zone D
    too.
    """
    for zone in ("B", "D"):
        game = Icy().weather(sky)
        changing = {"frozen": frozenset(zone)} if frozen else {"freezing": frozenset(zone)}
        game.having(**changing)
        at, near = crossing({zone}, "river")
        assert game.pos.combat_sides(at, near) & {"river", "major_river"} == ({counts} - {""})
        pos, tracks = game.pos, game.context.tracks
        clear = tracks.ground.charts.terrain_costs.row("clear")
        assert clear is not None
        over = tracks.step(conditions(pos), Mobility.OTHER, at, near)
        assert over - pos.skies.cell(clear.other, sky) == more
        for side in (AXIS, ALLIED):
            assert terms(pos, side).frozen.rivers == (frozenset(zone) if frozen else NONE)
            assert terms(pos, side).frozen.swamps == (NONE if sky == "frost" else frozenset("ABC"))


def test_a_unit_goes_over_a_freezing_major_river_as_over_open_water() -> None:
    """[FE-39F1.1] One point more than over a frozen one."""
    at, near = crossing({"C"}, "major_river")
    label = Icy().context.map.label
    costs = []
    for frozen in (NONE, frozenset("C")):
        game = Icy(side=ALLIED).weather("snow").having(frozen=frozen).put(label(at), RIFLES)
        costs.append(game.context.tracks.step(conditions(game.pos), Mobility.OTHER, at, near))
    assert costs[0] - costs[1] == 1


def test_steps_of_supply_lines_count_what_is_frozen_where_it_is() -> None:
    """Swamps and rivers freeze zone by zone; each step is among those of what it counts."""
    graph = WholeFront(4).context.supply_graph
    zones, bit = sorted(graph.zones), graph.bits.bit
    for many in (0, 2, len(zones)):
        ice = Ice(frozenset(zones[:many]), frozenset(zones[1:]))
        found = dict(graph.overland(ice))
        for a, near in graph.ground.fronts.items():
            counts = {b: graph.count(b, a, ice) for b in near}
            for count, open_ in found.items():
                beyond = graph.bits.mask(b for b in near if counts[b] == count)
                assert open_.spread(bit[a]) == beyond
