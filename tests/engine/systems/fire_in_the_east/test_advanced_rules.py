"""Advanced and optional rules of railroads, artillery and resource points (FE-38C, 38E, 39B)."""

from __future__ import annotations

import pytest

from engine.core.handler import Transition
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, GONE, HALF
from engine.systems.europa.state.records import Initial, Moving
from engine.systems.fire_in_the_east.economy import purses
from engine.systems.fire_in_the_east.economy.actions import TradeGuns
from engine.systems.fire_in_the_east.resources.actions import DestroyPoints
from engine.systems.fire_in_the_east.state.records import Stock
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import FOOT, RIFLES, WholeFront
from tests.engine.systems.fire_in_the_east.test_rails import goes

# The line to Riga


class BroadLine(WholeFront):
    """The campaign in which the line from Velikie Luki to Riga has broad gauge."""

    options = ("riga_line",)


ON_THE_LINE = (("1B:2407", "1B:2308"), ("1B:2309", "1B:2209"), ("1B:2212", "1B:2211"))
"""Steps of the line."""
CROSSING = (("1B:2309", "1B:2310"), ("1B:1816", "1B:1917"))
"""Steps of lines that cross it, or run into Riga."""


def broad(game: WholeFront, steps: tuple[tuple[str, str], ...]) -> set[bool]:
    """Whether steps have broad gauge."""
    none: frozenset[Hex] = frozenset()
    rails = game.context.railways
    return {rails.broad(game.at(a), game.at(b), none) for a, b in steps}


def test_every_line_of_the_baltic_states_is_standard_but_for_one_by_option() -> None:
    """[FE-38C.1] [FE-7A3.1] From Velikie Luki to Riga; crossing lines stay standard."""
    assert broad(WholeFront(), ON_THE_LINE) == {False}
    assert broad(BroadLine(), ON_THE_LINE) == {True}
    for game in (WholeFront(), BroadLine()):
        assert broad(game, CROSSING) == {False}
        assert broad(game, (("1B:2407", "1B:2406"),)) == {True}, "before the border"


@pytest.mark.parametrize(("game", "serves"), [(WholeFront, True), (BroadLine, False)])
def test_germans_use_the_line_to_riga_unless_it_is_broad(
    game: type[WholeFront], serves: bool
) -> None:
    """[FE-38C.1] Where it is, they change its gauge first."""
    desk = game(4)
    baltic = (at for at, name in desk.context.districts.items() if name == "Baltic")
    desk.having(taken={at: AXIS for at in baltic if at in desk.context.land})
    desk.put("1B:2211", FOOT)
    assert bool(goes(desk, FOOT)) is serves


# Artillery


class Barter(WholeFront):
    """The campaign on Aug I 41 with eliminated Soviet artillery."""

    options = ("artillery_exchange",)

    def __init__(self, turn: int = 4) -> None:
        super().__init__(turn, ALLIED)
        units = [u for u in self.context.units if u.startswith("soviet") and "artillery" in u]
        by_attack: dict[int, list[UnitId]] = {}
        for unit in units:
            whole = self.context.facts(unit, self.context.units[unit].steps)
            if whole.artillery and "rr-" not in unit:
                by_attack.setdefault(whole.attack, []).append(unit)
        self.strong = next(found for _, found in sorted(by_attack.items()) if len(found) > 2)
        weaker = min(by_attack)
        self.weak = by_attack[weaker]
        for unit in (*self.strong[:3], *self.weak[:1]):
            piece = self.state.pieces[unit]
            self.state = self.state.with_pieces({unit: type(piece)(DEAD, 0)})
        self.phase(Initial, ALLIED)

    def offered(self) -> list[TradeGuns]:
        """What is offered."""
        return [a for a in self.legal.family("trade guns") if isinstance(a, TradeGuns)]


