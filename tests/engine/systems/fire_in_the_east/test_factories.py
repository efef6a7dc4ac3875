"""Factories sent to the Urals or destroyed, and the Soviet capital (FE-31D, 31E, 37B)."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.core.legal import Family
from engine.core.state import Piece
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.state.constants import GONE, HALF, PENDING
from engine.systems.fire_in_the_east import sequence
from engine.systems.fire_in_the_east.economy import (
    buying,
    capital,
    factories,
    panel,
    purses,
)
from engine.systems.fire_in_the_east.economy.actions import (
    Form,
    MoveCapital,
    TransferFactory,
)
from engine.systems.fire_in_the_east.state.records import East
from engine.systems.fire_in_the_east.turn import victory
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    RIFLES,
    North,
    WholeFront,
)
from tests.engine.systems.fire_in_the_east.economy_desk import (
    KHARKOV,
    LENINGRAD,
    MOSKVA,
    TANK_BRIGADE,
    advised,
    bought,
    buying_time,
    dead,
    isolate,
    left,
    soviets,
)

ROSTOV, KIEV, HELSINKI = "4A:2815", "3B:0607", "1B:0410"


def opened(game: WholeFront, side: str) -> WholeFront:
    """The initial phase of a side, opened by the sequence."""
    state = game.state.having(active=side, phase="initial", flow=game.state.flow[:1])
    work: Transition[East] = Transition(state)
    sequence.open_slot(game.context, work, sequence.Phase.INITIAL, side)
    game.take(work.state)
    game.events = tuple(work.events)
    return game


def fell(game: WholeFront, label: str) -> WholeFront:
    """A hex that the Axis takes, as the rules are told of it."""
    game.own(AXIS, label)
    work: Transition[East] = Transition(game.state)
    game.rules.captured(work, {game.at(label): AXIS})
    game.take(work.state)
    return game


# Factories


def test_a_factory_gives_points_and_stops_nobody() -> None:
    """[FE-31D.1] It is no unit: its hex is empty, and entered like any other."""
    game = WholeFront(4, ALLIED)
    assert {row.id for row in factories.standing(game.pos)} == {
        "Leningrad", "Moskva", "Tula", "Kharkov", "Stalingrad", "Rostov",
    }  # fmt: skip
    at = game.at(KHARKOV)
    assert not game.pos.at.get(at) and at not in game.pos.held[ALLIED]
    game.put(KHARKOV, FOOT)
    assert not game.faults()


def test_a_factory_in_axis_hands_is_destroyed_as_an_axis_initial_phase_opens() -> None:
    """[FE-31D.2] [FE-37B.4] Not before, so that it can be retaken; it is worth a point."""
    game = WholeFront(5, ALLIED).having(points={"soviet armor, Kharkov": 4})
    fell(game, KHARKOV)
    assert left(game) == {} and "Kharkov" not in game.state.ruined
    assert purses.income(game.pos)["soviet armor"] == 6
    back = opened(WholeFront(6, AXIS).having(taken={game.at(KHARKOV): ALLIED}), AXIS)
    assert not back.state.ruined
    before = victory.points(game.pos)
    game = opened(game.having(turn=6), AXIS)
    assert game.state.ruined == {"Kharkov"} and game.told("factory destroyed")
    assert victory.points(game.pos) == before + 1 and game.state.score(AXIS) == 1
    game.own(ALLIED, KHARKOV)
    assert purses.income(game.pos)["soviet armor"] == 6
    assert KHARKOV not in [row.hex for row in factories.standing(game.pos)]
    assert opened(game.having(turn=7), AXIS).state.score(AXIS) == 1


def test_example_a_factory_transferred_on_jul_1_works_in_the_urals_on_nov_1() -> None:
    """FE-31D.4: Eight turns later, and it gives nothing before."""
    game = buying_time(2, ALLIED)
    line = game.rules.describe(game.state, TransferFactory("Kharkov"))
    assert line.endswith(" to the Urals (30 REs by rail, at work again from Nov I 41 on)")
    assert _family(game, "transfer factory").listed, "eight turns are not lost by mistake"
    game.do(TransferFactory("Kharkov"))
    assert game.context.turn_name(game.state.moved["Kharkov"]) == "Nov I 41"
    found = [purses.income(game.having(turn=turn).pos)["soviet armor"] for turn in (9, 10)]
    assert found == [6, 7]
    fell(game, KHARKOV)
    assert not opened(game.having(turn=11), AXIS).state.ruined


def test_a_factory_takes_thirty_res_of_rail_capacity() -> None:
    """[FE-31D.3] [FE-ESP-IN3a] From Jul I 41 on, in the Soviet initial phase: three of them take
    all of it.
    """
    early = buying_time(1, ALLIED)
    assert "FE-31D.3" in early.objections(TransferFactory("Kharkov"))
    assert buying_time(2).objections(TransferFactory("Kharkov")) != []
    game = buying_time(2, ALLIED)
    room = game.pos.rail_room(ALLIED)
    game.do(TransferFactory("Kharkov"))
    assert game.pos.rail_room(ALLIED) == room - 30 * HALF
    game.do(TransferFactory("Tula"), TransferFactory("Rostov"))
    assert game.objections(TransferFactory("Moskva")) == ["FE-31D.3"]
    assert game.objections(TransferFactory("Tula")) == ["FE-31D.3"]
    assert "transfer factory" not in game.kinds()


def test_rails_must_lead_from_a_factory_to_the_east_edge() -> None:
    """[FE-31D.3] Through Soviet hexes, free of Axis units and zones of control."""
    game = isolate(buying_time(4, ALLIED), LENINGRAD, "2A:0831")
    assert game.objections(TransferFactory("Leningrad")) == ["FE-31D.3"]
    assert not game.objections(TransferFactory("Moskva"))
    lost = buying_time(4, ALLIED).own(AXIS, ROSTOV)
    assert lost.objections(TransferFactory("Rostov")) == ["FE-31D.3"]


def test_a_factory_that_is_gone_raises_no_units_in_its_city() -> None:
    """[FE-34B2.10] What those in the Urals replace comes by the east edge."""
    game = dead(soviets(4, armor=9), TANK_BRIGADE)
    assert not game.objections(bought(game, TANK_BRIGADE, MOSKVA, "armor"))
    game.do(TransferFactory("Moskva"))
    assert game.objections(bought(game, TANK_BRIGADE, MOSKVA, "armor")) == ["FE-34B2.5"]
    assert buying.homes(game.pos, UnitId(TANK_BRIGADE), "armor", Form.WHOLE)


# The capital


def _family(game: WholeFront, name: str) -> Family:
    """How a kind of actions is offered."""
    families = game.rules.question(game.state).families
    return next(family for family in families if family.name == name)


def test_the_capital_moves_to_soviet_major_cities_or_the_urals() -> None:
    """[FE-31E.1] [FE-37B.3] Each move is worth a point to the Axis, but not back to Moskva."""
    game = buying_time(3, ALLIED)
    assert capital.place(game.pos) == game.at(MOSKVA)
    assert game.objections(MoveCapital(game.at(MOSKVA))) == ["FE-31E.1"]
    assert game.objections(MoveCapital(game.at("2A:1731"))) == ["FE-31E.1"]
    assert game.objections(MoveCapital(game.at(HELSINKI))) == ["FE-31E.1"]
    game.own(AXIS, KIEV)
    assert game.objections(MoveCapital(game.at(KIEV))) == ["FE-31E.1"]
    assert buying_time(3).objections(MoveCapital("Urals")) != []
    points = victory.points(game.pos)
    game.do(MoveCapital(game.at(KHARKOV)))
    assert capital.place(game.pos) == game.at(KHARKOV)
    game.do(MoveCapital("Urals"))
    assert victory.points(game.pos) == points + 2
    back, on = MoveCapital(game.at(MOSKVA)), MoveCapital(game.at(LENINGRAD))
    assert game.rules.describe(game.state, on).endswith(" (1 victory point to the Axis)")
    assert not game.rules.describe(game.state, back).endswith(")")
    assert _family(game, "move capital").listed, "no button gives the Axis points by mistake"
    game.do(MoveCapital(game.at(MOSKVA)))
    assert victory.points(game.pos) == points + 2


def test_a_captured_capital_is_set_up_again() -> None:
    """[FE-31E.2] [FE-37B.3] Two points for the capture; the next Soviet initial phase sets it up,
    at no price, before it ends.
    """
    game = buying_time(3, ALLIED)
    fell(game, MOSKVA)
    assert capital.place(game.pos) is None and game.state.score(AXIS) == 2
    assert victory.points(game.pos) == 2
    assert "FE-31E.2" in game.objections(EndPhase())
    assert not _family(game, "move capital").listed
    game.do(MoveCapital(game.at(KHARKOV)))
    assert "FE-31E.2" not in game.objections(EndPhase())
    assert game.state.score(AXIS) == 2
    fell(game, KHARKOV)
    assert game.state.score(AXIS) == 4


# What is shown, and who decides


def test_the_board_shows_factories_and_capital() -> None:
    game = buying_time(3, ALLIED)
    found = {(view.kind, view.at) for view in game.rules.markers(game.state)}
    assert ("factory", game.at(KHARKOV)) in found and ("capital", game.at(MOSKVA)) in found
    game.do(TransferFactory("Kharkov"), MoveCapital("Urals"))
    found = {(view.kind, view.at) for view in game.rules.markers(game.state)}
    assert ("factory", game.at(KHARKOV)) not in found
    assert "capital" not in {kind for kind, _ in found}
    assert not [v for v in North().rules.markers(North().state) if v.kind == "factory"]


def test_the_panel_tells_where_factories_are() -> None:
    game = fell(isolate(buying_time(5, ALLIED), LENINGRAD, "2A:0831"), ROSTOV)
    game.put(LENINGRAD, RIFLES)
    early = {row.label: row.value for row in [*panel.displays(buying_time(1, ALLIED).pos)][1].rows}
    assert early["Factory of Tula"] == "can be transferred from Jul I 41 on"
    game.do(TransferFactory("Tula"))
    game.having(ruined=frozenset({"Stalingrad"}))
    _, found = panel.displays(game.pos)
    assert {row.label: row.value for row in found.rows} == {
        "Soviet capital": game.context.label(game.at(MOSKVA)),
        "Factory of Leningrad": "cut off",
        "Factory of Moskva": "can be transferred",
        "Factory of Tula": "Urals, from Dec II 41 on",
        "Factory of Kharkov": "can be transferred",
        "Factory of Stalingrad": "destroyed",
        "Factory of Rostov": "in enemy hands",
        "Factory of Urals": "Urals",
    }


def test_the_automatic_player_saves_factories_and_sets_the_capital_up() -> None:
    game = buying_time(5, ALLIED)
    pieces = {unit: piece for unit, piece in game.state.pieces.items() if piece.at == PENDING}
    game.state = game.state.with_pieces({unit: Piece(GONE, 0) for unit in pieces})
    beside = next(at for at in game.at(KHARKOV).neighbours() if at in game.context.land)
    far = game.context.near((beside,), 6) - game.context.near((beside,), 5)
    game.put(game.context.map.label(min(far)), FOOT).put(MOSKVA, RIFLES)
    assert advised(game) == TransferFactory("Kharkov")
    game.having(capital=capital.NOWHERE)
    assert advised(game) == MoveCapital("Urals")
