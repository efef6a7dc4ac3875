"""Guards raised of other units, the replacement pool, conversions and withdrawals (FE-34)."""

from __future__ import annotations

import pytest

from engine.core.handler import Transition
from engine.core.state import Piece
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.production.conversions import owed
from engine.systems.europa.production.initial_actions import Convert, WithdrawUnit
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, FRESH, GONE, HALF, PENDING
from engine.systems.europa.state.records import Delivery
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east.economy import buying, forfeits, panel, purses
from engine.systems.fire_in_the_east.economy.actions import (
    BuyStrength,
    RaiseGuards,
    WithdrawFallen,
)
from engine.systems.fire_in_the_east.state.records import East
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import RIFLES, WholeFront, rules_of
from tests.engine.systems.fire_in_the_east.economy_desk import (
    BUCURESTI,
    MILITIA,
    MOSKVA,
    SEVEN,
    TANK_BRIGADE,
    WEST,
    advised,
    bought,
    buying_time,
    dead,
    left,
    soviets,
)

THREE_SIX, SIBERIANS = "soviet-86-rifle-xx", "soviet-52-rifle-xx-wnt"
FIFTH, FIRST = "soviet-5-rifle-xx-gds", "soviet-1-rifle-xx-gds"
TANKS, CAVALRY = "soviet-6-tank-x-gds", "soviet-1-cavalry-xx-gds"
POOLED = "soviet-60-rifle-xx"
SLOVAKS, NEW_SLOVAKS = "slovakian-1-infantry-xx", "slovakian-1-infantry-xx-2"
HUNGARIANS, KIEV = "hungarian-1-cavalry-x", "3B:0607"


def quiet(game: WholeFront) -> WholeFront:
    """The same when all reinforcements have come."""
    gone = dict.fromkeys(game.context.arrivals, Piece(GONE, 0))
    there = {u: p for u, p in game.state.pieces.items() if p.at != PENDING}
    game.state = game.state.with_pieces({**gone, **there})
    return game


def raised(unit: str, new: str) -> RaiseGuards:
    return RaiseGuards(UnitId(unit), UnitId(new))


def place_of(game: WholeFront, unit: str) -> object:
    return game.pos.piece(UnitId(unit)).at


# Guards


def test_example_a_3_6_division_becomes_guards_at_moskva_for_one_point() -> None:
    """[FE-34E3.2] (3 + 1) - 5: one infantry point of the district; without it nothing is raised."""
    game = soviets(8, Moskva=1).put(MOSKVA, THREE_SIX)
    assert game.objections(raised(THREE_SIX, FIFTH)) == []
    line = game.rules.describe(game.state, raised(THREE_SIX, FIFTH))
    assert line.startswith("Raise Guards of ")
    assert line.endswith(" (5-6, 1 point paid, idle in this turn)")
    game.do(raised(THREE_SIX, FIFTH))
    assert left(game) == {}
    assert place_of(game, FIFTH) == game.at(MOSKVA)
    assert soviets(8, Kiev=1).put(MOSKVA, THREE_SIX).objections(raised(THREE_SIX, FIFTH)) == [
        "FE-34E3.2"
    ]


def test_stronger_units_yield_points_and_tanks_those_of_the_general_pool() -> None:
    """[FE-34E3.2] A 5-6 division gives one; a 3-2-8 brigade for another gives an armor point."""
    strong = "soviet-90-rifle-xx"
    game = soviets(8).put(MOSKVA, strong)
    attack = game.pos.facts(UnitId(strong)).attack
    guards_attack = game.context.facts(UnitId(FIFTH), 1).attack
    game.do(raised(strong, FIFTH))
    assert left(game) == {"soviet infantry, Moskva district": attack + 1 - guards_attack}
    game = soviets(16).put(MOSKVA, TANK_BRIGADE)
    printed = game.pos.facts(UnitId(TANK_BRIGADE)).attack
    gain = printed + 1 - game.context.facts(UnitId(TANKS), 1).attack
    line = game.rules.describe(game.state, raised(TANK_BRIGADE, TANKS))
    worth = f"{gain} point gained" if gain else "for no points"
    assert line.endswith(f" (3-2-8, {worth}, idle in this turn)")
    game.having(points={"soviet armor": 2 * HALF}).do(raised(TANK_BRIGADE, TANKS))
    assert left(game).get("soviet armor", 0) == 2 + gain


