"""Replacement points of both sides: where they come from, who spends them (FE-34B)."""

from __future__ import annotations

import pytest

from engine.core.handler import Transition
from engine.core.state import Piece
from engine.systems.fire_in_the_east import sequence
from engine.systems.fire_in_the_east.economy import panel, purses
from engine.systems.fire_in_the_east.economy.actions import BuyStrength, BuyUnit
from engine.systems.fire_in_the_east.state.records import East
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    North,
    WholeFront,
)
from tests.engine.systems.fire_in_the_east.economy_desk import (
    GOMEL,
    LENINGRAD,
    MINSK,
    SAPPERS,
    SEVEN,
    WEST,
    advised,
    bought,
    buying_time,
    cadre,
    dead,
    isolate,
    left,
    opened,
)

# Points that come in


def test_the_calendar_gives_points_by_nation() -> None:
    """[FE-34B1.1] [FE-34B1.2] [FE-ERR-R34B1] Each month's first turn, to Germans, Rumanians and
    Finns alone, armor to Germans alone.
    """
    months = [row.turn for row in WholeFront().context.charts.allotments.rows]
    assert months == list(range(2, 19, 2))
    assert left(opened(WholeFront(3), AXIS)) == {}
    found = left(opened(WholeFront(2), AXIS))
    assert found == {
        "german infantry": 10,
        "german armor": 4,
        "rumanian infantry": 3,
        "finnish infantry": 2,
    }
    neutral = WholeFront(2)
    neutral.having(joined={**neutral.state.joined, "finnish": ""})
    assert "finnish infantry" not in left(opened(neutral, AXIS))


def test_the_sequence_gives_points_as_the_initial_phase_opens() -> None:
    """[FE-34B.1] They are received in the initial phase, and what is left is kept."""
    game = WholeFront(4).having(points={"german infantry": 6})
    for side in (AXIS, ALLIED):
        work: Transition[East] = Transition(game.state.having(active=side, phase="initial"))
        sequence.open_slot(game.context, work, sequence.Phase.INITIAL, side)
        game.take(work.state)
    assert left(game)["german infantry"] == 3 + 14
    assert left(game)["soviet armor"] == 7


def test_soviet_points_begin_on_aug_1() -> None:
    """[FE-34B2.1] [FE-34B2.3] [FE-34B2.5] Cities feed their district, factories one pool."""
    assert left(opened(WholeFront(3, ALLIED), ALLIED)) == {}
    found = left(opened(WholeFront(4, ALLIED), ALLIED))
    assert found["soviet infantry, Moskva district"] == 8
    assert found["soviet infantry, Eastern district"] == 6
    assert found["soviet armor"] == len(WholeFront().context.charts.districts.factories)
    assert sum(found.values()) == 42 + 7


def test_no_points_in_a_part_of_the_front() -> None:
    """Army Group North is played without them."""
    game = North(4)
    work: Transition[East] = Transition(game.state)
    purses.receive(game.context, work, ALLIED)
    assert not work.state.points


@pytest.mark.parametrize(
    ("labels", "own", "common"),
    [
        ((LENINGRAD, "2A:0831"), "soviet armor, Leningrad", "soviet armor"),
        (
            (LENINGRAD, "2A:0831"),
            "soviet infantry, Leningrad",
            "soviet infantry, Leningrad district",
        ),
        ((GOMEL,), "soviet infantry, Gomel", "soviet infantry, Western district"),
    ],
)
def test_what_is_isolated_keeps_its_own_points(
    labels: tuple[str, ...], own: str, common: str
) -> None:
    """[FE-34B2.4] [FE-34B2.6] Its points are its own, until a line leads to it again."""
    game = isolate(WholeFront(6, ALLIED), *labels)
    first = left(opened(game, ALLIED))
    assert first[own] > 0
    rate = first[own]
    free = WholeFront(6, ALLIED).having(points=game.state.points)
    after = left(opened(free, ALLIED))
    assert own not in after
    assert after[common] == first.get(common, 0) + rate + purses.income(free.pos)[common]


