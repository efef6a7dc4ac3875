"""Supply lines, sources, verdicts: worked examples, and nets against a search from each unit."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.charts.tables import Provenance
from engine.core.handler import Transition
from engine.systems.balkan_front.state.constants import EASTERN_GREECE
from engine.systems.europa.charts.supply_charts import ALL_HALVED, DurationRow
from engine.systems.europa.state.common import settle_ownership
from engine.systems.europa.state.constants import ALLIED, AXIS, PENDING, SIDES, other
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Delivery
from engine.systems.europa.supply import supply_status, supply_trace
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.europa.homefront import Home
from tests.examples import few

TITLES = ("balkan_front", "boot_camp")
JULIA, VENEZIA = "italian-3-julia", "italian-19-venezia"

KINDS = ("clear", "poor", "winter")


# A search from the unit outward, written apart from the nets


def reached(
    starts: Iterable[Hex], near: Callable[[Hex], Iterable[Hex]], limit: int
) -> dict[Hex, int]:
    found = dict.fromkeys(starts, 0)
    queue = deque(found)
    while queue:
        at = queue.popleft()
        if found[at] < limit:
            for to in near(at):
                if to not in found:
                    found[to] = found[at] + 1
                    queue.append(to)
    return found


def by_rail(pos: Position, starts: Iterable[Hex], usable: set[Hex], limit: int) -> set[Hex]:
    best = {at: 0 for at in starts if at in usable and at in pos.context.rails}
    queue = deque(best)
    while queue:
        at = queue.popleft()
        for to in pos.context.rails[at]:
            low = best[at] + pos.context.low_volume(at, to)
            if to in usable and low <= limit and low < best.get(to, limit + 1):
                best[to] = low
                queue.append(to)
    return set(best)


class Search:
    """Lines of a side's units, sought from each unit outward."""

    def __init__(self, pos: Position, side: str) -> None:
        context, enemy = pos.context, other(side)
        self.pos, self.side = pos, side
        self.open = {
            at
            for at in context.land
            if at not in pos.held[enemy]
            and (at not in pos.zoc(enemy) or at in pos.held[side])
            and not pos.neutral(at)
        }
        self.owned = {at for at in self.open if pos.owner_of(at) == side}
        self.fair = {at for at in context.land if not pos.poor_at(at)}

    def element(
        self, kind: str, starts: set[Hex], links: Mapping[Hex, Iterable[Hex]], where: set[Hex]
    ) -> set[Hex]:
        """What an element from some hexes reaches."""
        fair = where & self.fair

        def lengths(weather: str) -> dict[str, int]:
            found: dict[str, int] = self.pos.context.charts.supply.lengths(self.pos.skies, weather)
            return found

        clear = reached(
            starts & self.fair,
            lambda a: (b for b in links.get(a, ()) if b in fair),
            lengths("clear")[kind],
        )
        whole = reached(
            starts,
            lambda a: (b for b in links.get(a, ()) if b in where),
            lengths("poor")[kind],
        )
        return {*clear, *whole} if len(self.fair) < len(self.pos.context.land) else set(clear)

    def feeds(self, unit: UnitId) -> bool:
        """Whether any line leads from a unit to an unlimited source it may use."""
        pos, context, start = self.pos, self.pos.context, self.pos.piece(unit).at
        assert isinstance(start, Hex)
        if start not in self.open:
            return False
        goals = {
            at
            for source in pos.sources(self.side)
            if source.room is None and (not source.nations or pos.nation(unit) in source.nations)
            for at in supply_status.seeds(context, (source,))
            if at in self.open
        }
        overland = self.element("overland", {start}, context.fronts, self.open)
        mine = overland & self.owned
        road = self.element("road", mine, context.roads, self.owned)
        rail = by_rail(
            pos, road | mine, self.owned, context.charts.supply.lengths(pos.skies, "clear")["rail"]
        )
        return bool(goals & (overland | road | rail))