def test_two_eliminated_artillery_units_make_one_up_each_turn() -> None:
    """[FE-38E.1] They never come back; a second one is not made up in that turn."""
    game = Barter()
    trade = game.offered()[0]
    game.do(trade)
    assert game.pos.piece(trade.unit).at == trade.target
    assert {game.pos.piece(unit).at for unit in (trade.one, trade.two)} == {GONE}
    assert "FE-38E.1" in game.objections(trade)
    assert not game.offered()


def test_what_makes_a_unit_up_has_its_attack_strength_each() -> None:
    """[FE-38E.1] Two units, neither of them itself; before Aug I 41 none is."""
    game = Barter()
    trade = game.offered()[0]
    assert game.objections(TradeGuns(trade.unit, trade.target, trade.one, trade.one))
    assert game.objections(TradeGuns(trade.unit, trade.target, trade.one, trade.unit))
    alive = next(u for u in game.strong[3:] or game.weak[1:])
    assert game.objections(TradeGuns(trade.unit, trade.target, trade.one, alive)) == ["FE-38E.1"]
    strength = {u: game.context.facts(u, 1).attack for u in (trade.unit, trade.one, trade.two)}
    assert min(strength[trade.one], strength[trade.two]) >= strength[trade.unit]
    assert not Barter(3).offered()
    plain = WholeFront(4, ALLIED).phase(Initial, ALLIED)
    assert "trade guns" not in plain.kinds()


def test_making_artillery_up_takes_no_points() -> None:
    """[FE-38E.1] It is additional to what armor points replace."""
    game = Barter()
    armory = purses.armory(game.context.charts.districts)
    game.having(points={armory: 3 * HALF})
    game.do(game.offered()[0])
    assert game.state.points == {armory: 3 * HALF}


# Resource points


class Spoils(WholeFront):
    """The campaign with captured resource points."""

    options = ("capture_points",)


@pytest.mark.parametrize(("amount", "captured"), [(5, 2), (3, 1), (1, 0), (4, 2)])
def test_half_of_the_points_in_a_captured_hex_are_the_captors(amount: int, captured: int) -> None:
    """[FE-39B.2] Rounded down; the rest is destroyed at once, and what is captured counts as his
    own.
    """
    field = "1B:3610"
    game = Spoils(4, AXIS).own(ALLIED, field)
    game.having(resources={game.at(field): Stock(ALLIED, amount)})
    beside = next(n for n in game.at(field).neighbours() if n in game.context.land)
    game.put(game.context.map.label(beside), FOOT).do(Move(UnitId(FOOT), game.at(field)))
    left = game.state.resources.get(game.at(field))
    assert (left.amount if left else 0) == captured
    assert left is None or left.side == AXIS
    assert [told["amount"] for told in game.told("points fallen")] == [amount - captured]
    if left:
        game.do(DestroyPoints(game.at(field), captured))


def test_example_a_brigade_takes_two_of_five_points_along_and_one_is_captured() -> None:
    """[FE-39B.2] Of the three that are left one falls to the captor."""
    field, away = "1B:3610", "1B:3609"
    game = Spoils(4, ALLIED).put(away, RIFLES)
    game.having(resources={game.at(field): Stock(ALLIED, 3), game.at(away): Stock(ALLIED, 2)})
    taken = Transition(game.state)
    taken.set(taken={**game.state.taken, game.at(field): AXIS})
    game.rules.captured(taken, {game.at(field): AXIS})
    found = taken.state.resources
    assert found[game.at(field)] == Stock(AXIS, 1) and found[game.at(away)] == Stock(ALLIED, 2)


def test_points_are_destroyed_in_their_owners_player_turn_alone() -> None:
    """[FE-39B.1] Not as the enemy moves."""
    field = "1B:3610"
    for side, refused in ((ALLIED, False), (AXIS, True)):
        game = Spoils(4, side).phase(Moving, side).own(ALLIED, field)
        game.having(resources={game.at(field): Stock(ALLIED, 2)})
        assert bool(game.objections(DestroyPoints(game.at(field), 2))) is refused