@pytest.mark.parametrize("unit", [THREE_SIX, SIBERIANS])
def test_regular_and_winterized_units_become_guards_and_may_come_back(unit: str) -> None:
    """[FE-34E3.1] The Guards stand idle in that turn; the old unit can be replaced."""
    game = soviets(8, Moskva=3).put(MOSKVA, unit)
    game.do(raised(unit, FIFTH))
    assert place_of(game, unit) == DEAD
    assert UnitId(unit) in buying.fallen(game.pos, ALLIED)
    refused = game.pos.may_act(UnitId(FIFTH))
    assert refused is not None and refused.rule == "FE-34D.2"


def test_who_becomes_no_guards() -> None:
    """[FE-34E3.1] [FE-OBS-14] Militia, another type, before the turn, and outside a city."""
    game = soviets(8, Moskva=9).put(MOSKVA, MILITIA, TANK_BRIGADE, THREE_SIX)
    assert game.objections(raised(MILITIA, FIFTH)) == ["FE-34E3.1"]
    assert game.objections(raised(TANK_BRIGADE, FIFTH)) == ["FE-34E3.1"]
    assert game.objections(raised(THREE_SIX, CAVALRY)) == ["FE-34E3.1"], "cavalry, and too early"
    assert soviets(7, Moskva=9).put(MOSKVA, THREE_SIX).objections(raised(THREE_SIX, FIFTH)) == [
        "FE-34E3.1"
    ]
    game.put("2A:3410", THREE_SIX)
    assert "FE-34D.1" in game.objections(raised(THREE_SIX, FIFTH))


def test_guards_of_the_order_of_battle_are_all_raised_of_others() -> None:
    """[FE-OBS-14] From Sep II 41 on; none of them comes as a reinforcement."""
    context = rules_of("campaign").context
    book = {u for u, unit in context.oob.units.items() if "gds" in unit.traits}
    figures = context.figures
    new = [unit for row in figures.guards for unit in row.new]
    pool = {unit for row in figures.pool for unit in row.units}
    assert len(new) == len(set(new)) and set(new) | (book & pool) == book
    assert not book & set(context.arrivals)
    assert min(row.turn for row in figures.guards) == 7
    assert max(row.turn for row in figures.guards) == 18


def test_the_automatic_player_raises_guards() -> None:
    """It takes what the order of battle gives."""
    game = quiet(soviets(8, Moskva=3).put(MOSKVA, THREE_SIX))
    assert isinstance(advised(game), RaiseGuards)


# The replacement pool


def test_units_of_the_pool_come_by_replacement_alone() -> None:
    """[FE-34E5.1] From their turn on; they are no losses."""
    game = soviets(6, Moskva=9).put(MOSKVA, THREE_SIX)
    offer = bought(game, POOLED, MOSKVA, purse="infantry, Moskva district")
    assert game.objections(offer) == ["FE-34B.1"]
    game = soviets(7, Moskva=9).put(MOSKVA, RIFLES)
    assert UnitId(POOLED) in buying.pooled(game.pos)
    assert UnitId(POOLED) not in game.context.arrivals
    assert game.objections(offer) == []
    game.do(offer)
    assert place_of(game, POOLED) == game.at(MOSKVA)
    assert UnitId(POOLED) not in buying.pooled(game.pos)


def test_rifle_divisions_that_the_errata_move_to_the_pool_are_in_it() -> None:
    """[FE-ERR-OBS12] The 8th and the 234th, on Aug I 41."""
    rows = rules_of("campaign").context.figures.pool
    added = {unit for row in rows if row.turn == 4 for unit in row.units}
    assert {"soviet-8-rifle-xx", "soviet-234-rifle-xx"} <= added


def test_the_panel_shows_the_pool_and_the_guards_to_come() -> None:
    """With the units, so that they can be shown."""
    game = soviets(8)
    found, _ = panel.displays(game.pos)
    rows = {row.label: row for row in found.rows}
    assert UnitId(POOLED) in rows["Replacement pool"].units
    assert UnitId(FIRST) in rows["Guards to be raised"].units


# Conversions


def test_conversions_need_a_city_and_a_unit_that_was_there() -> None:
    """[FE-34D.1] In supply, in a city, out of enemy zones, and not just come."""
    game = buying_time(5).put(WEST, SLOVAKS)
    offer = Convert((UnitId(SLOVAKS),), UnitId(NEW_SLOVAKS))
    here = game.context.city_rank(game.at(WEST))
    assert (game.objections(offer) == []) is bool(here)
    game.put("1B:3731", SLOVAKS)
    assert game.objections(offer) == []
    game.put("1B:3731", SLOVAKS, marks=(FRESH,))
    assert game.objections(offer) == ["FE-34D.1"]
    game.put("1B:3731", SLOVAKS)
    assert buying_time(4).put("1B:3731", SLOVAKS).objections(offer) == ["FE-34D.1"]
    game.do(offer)
    assert place_of(game, SLOVAKS) == GONE and place_of(game, NEW_SLOVAKS) == game.at("1B:3731")