def scattered(random: Random, home: Home) -> Home:
    """Units of both sides strewn over Greece, Albania and the south of Yugoslavia."""
    context = home.context
    lands = [at for at in sorted(context.land) if context.countries.get(at) in LANDS]
    units = [unit for unit in context.units if context.units[unit].nation in ("italian", "greek")]
    for unit in random.sample(units, 40):
        at = random.choice(lands)
        if not home.pos.at.get(at) or home.pos.side(home.pos.at[at][0]) == home.pos.side(unit):
            home.put(at, unit)
    doing = Transition(home.state)
    settle_ownership(context, doing)
    return home.having(taken=doing.state.taken)


LANDS = ("Albania", "Greece", "Italy", "Yugoslavia")


@few(12)
@given(
    st.integers(0, 10**6),
    st.sampled_from(KINDS),
    st.sampled_from(KINDS),
)
def test_the_nets_feed_exactly_those_a_search_from_the_unit_feeds(
    seed: int, north: str, south: str
) -> None:
    random = Random(seed)
    home = Home().join(yugoslav=random.choice(["", ALLIED, AXIS]))
    home = scattered(random, home).weather(north, "D").weather(south, "E")
    pos = home.pos
    for side in SIDES:
        fed, search = supply_status.feeding(pos, side), Search(pos, side)
        for at, units in pos.standing.sides[side].items():
            for unit in units:
                mine = any(
                    net.hexes & pos.context.supply_graph.bits.bit[at]
                    for nations, net in fed.nets.items()
                    if not nations or pos.nation(unit) in nations
                )
                assert mine == search.feeds(unit), (unit, pos.label(at))


# Lines


def test_a_unit_on_a_source_is_supplied() -> None:
    assert Home().put("durazzo", JULIA).fed(JULIA)


SMALL = (
    "greek-4-mountain-brigade",
    "greek-5-mountain-brigade",
    "greek-16-mountain-brigade",
    "greek-51-mountain-regiment",
    "greek-39-ev-mountain-regiment",
    "greek-40-ev-mountain-regiment",
)
"""Greek units without zones of control."""


def ringed(*enemies: str, garrison: str = "") -> Home:
    """Julia in Albania with enemies in hexes around it, and perhaps a friend in one gap."""
    home = Home().put("elbasan", JULIA)
    around = home.at("elbasan").neighbours()
    for at, enemy in zip(around, enemies, strict=False):
        home.put(at, enemy)
    return home.put(around[-1], garrison) if garrison else home


def test_enemy_units_close_a_line() -> None:
    assert ringed(*SMALL[:5]).fed(JULIA)
    assert not ringed(*SMALL).fed(JULIA)


def test_zones_of_control_close_a_line_unless_a_friend_stands_there() -> None:
    enemies = ("greek-8-mountain", *SMALL[1:4], "greek-9-mountain")
    assert not ringed(*enemies).fed(JULIA)
    assert ringed(*enemies, garrison="italian-a-regiment").fed(JULIA)


def test_roads_and_railroads_serve_only_in_ones_own_hexes() -> None:
    home = Home().put("larisa", "greek-1-mountain")
    assert home.fed("greek-1-mountain")
    cut_off = {at: AXIS for at in home.context.land if home.context.countries.get(at) == "Greece"}
    keep = home.at("tripolis")
    assert not home.having(taken={**cut_off, keep: ALLIED}).fed("greek-1-mountain")


def test_neutral_ground_closes_a_line() -> None:
    home = Home().put("nis", "greek-1-mountain").own(ALLIED, "nis")
    assert not home.fed("greek-1-mountain")
    assert home.join(yugoslav=ALLIED).fed("greek-1-mountain")


def test_rail_breaks_do_not_stop_a_line() -> None:
    home = Home().put("larisa", "greek-1-mountain")
    everywhere = frozenset(home.context.rails)
    assert home.having(breaks=everywhere).fed("greek-1-mountain")


