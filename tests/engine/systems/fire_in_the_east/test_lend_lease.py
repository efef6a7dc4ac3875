"""Lend-lease: convoys to the Arctic, dice, what waits in ports, the fighters of the RAF (FE-35)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.core.handler import Transition
from engine.systems.europa.air.groups import chart
from engine.systems.europa.air.groups.actions import ActivateAirUnit
from engine.systems.europa.air.groups.records import Activating, Box
from engine.systems.europa.board.places import hexes
from engine.systems.europa.state.constants import ALLIED, AXIS, GONE, HALF, PENDING
from engine.systems.europa.state.records import Initial
from engine.systems.fire_in_the_east import panels
from engine.systems.fire_in_the_east.economy import lend_lease, purses
from engine.systems.fire_in_the_east.economy.actions import MakeGuards, ReceiveConvoy
from engine.systems.fire_in_the_east.economy.lend_lease import ARMOR, POINT
from engine.systems.fire_in_the_east.state.records import AirEast, Convoy, ConvoyRoll, East
from tests.engine.systems.fire_in_the_east.eastern import RIFLES, WholeFront
from tests.engine.systems.fire_in_the_east.eastern_air import EastAir
from tests.engine.systems.fire_in_the_east.economy_desk import advised

MURMANSK, ARKHANGELSK, HURRICANE = "6A:1617", "6A:3907", "soviet-hurri-2"
ARMORY, MOSKVA = "soviet armor", "2A:3317"
SUNK, SAFE = (1, 2), (1, 3)


class Skies(EastAir):
    """The campaign with air units."""

    scenario = "campaign_air"


def opened(game: WholeFront | Skies, weather: str = "clear") -> WholeFront | Skies:
    """The Soviet initial phase with its lend-lease, as the sequence opens it."""
    game.weather(weather).phase(Initial, ALLIED)
    work: Transition[East] = Transition(game.state)
    lend_lease.receive(game.context, work, ALLIED)
    game.take(work.state)  # type: ignore[arg-type]
    return game


def sailed(
    game: WholeFront | Skies, at: str, dice: Sequence[tuple[int, int]]
) -> WholeFront | Skies:
    """A convoy that has come to a port, with two dice for each thing it carries."""
    if isinstance(game.state.top, Convoy):
        game.do(ReceiveConvoy(game.at(at)))
    for pair in dice:
        for face in pair:
            game.roll(face)
    return game


def test_a_convoy_comes_to_a_soviet_port_in_the_arctic_of_the_players_choice() -> None:
    """[FE-35.1] Not to one of the Axis, nor to a port elsewhere."""
    game = opened(WholeFront(turn=8, side=ALLIED))
    assert game.state.top == Convoy(ALLIED, (POINT, ARMOR))
    asked = game.rules.question(game.state).prompt
    assert "with a resource point and an armor point: say" in asked
    assert not game.objections(ReceiveConvoy(game.at(MURMANSK)))
    assert game.objections(ReceiveConvoy(game.at("3B:2510"))) == ["FE-35.1"]
    game.own(AXIS, MURMANSK)
    assert game.objections(ReceiveConvoy(game.at(MURMANSK))) == ["FE-35.1"]
    assert not game.objections(ReceiveConvoy(game.at(ARKHANGELSK)))


def test_in_snow_murmansk_alone_is_open() -> None:
    """[FE-35.1] So nobody is asked."""
    game = opened(WholeFront(turn=12, side=ALLIED), "snow")
    assert game.state.top == ConvoyRoll((POINT, ARMOR), game.at(MURMANSK))


def test_without_a_port_the_delivery_of_the_turn_is_lost() -> None:
    """[FE-35.1] Murmansk is taken, the others are ice-bound."""
    game = Skies(turn=14, side=ALLIED)
    game.own(AXIS, MURMANSK)
    opened(game, "snow")
    assert game.state.top == Initial(ALLIED)
    assert game.state.air.units["soviet-p-400-1"].at == GONE


@pytest.mark.parametrize(("dice", "arrives"), [(SUNK, False), (SAFE, True)])
def test_three_or_less_on_two_dice_sinks_a_thing(dice: tuple[int, int], arrives: bool) -> None:
    """[FE-35.2] Each by itself."""
    game = opened(WholeFront(turn=8, side=ALLIED))
    sailed(game, MURMANSK, [dice, SAFE])
    assert (game.at(MURMANSK) in game.state.resources) is arrives
    assert game.state.points[ARMORY] == HALF
    assert game.state.top == Initial(ALLIED)


def test_what_arrives_lies_at_the_port_or_is_of_use_at_once() -> None:
    """[FE-35.3] Resource points at the port, armor points in the pool, air units available."""
    game = sailed(opened(Skies(turn=10, side=ALLIED)), MURMANSK, [SAFE, SAFE, SUNK])
    assert isinstance(game.state, AirEast)
    assert game.state.points[ARMORY] == HALF
    found = game.state.air.units
    assert found["soviet-p-40c-1"].at == Box.AVAILABLE and found["soviet-p-40c-2"].at == GONE


def cut_off(game: WholeFront | Skies) -> WholeFront | Skies:
    """Enemies on all land about Murmansk, so that nothing leads out."""
    game.put(MURMANSK, RIFLES)
    ring = set(game.at(MURMANSK).neighbours()) & set(game.context.land)
    units = (unit for unit in game.context.of_nation("german") if "infantry-xx" in unit)
    for at, unit in zip(sorted(ring), units, strict=False):
        game.put(game.context.map.label(at), unit)
    return game


def test_in_an_isolated_port_it_waits_and_moves_on_later() -> None:
    """[FE-35.3] [FE-35.4] Armor points and air units; resource points lie there anyhow."""
    game = Skies(turn=10, side=ALLIED)
    sailed(opened(cut_off(game)), MURMANSK, [SAFE, SAFE, SAFE])
    quay = purses.quay(game.context, game.at(MURMANSK))
    line = game.rules.describe(game.state, ReceiveConvoy(game.at(MURMANSK)))
    assert line.endswith("Murmansk (cut off)")
    assert game.state.points[quay] == HALF and ARMORY not in game.state.points
    assert quay in set(purses.every(game.context))
    assert set(game.state.ashore) == {"soviet-p-40c-1", "soviet-p-40c-2"}
    assert game.state.air.units["soviet-p-40c-1"].at == PENDING
    for unit in [u for u in game.state.pieces if u.startswith("german")]:
        game.state = game.state.with_piece(unit, at=PENDING)
    game.having(turn=11)
    opened(game)
    assert game.state.points.get(quay, 0) == 0 and game.state.points[ARMORY] == HALF
    assert not game.state.ashore
    assert game.state.air.units["soviet-p-40c-1"].at == Box.AVAILABLE


def test_what_waits_falls_with_the_port() -> None:
    """[FE-35.4]"""
    game = Skies(turn=10, side=ALLIED)
    sailed(opened(cut_off(game)), MURMANSK, [SAFE, SAFE, SAFE])
    work: Transition[East] = Transition(game.state)
    lend_lease.captured(game.context, work, {game.at(MURMANSK): AXIS})
    state = work.state
    assert isinstance(state, AirEast) and not state.ashore
    assert state.points.get(purses.quay(game.context, game.at(MURMANSK)), 0) == 0
    assert state.air.units["soviet-p-40c-1"].at == GONE


def test_southern_points_enter_with_the_transcaucasus_district_without_loss() -> None:
    """[FE-35.5] They are placed like other resource points, on that edge."""
    context = WholeFront().context
    lots = [lot for lot in context.figures.resources if lot.rule == "FE-35.5"]
    assert [(lot.turn, lot.amount, lot.side) for lot in lots] == [(14, 1, ALLIED), (18, 1, ALLIED)]
    assert {lot.place for lot in lots} == {"south-east edge, Transcaucasus"}
    assert hexes(context, lots[0].place)


def flying(turn: int) -> Skies:
    """The Hurricanes available, and as many others in play as the allowance takes."""
    game = Skies(turn=turn, side=ALLIED)
    groups = game.state.groups
    game.having(groups=type(groups)({**groups.allowances, "soviet": 1}))
    game.box(Box.AVAILABLE, HURRICANE, "soviet-mig-3-2").station(MOSKVA, "soviet-mig-3-1")
    game.ask(Initial(ALLIED), Activating(ALLIED, "soviet"))
    return game


def test_the_raf_has_an_allowance_for_its_hurricanes_alone() -> None:
    """[FE-35.6] They are activated beyond the Soviet one, nobody else is."""
    game = flying(7)
    moskva = game.at(MOSKVA)
    assert chart.spare(game.pos, "soviet") == 0
    assert not game.objections(ActivateAirUnit(HURRICANE, moskva))
    assert game.objections(ActivateAirUnit("soviet-mig-3-2", moskva))
    game.do(ActivateAirUnit(HURRICANE, moskva))
    assert chart.spare(game.pos, "soviet") == 0
    late = flying(10)
    assert late.objections(ActivateAirUnit(HURRICANE, moskva))


def test_hurricanes_count_as_guards_while_they_fly_for_the_raf() -> None:
    """[FE-35.8] Replacement procedures lower the Soviet allowance, never theirs."""
    game = Skies(turn=7, side=ALLIED).station(MOSKVA, HURRICANE)
    assert HURRICANE in game.pos.guards
    work = Transition(game.state)
    chart.allow(game.pos, work, "soviet", -200)
    game.take(work.state)
    assert chart.allowance(game.pos, "soviet") == 0 and chart.free(game.pos, HURRICANE)
    assert HURRICANE not in game.having(turn=10).pos.guards


@pytest.mark.parametrize(("allowance", "stays"), [(1, False), (91, True)])
def test_on_nov_i_41_hurricanes_are_handed_over(allowance: int, stays: bool) -> None:
    """[FE-35.7] They stay in play within the allowance, else they are available."""
    game = Skies(turn=10, side=ALLIED).station(MOSKVA, HURRICANE)
    crowd = [u for u in game.state.air.units if u.startswith("soviet-i-16")][:30]
    game.station(MOSKVA, *crowd)
    groups = game.state.groups
    game.having(groups=type(groups)({**groups.allowances, "soviet": allowance}))
    opened(game)
    assert (game.state.air.units[HURRICANE].at == game.at(MOSKVA)) is stays
    if stays:
        game.phase(Initial, ALLIED)
        assert not game.objections(MakeGuards(HURRICANE))
        game.do(MakeGuards(HURRICANE))
        assert HURRICANE in game.pos.guards


def test_the_automatic_player_takes_convoys_to_a_port_that_is_joined() -> None:
    """And the calendar tells of them beforehand."""
    game = opened(cut_off(WholeFront(turn=8, side=ALLIED)))
    action = advised(game)  # type: ignore[arg-type]
    assert isinstance(action, ReceiveConvoy) and action.target != game.at(MURMANSK)
    assert not game.objections(action)
    told = [
        due.text for due in panels.due(WholeFront(turn=4).pos, 4, 19) if "Lend-lease" in due.text
    ]
    assert len(told) == 4
