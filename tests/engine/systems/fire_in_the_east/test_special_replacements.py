"""Special replacements: what losses bring back, and who gets it (FE-34B3)."""

from __future__ import annotations

import pytest

from engine.core.handler import Transition
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.state.common import eliminate
from engine.systems.europa.state.constants import HALF, OUT, PENDING
from engine.systems.fire_in_the_east import sequence
from engine.systems.fire_in_the_east.economy import special
from engine.systems.fire_in_the_east.economy.actions import Allot
from engine.systems.fire_in_the_east.state.records import East
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    GUNS,
    PANZER,
    RIFLES,
    TANKS,
    North,
    WholeFront,
    rules_of,
)
from tests.engine.systems.fire_in_the_east.economy_desk import (
    FINNS,
    HUNGARIANS,
    SEVEN,
    advised,
    buying_time,
    isolate,
    left,
)

FIELD, CITY = "1B:3610", "2A:1731"


def fallen(
    unit: str, *, topic: str = "eliminated", cadre: bool = False, game: WholeFront | None = None
) -> dict[str, int]:
    """Strength that counts after a unit in the open was eliminated."""
    game = (game or WholeFront()).put(FIELD, unit)
    work: Transition[East] = Transition(game.state)
    cited = game.context.cite(topic)
    eliminate(game.context, work, UnitId(unit), cadre=cadre, cited=cited)
    return dict(work.state.fallen)


@pytest.mark.parametrize(
    ("unit", "nation", "lost"),
    [
        (FOOT, "german", 8),
        (FINNS, "finnish", 5),
        (RIFLES, "soviet", 5),
        (PANZER, "", 0),
        (TANKS, "", 0),
        (GUNS, "", 0),
        (HUNGARIANS, "", 0),
    ],
)
def test_what_losses_count(unit: str, nation: str, lost: int) -> None:
    """[FE-34B3.1] Attack strength of German, Finnish and Soviet units, of those that are neither
    motorized nor artillery.
    """
    assert fallen(unit) == ({nation: lost} if lost else {})


def test_a_unit_reduced_counts_for_what_it_lost() -> None:
    """[FE-34B3.1] A 7-6 division turned to its 3-6 cadre: four; the cadre later: three."""
    assert fallen(SEVEN, cadre=True) == {"german": 4}
    game = WholeFront().put(FIELD, SEVEN, steps=1)
    work: Transition[East] = Transition(game.state)
    eliminate(game.context, work, UnitId(SEVEN))
    assert work.state.fallen == {"german": 3}


def test_only_combat_and_overruns_count() -> None:
    """[FE-34B3.1] Not who is lost cut off and out of supply."""
    assert fallen(RIFLES, topic="overrun losses") == fallen(RIFLES, topic="no retreat")
    game = WholeFront().put(FIELD, RIFLES)
    work: Transition[East] = Transition(game.state)
    eliminate(game.context, work, UnitId(RIFLES), cited="FE-12D.4")
    assert not work.state.fallen


def test_isolated_units_count_for_nothing() -> None:
    """[FE-34B3.1] Those no line over land reached as the supply of the player turn was fixed."""
    game = (
        isolate(WholeFront(), CITY).put(CITY, RIFLES, marks={OUT}).put(FIELD, "soviet-48-rifle-xx")
    )
    work: Transition[East] = Transition(game.state)
    sequence.open_slot(game.context, work, sequence.Phase.MOVEMENT, AXIS)
    assert work.state.isolated == {RIFLES}
    eliminate(game.context, work, UnitId(RIFLES))
    assert not work.state.fallen
    eliminate(game.context, work, UnitId("soviet-48-rifle-xx"))
    assert work.state.fallen == {"soviet": 4}


def received(side: str, **fallen_: int) -> WholeFront:
    """An initial phase of a side that has had losses."""
    game = buying_time(3, side).having(fallen=fallen_)
    work: Transition[East] = Transition(game.state)
    special.receive(game.context, work, side)
    game.take(work.state)
    return game


def test_losses_become_points() -> None:
    """[FE-34B3.2] A fourth of German and of Finnish losses, each by itself, a fifth of Soviet ones,
    without fractions, in the own initial phase.
    """
    game = received(AXIS, german=23, finnish=7, soviet=40)
    assert left(game) == {"german infantry": 5, "finnish infantry": 1}
    assert game.state.fallen == {"soviet": 40}


def test_example_twenty_points_of_which_a_district_gets_ten() -> None:
    """[FE-34B3.2] 103 points of strength lost bring 20; no district may receive more than 10
    (FE-34B3.3).
    """
    game = received(ALLIED, soviet=103)
    assert left(game) == {"soviet infantry, special replacements": 20}
    assert game.objections(Allot("Moskva", 11)) == ["FE-34B3.3"]
    game.do(Allot("Moskva", 10))
    assert game.objections(Allot("Moskva", 1)) == ["FE-34B3.3"]
    game.do(Allot("Kiev", 4), Allot("Orel", 6))
    assert left(game) == {
        "soviet infantry, Moskva district": 10,
        "soviet infantry, Kiev district": 4,
        "soviet infantry, Orel district": 6,
    }


def test_points_go_to_districts_on_the_map_before_the_phase_ends() -> None:
    """[FE-34B3.3] Not to those off it, nor to one without a city; a single point finds one."""
    game = received(ALLIED, soviet=5)
    assert "FE-34B3.3" in game.objections(EndPhase())
    for district in ("Volga", "Nowhere"):
        assert game.objections(Allot(district, 1)) == ["FE-34B3.3"]
    assert game.objections(Allot("Moskva", 2)) == ["FE-34B3.3"]
    game.do(Allot("Moskva", 1))
    assert "FE-34B3.3" not in game.objections(EndPhase())
    lost = received(ALLIED, soviet=50)
    row = lost.context.charts.districts.rows[0]
    taken = {at: AXIS for at in special.purses.cities(lost.pos, row)}
    lost.having(taken={**lost.state.taken, **taken})
    assert lost.objections(Allot(row.id, 1)) == ["FE-34B3.3"]


def test_the_automatic_player_gives_all_points_away() -> None:
    game = received(ALLIED, soviet=60)
    pieces = {unit: piece for unit, piece in game.state.pieces.items() if piece.at == PENDING}
    game.state = game.state.with_pieces({u: p.__class__("gone", 0) for u, p in pieces.items()})
    while isinstance(action := advised(game), Allot):
        game.do(action)
    assert not special.to_allot(game.pos) and sum(left(game).values()) == 60 / 5
    assert all(count * HALF for count in left(game).values())


def test_a_part_of_the_front_counts_nothing() -> None:
    game = North().put("1B:2325", FOOT)
    work: Transition[East] = Transition(game.state)
    eliminate(rules_of().context, work, UnitId(FOOT), cadre=False)
    assert not work.state.fallen