def test_a_far_inland_unit_is_fed_in_clear_and_not_in_poor_weather() -> None:
    home = Home()
    fair, foul = net_of(home, ALLIED), net_of(Home().weather("poor"), ALLIED)
    assert foul and foul < fair


def net_of(home: Home, side: str) -> set[Hex]:
    fed = supply_status.feeding(home.pos, side)
    return set(home.context.supply_graph.bits.hexes(fed.nets[frozenset()].hexes))


def test_an_element_across_zones_takes_the_worse_weather() -> None:
    """Poor weather in the north alone shortens lines of units that stand in the clear south."""
    zones = Home().context.weather_zones
    clear = net_of(Home(), AXIS)
    north = net_of(Home().weather("poor", "D"), AXIS)
    assert any(zones[at] == "E" for at in clear - north)
    everywhere = net_of(Home().weather("poor"), AXIS)
    assert everywhere <= north < clear


# Sources


@pytest.mark.parametrize("title", TITLES)
def test_full_sources_are_those_of_the_rules(title: str) -> None:
    home = Home(title)
    axis = {s.at for s in home.pos.sources(AXIS) if s.room is None and not s.nations}
    allied = {s.at for s in home.pos.sources(ALLIED) if s.room is None and not s.nations}
    assert {home.at("durazzo"), home.at("brindisi"), home.at("bari")} <= axis
    assert {home.at("peiraievs"), home.at("thessalonike"), EASTERN_GREECE} <= allied
    assert not axis & allied
    minor = home.at("himare")
    assert (minor in axis) == (title == "boot_camp")
    assert not any(home.context.countries.get(at) == "Greece" for at in axis if isinstance(at, Hex))
    edge = home.at("14A:0133")
    assert edge in axis


def test_eastern_greece_feeds_the_hex_it_lies_next_to() -> None:
    home = Home().having(taken={at: AXIS for at in Home().context.ports})
    assert home.put("14A:4701", "greek-1-mountain").fed("greek-1-mountain")


def test_a_source_feeds_only_while_its_side_owns_it() -> None:
    home = Home().put("durazzo", JULIA)
    ports = [at for at, s in home.context.ports.items() if home.context.countries[at] == "Albania"]
    taken = dict.fromkeys(ports, ALLIED)
    home.having(taken=taken).put("tirana", VENEZIA)
    assert not home.fed(VENEZIA)


@pytest.mark.parametrize("title", TITLES)
def test_example_beograd_and_nis_are_connected(title: str) -> None:
    home = Home(title).join(yugoslav=ALLIED)
    beograd, nis = home.at("14A:2211"), home.at("14A:3009")
    country = {at: AXIS for at in home.context.country("Yugoslavia")}
    rails = by_rail(home.pos, [beograd], set(home.context.country("Yugoslavia")), 99)
    assert nis in rails
    home.having(taken={at: side for at, side in country.items() if at not in rails})
    named = {s.at for s in home.pos.sources(ALLIED) if "yugoslav" in s.nations}
    assert {beograd, nis} <= named
    home.having(taken={at: side for at, side in country.items() if at != beograd})
    assert not {s.at for s in home.pos.sources(ALLIED) if "yugoslav" in s.nations}


@pytest.mark.parametrize("title", TITLES)
def test_national_sources_serve_their_nation_alone(title: str) -> None:
    home = Home(title).join(bulgarian=AXIS, hungarian=AXIS)
    home.having(taken=dict.fromkeys([*home.context.edges, *home.context.ports], ALLIED))
    home.put("14A:3606", "bulgarian-1-infantry", JULIA)
    home.put("14A:0712", "hungarian-1-infantry").put("14A:0811", VENEZIA)
    assert home.fed("bulgarian-1-infantry") and home.fed("hungarian-1-infantry")
    assert not home.fed(JULIA) and not home.fed(VENEZIA)