def captured(game: WholeFront, by: str, *labels: str) -> WholeFront:
    """Hexes that a side has just taken."""
    taken = dict.fromkeys(map(game.at, labels), by)
    game.having(taken={**game.state.taken, **taken})
    work: Transition[East] = Transition(game.state)
    purses.captured(game.context, work, taken)
    game.take(work.state)
    game.events = tuple(work.events)
    return game


def test_a_captured_city_or_factory_loses_what_it_kept() -> None:
    """[FE-34B2.4] [FE-34B2.7] And it gives nothing more; one hex of two keeps a city."""
    game = WholeFront(6, ALLIED)
    game.having(points={"soviet infantry, Leningrad": 4, "soviet armor, Leningrad": 2})
    captured(game, AXIS, "2A:0831")
    assert left(game) == {"soviet infantry, Leningrad": 2, "soviet armor, Leningrad": 1}
    assert purses.income(game.pos)["soviet infantry, Leningrad district"] == 4
    captured(game, AXIS, LENINGRAD)
    assert left(game) == {} and len(game.told("points lost")) == 2
    assert "soviet infantry, Leningrad district" not in purses.income(game.pos)
    assert purses.income(game.pos)["soviet armor"] == 6


def test_a_recaptured_city_gives_points_on_the_sixth_turn_after() -> None:
    """[FE-34B2.7] Minsk, taken on turn 3 and back on turn 6, gives points again on turn 12."""
    game = captured(WholeFront(3, ALLIED), AXIS, MINSK)
    captured(game.having(turn=6), ALLIED, MINSK)
    assert game.state.retaken == {"Minsk": 6}
    found = [purses.income(game.having(turn=turn).pos) for turn in (11, 12)]
    pool = "soviet infantry, Western district"
    assert [income[pool] for income in found] == [1, 2]


def test_a_district_without_cities_loses_its_points() -> None:
    """[FE-34B2.8] All dot and major cities of it, not all but one."""
    game = WholeFront(6, ALLIED).having(points={"soviet infantry, Orel district": 8})
    row = next(row for row in game.context.charts.districts.rows if row.id == "Orel")
    labels = list(map(game.context.map.label, purses.cities(game.pos, row)))
    captured(game, AXIS, *labels[1:])
    assert left(game) == {"soviet infantry, Orel district": 4}
    captured(game, AXIS, labels[0])
    assert left(game) == {}


# What is shown


def test_the_panel_shows_points_limits_and_what_comes() -> None:
    game = dead(buying_time(german_infantry=9), SAPPERS)
    game.do(bought(game, SAPPERS, WEST))
    found, _ = panel.displays(game.pos)
    assert {(row.label, row.value) for row in found.rows} >= {
        ("Germany, infantry", "7"),
        ("Germany, engineers", "0 REs left"),
        ("Germany, armor", "+5 on Oct I 41"),
        ("Moskva district", "+8 a turn"),
    }
    assert found.summary == "Axis 7"
    game.having(
        points={"german infantry": 6, "rumanian infantry": 4, "soviet infantry, Orel district": 32}
    )
    found, _ = panel.displays(game.pos)
    assert found.summary == "Axis 5, Soviet 16", "nobody spends those of both sides"
    assert not list(panel.displays(North().pos))


def test_the_panel_names_the_general_pool() -> None:
    """[FE-34B2.3] Every line under a sum has a name, that of a factory cut off or of the rest."""
    game = WholeFront(6, ALLIED).having(points={"soviet armor": 6, "soviet armor, Leningrad": 2})
    found, _ = panel.displays(game.pos)
    rows = {(row.label, row.value, row.depth) for row in found.rows}
    assert rows >= {("General pool", "3", 1), ("Leningrad", "1", 1)}
    assert all(row.label for row in found.rows)


def test_the_automatic_player_spends_points() -> None:
    """Cadres first, then the strongest unit that the points suffice for."""
    game = dead(buying_time(german_infantry=12), FOOT, SAPPERS)
    pending = {unit for unit in game.state.pieces if unit not in (FOOT, SAPPERS)}
    game.state = game.state.with_pieces({u: Piece("gone", 0) for u in pending})
    cadre(game)
    spent = []
    while isinstance(action := advised(game), (BuyUnit, BuyStrength)):
        spent.append(action)
        game.do(action)
    assert [action.unit for action in spent] == [SEVEN, FOOT]
    assert left(game) == {}
