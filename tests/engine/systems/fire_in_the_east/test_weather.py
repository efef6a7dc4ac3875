"""The weather of Fire in the East: one table for the Arctic, one that drifts (FE-29)."""

from __future__ import annotations

from engine.core.actions import Roll
from engine.systems.europa.charts.movement_charts import Mobility
from engine.systems.europa.movement.costs import conditions
from engine.systems.europa.state.records import Onward, WeatherRoll
from engine.systems.fire_in_the_east.turn.weather import IMPROVING, WORSENING, Drift, drifted, zones
from tests.engine.systems.fire_in_the_east.eastern import North, rules_of


def after(zones_: tuple[str, str, str], table: str, trend: str, brought: str) -> Drift:
    return drifted(rules_of().context, Drift(table, trend, zones_), brought)


def test_example_weather_that_worsens_comes_from_the_north() -> None:
    """[FE-29B2.1] B snow, C frost, D mud; snow again: B snow, C snow, D frost."""
    found = after(("snow", "frost", "mud"), "snow", WORSENING, "snow")
    assert found == Drift("snow", WORSENING, ("snow", "snow", "frost"))


def test_weather_that_improves_comes_from_the_south() -> None:
    """[FE-29B2.2] The new result goes to D, D's weather to C, C's to B."""
    found = after(("snow", "snow", "frost"), "snow", WORSENING, "mud")
    assert found == Drift("mud", IMPROVING, ("snow", "frost", "mud"))


def test_example_the_trend_goes_on_while_the_table_brings_the_same() -> None:
    """[FE-29A2.3] [FE-29A2.1] Clear, then mud: worsening; mud again: still worsening."""
    first = after(("clear", "clear", "clear"), "clear", "", "mud")
    assert first == Drift("mud", WORSENING, ("mud", "clear", "clear"))
    assert drifted(rules_of().context, first, "mud").zones == ("mud", "mud", "clear")


def test_no_change_repeats_the_last_result_of_the_table() -> None:
    """[FE-29A3.1] N is what the table brought the turn before."""
    found = after(("mud", "clear", "clear"), "mud", WORSENING, "")
    assert found == Drift("mud", WORSENING, ("mud", "mud", "clear"))


def test_before_the_first_change_the_weather_stays() -> None:
    """Clear upon clear has no trend."""
    assert after(("clear",) * 3, "clear", "", "").zones == ("clear",) * 3


def test_the_arctic_has_weather_of_its_own() -> None:
    """[FE-29A2.2] [FE-29B.1] [FE-29B1.1] Two dice on Oct I 41: the first is for zone A alone."""
    game = North(turn=8).ask(Onward(), WeatherRoll(), phase="weather", active="")
    game.take(game.rules.apply(game.state, Roll(5)).state)
    assert game.state.weather == {"A": "frost", "B": "clear", "C": "clear", "D": "clear"}
    game.take(game.rules.apply(game.state, Roll(4)).state)
    assert game.state.weather == {"A": "frost", "B": "mud", "C": "clear", "D": "clear"}
    assert (game.state.table, game.state.trend) == ("mud", WORSENING)


def test_the_outlook_gives_every_zone_its_chances() -> None:
    """Shares of a turn add up to one; zone C follows zone B a turn later."""
    game = North(turn=7)
    found = {zone.zone: zone.coming for zone in zones(game.pos, 2)}
    for coming in found.values():
        for turn in (8, 9):
            shares = [chance.chance for chance in coming if chance.turn == turn]
            assert abs(sum(shares) - 1) < 1e-9
    mud = {z: [c.chance for c in coming if c.weather == "mud"] for z, coming in found.items()}
    assert mud["Zone B"][0] == 4 / 6 and len(mud["Zone B"]) == 2
    assert mud["Zone C"] == [4 / 6] and mud["Zone D"] == []


def test_a_hexside_between_zones_has_the_weather_of_the_northern_one() -> None:
    """[FE-29C1.1] A river between frost in the north and mud in the south costs what it does in
    frost, whichever way it is crossed; the hex entered has its own weather.
    """
    ground = rules_of().context
    north, south = next(
        (at, near)
        for at in sorted(ground.fronts)
        for near, way in ground.tracks.passages(at).items()
        if way.zones == ("B", "C") and way.crossings == ("river",) and not way.joined
    )
    river = ground.charts.terrain_costs.hexside("river")
    assert river is not None
    for first, second in (("frost", "mud"), ("mud", "frost")):
        sky = {"A": "clear", "B": first, "C": second, "D": "clear"}
        pos = North(turn=10).having(weather=sky).pos
        assert pos.weather_between(north, south) == pos.weather_between(south, north) == first
        for here, there, entered in ((north, south, second), (south, north, first)):
            row = ground.charts.terrain_costs.row(ground.terrain_at(there))
            assert row is not None
            step = ground.tracks.step(conditions(pos), Mobility.OTHER, here, there)
            dry = pos.skies.cell(row.other, entered)
            assert step == dry + pos.skies.cell(river.cost, first)