def test_national_sources_go_with_their_nation() -> None:
    home = Home().put("14A:2211", "yugoslav-38-dravska").join(yugoslav=AXIS)
    nations = {nation for s in home.pos.sources(AXIS) for nation in s.nations}
    assert "yugoslav" in nations
    assert not any("yugoslav" in s.nations for s in home.pos.sources(ALLIED))


def test_dodecanese_ports_feed_italians_alone() -> None:
    home = Home().put("leros", "italian-a-regiment").put("kos", "german-125-regiment")
    assert home.fed("italian-a-regiment") and not home.fed("german-125-regiment")


def test_a_restricted_source_the_enemy_owned_is_lost_for_good() -> None:
    home = Home().join(bulgarian=AXIS)
    edges = dict.fromkeys(home.context.edges, ALLIED)
    home.having(taken=edges, forfeit=frozenset({home.at("14A:3606")}))
    assert not home.put("14A:3606", "bulgarian-1-infantry").fed("bulgarian-1-infantry")


# Limited sources


def test_a_greek_minor_port_feeds_one_equivalent_of_greeks_overland() -> None:
    home = Home().put("samos", "greek-4-mountain-brigade")
    assert home.fed("greek-4-mountain-brigade")
    home.put("samos", "greek-51-mountain-regiment")
    fed = [home.fed(u) for u in ("greek-4-mountain-brigade", "greek-51-mountain-regiment")]
    assert sorted(fed) == [False, True]
    assert not Home().put("samos", "greek-8-mountain").fed("greek-8-mountain")
    assert not Home().put("samos", "british-14-brigade").fed("british-14-brigade")


def test_boot_camp_ports_abroad_feed_one_division_or_four_others() -> None:
    home = Home("boot_camp").own(AXIS, "iraklion")
    small = ["italian-a-regiment", "italian-b-regiment", "italian-aosta", "italian-milano"]
    home.put("iraklion", *small)
    assert all(map(home.fed, small))
    home.put("iraklion", "italian-guide")
    assert sum(map(home.fed, [*small, "italian-guide"])) == 4
    home.put("iraklion", JULIA)
    units = [*small, "italian-guide", JULIA]
    assert sum(map(home.fed, units)) == 4, "four regiments outweigh a division"


def test_example_two_supply_res_feed_two_res_of_units() -> None:
    home = Home().own(AXIS, "tripolis")
    drop = home.at("tripolis")
    home.having(deliveries={drop: Delivery(AXIS, 2)})
    home.put("tripolis", "italian-a-regiment", "italian-b-regiment")
    assert home.fed("italian-a-regiment") and home.fed("italian-b-regiment")
    home.put("tripolis", "italian-aosta")
    units = ("italian-a-regiment", "italian-b-regiment", "italian-aosta")
    assert sum(map(home.fed, units)) == 2


def test_example_supplies_last_through_two_initial_phases() -> None:
    home = Home()
    home.having(deliveries={home.at("tripolis"): Delivery(AXIS, 1)})
    doing = Transition(home.state)
    supply_status.age_deliveries(home.context, doing)
    assert doing.state.deliveries, "they last through the Allied player turn"
    supply_status.age_deliveries(home.context, doing)
    assert not doing.state.deliveries, "and are gone as the next Axis initial phase closes"


def test_captured_supplies_vanish() -> None:
    home = Home()
    at = home.at("tripolis")
    home.having(taken={at: AXIS}, deliveries={at: Delivery(AXIS, 1)})
    home.put("tripolis", "greek-1-mountain")
    doing = Transition(home.state)
    settle_ownership(home.context, doing)
    assert not doing.state.deliveries


# The verdict


def test_the_verdict_holds_for_the_whole_player_turn() -> None:
    home = Home().put("tripolis", JULIA).judge()
    assert home.out(JULIA)
    assert home.told("out of supply") == [{"units": (JULIA,)}]
    home.state = home.state.with_piece(UnitId(JULIA), at=home.at("durazzo"))
    assert home.out(JULIA) and home.fed(JULIA)
    home.judge()
    assert not home.out(JULIA)
    assert home.told("supplied again") == [{"units": (JULIA,)}]