def test_who_draws_on_delivered_supply_is_neither_rebuilt_nor_converted() -> None:
    """[FE-12E.2] Regular supply is that of sources without limit."""
    for fed, rule in ((AXIS, []), (ALLIED, ["FE-12E.2"])):
        game = buying_time(6, german_infantry=9).put(KIEV, SEVEN, steps=1)
        at = game.at(KIEV)
        way = {h: AXIS for h in game.context.land} if fed == AXIS else {at: AXIS}
        game.having(taken=way, deliveries={at: Delivery(AXIS, 3)})
        assert supply_status.in_supply(game.pos, UnitId(SEVEN))
        assert game.objections(BuyStrength(UnitId(SEVEN), "infantry")) == rule
    game.put(KIEV, SLOVAKS)
    assert game.objections(Convert((UnitId(SLOVAKS),), UnitId(NEW_SLOVAKS))) == ["FE-12E.2"]


# Withdrawals


def test_any_unit_of_the_kind_goes_but_no_isolated_one() -> None:
    """[FE-34C.1] Whatever its identification, out of supply or in an enemy zone."""
    game = buying_time(10).put(BUCURESTI, SEVEN)
    assert game.objections(WithdrawUnit(UnitId(SEVEN))) == []
    assert "FE-34C.1" in game.objections(EndPhase())
    lost = buying_time(10).put("2A:3410", SEVEN)
    rifles = (u for u in lost.context.of_nation("soviet") if u.endswith("rifle-xx"))
    for at, unit in zip(lost.at("2A:3410").neighbours(), rifles, strict=False):
        lost.put(lost.context.map.label(at), unit)
    assert lost.objections(WithdrawUnit(UnitId(SEVEN))) == ["FE-34C.1"]
    game.do(WithdrawUnit(UnitId(SEVEN)))
    assert place_of(game, SEVEN) == GONE


def test_an_eliminated_unit_goes_where_none_is_in_play() -> None:
    """[FE-34C.2] With what would replace it: here 7 infantry points of the 5 there are; two are
    kept back of those to come.
    """
    game = quiet(dead(buying_time(10, german_infantry=5), SEVEN))
    assert game.objections(EndPhase()) == ["FE-34C.2"]
    game.do(WithdrawFallen(UnitId(SEVEN)))
    assert place_of(game, SEVEN) == GONE and left(game) == {}
    assert game.state.debts == {"german infantry": 2 * HALF}
    assert sum(owed(game.pos, AXIS).values()) < sum(owed(buying_time(10).pos, AXIS).values())
    game.having(turn=12)
    work: Transition[East] = Transition(game.state)
    purses.receive(game.context, work, AXIS)
    row = next(row for row in game.context.charts.allotments.rows if row.turn == 12)
    assert work.state.points["german infantry"] == (row.infantry["german"] - 2) * HALF
    assert work.state.debts == {}


def test_germans_forfeit_points_for_allies_without_any() -> None:
    """[FE-34C.2] For a Hungarian cavalry brigade, three."""
    game = quiet(dead(buying_time(9, german_infantry=9), HUNGARIANS))
    strength = game.context.facts(UnitId(HUNGARIANS), 1).attack
    assert forfeits.fine(game.pos, UnitId(HUNGARIANS)) == {"german infantry": strength * HALF}
    offers = [a for a in game.legal if isinstance(a, WithdrawFallen)]
    assert offers == [WithdrawFallen(UnitId(HUNGARIANS))]
    line = game.rules.describe(game.state, offers[0])
    assert line.endswith(" (3 infantry points of Germany)"), line
    (duty,) = (one for one in game.rules.duties(game.state) if one.rule == "FE-34C.2")
    assert duty.units == (UnitId(HUNGARIANS),)
    assert isinstance(advised(game), WithdrawFallen)


def test_nobody_gives_up_the_fallen_while_one_in_play_can_go() -> None:
    """[FE-34C.2] The one in play goes."""
    game = dead(buying_time(10, german_infantry=9), SEVEN)
    game.put(BUCURESTI, "german-28-infantry-xx")
    kinds = {game.context.units[u].front.ratings() for u in forfeits.owed(game.pos, AXIS)}
    seven = game.context.units[UnitId(SEVEN)].front.ratings()
    assert seven in kinds
    game.put(BUCURESTI, "german-113-infantry-xx")
    assert UnitId(SEVEN) not in forfeits.owed(game.pos, AXIS)