def test_both_sides_are_judged_at_once() -> None:
    home = Home().put("tripolis", JULIA).put("trieste", "greek-1-mountain")
    home.judge()
    assert home.out(JULIA) and home.out("greek-1-mountain")


def test_out_of_supply_halves_the_movement_rating() -> None:
    home = Home().put("tripolis", JULIA)
    before = home.pos.allowance(UnitId(JULIA))
    home.judge()
    assert home.pos.allowance(UnitId(JULIA)) * 2 == before


def test_units_in_holding_boxes_and_neutrals_are_never_out() -> None:
    home = Home().put("nis", "yugoslav-38-dravska").put("middle_east", "british-14-brigade")
    home.judge()
    assert not home.out("yugoslav-38-dravska")
    assert not home.out("british-14-brigade")


def test_rough_ground_counts_double_where_the_option_is_played() -> None:
    plain, rough = net_of(Home(), AXIS), net_of(Home("balkan_front", "rough supply"), AXIS)
    assert rough < plain
    supply_graph = Home("balkan_front", "rough supply").context.supply_graph
    context = supply_graph.ground
    a, b = next(
        (a, b)
        for a in sorted(context.land)
        for b in context.fronts[a]
        if context.map.terrain[b] == "mountain" and b not in context.roads.get(a, ())
    )
    assert supply_graph.count(a, b) == 2 + ("major_river" in context.sides(a, b))
    on_road = next(
        (a, b)
        for a in sorted(context.roads)
        for b in context.roads[a]
        if context.map.terrain[b] == "mountain"
    )
    assert supply_graph.count(*on_road) == 1


# How long it lasts


def test_player_turns_out_of_supply_are_counted_until_there_is_supply() -> None:
    home = Home().put("tripolis", JULIA).judge()
    unit = UnitId(JULIA)
    assert home.state.unfed == {unit: 1} and home.pos.turns_out(unit) == 1
    assert home.judge().pos.turns_out(unit) == 1, "two player turns are one turn"
    assert home.judge().pos.turns_out(unit) == 2
    assert "for 3 player turns in a row" in supply_trace.supply_line(home.pos, unit).text
    home.state = home.state.with_piece(unit, at=home.at("durazzo"))
    assert not home.judge().state.unfed and not home.pos.turns_out(unit)
    home.state = home.state.with_piece(unit, at=home.at("tripolis"))
    assert home.judge().state.unfed == {unit: 1}


def test_a_chart_says_what_lack_of_supply_halves_from_which_turn_on() -> None:
    chart = Home().context.charts.supply
    assert not chart.durations and chart.hardship(1) is chart.hardship(9) is ALL_HALVED
    first = DurationRow("first", 1, True, False, True, False, Provenance.PRINTED)
    second = DurationRow("later", 2, True, True, True, True, Provenance.PRINTED)
    lasting = replace(chart, durations=(first, second))
    assert [lasting.hardship(turn) for turn in (1, 2, 5)] == [first, second, second]


def test_isolated_is_a_unit_that_no_line_reaches_however_long() -> None:
    home, unit = Home().put("tripolis", JULIA), UnitId(JULIA)
    assert not home.fed(JULIA) and not supply_status.isolated(home.pos, unit), "only too far away"
    assert "however long" not in supply_trace.supply_line(home.pos, unit).text
    around = home.at("tripolis").neighbours()
    for enemy, at in (("greek-8-mountain", around[0]), ("greek-1-mountain", around[3])):
        home.state = home.state.with_piece(UnitId(enemy), at=at)
    assert supply_status.isolated(home.pos, unit)
    assert "No line, however long" in supply_trace.supply_line(home.pos, unit).text
    home.state = home.state.with_piece(unit, at=home.at("durazzo"))
    assert home.fed(JULIA) and not supply_status.isolated(home.pos, unit)
    home.state = home.state.with_piece(unit, at=PENDING)
    assert not supply_status.isolated(home.pos, unit)
