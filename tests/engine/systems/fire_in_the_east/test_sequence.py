"""The sequence of play: the surprise turn, who acts in it, nations that join (FE-4, 31F, 36)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.actions import Roll
from engine.core.handler import Transition
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.movement.move_actions import Move, RailMove
from engine.systems.europa.state.constants import OUT, PENDING, Phase
from engine.systems.europa.state.records import Fighting, Initial, Moving, Onward, WeatherRoll
from engine.systems.europa.supply import supply_status
from engine.systems.europa.supply.supply_trace import supply_line
from engine.systems.fire_in_the_east.resources import starvation
from engine.systems.fire_in_the_east.sequence import PLAYER_TURN, open_slot, slots
from engine.systems.fire_in_the_east.state.records import DriftRoll, Starving
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    PANZER,
    RIFLES,
    TANKS,
    North,
    WholeFront,
    deployed,
)


def surprise() -> North:
    """The surprise movement phase, as the scenario begins."""
    return North(state=deployed()).roll(3, 4)


def test_weather_then_the_surprise_turn_then_the_german_player_turn() -> None:
    """[FE-4.1] [FE-31F.1] [FE-36.8] Two dice that bring clear weather, then surprise."""
    game = North(state=deployed())
    assert isinstance(game.state.top, WeatherRoll)
    game.do(Roll(1))
    assert isinstance(game.state.top, DriftRoll)
    game.do(Roll(6))
    assert set(game.state.weather.values()) == {"clear"}
    assert (game.state.phase, game.state.active) == (Phase.SURPRISE_MOVEMENT, AXIS)
    game.do(EndPhase())
    assert game.state.phase == Phase.SURPRISE_COMBAT
    game.do(EndPhase())
    assert (game.state.phase, game.state.active) == (Phase.MOVEMENT, AXIS)


def test_what_each_phase_is_for() -> None:
    """[FE-4A2.1] [FE-4A4.1] [FE-4A5.1] [FE-4B.1] Movement, combat, and movement of c/m units."""
    game = North().put("1B:2325", FOOT, PANZER).put("1B:2124", RIFLES)
    for phase, frame in (
        (Phase.MOVEMENT, Moving(AXIS)),
        (Phase.COMBAT, Fighting(AXIS)),
        (Phase.EXPLOITATION, Moving(AXIS, exploiting=True)),
    ):
        assert (game.state.phase, game.state.active, game.state.top) == (phase, AXIS, frame)
        moves = {a.unit for a in game.legal.family("move") if isinstance(a, Move)}
        assert (PANZER in moves) is (phase is not Phase.COMBAT)
        assert (FOOT in moves) is (phase is Phase.MOVEMENT) and RIFLES not in moves
        game.do(EndPhase())
    assert game.state.active == ALLIED


def test_nothing_is_done_out_of_its_place() -> None:
    """[FE-4C.1] No march in a combat phase."""
    game = North().put("1B:2325", FOOT).phase(Fighting, AXIS)
    assert game.objections(Move(UnitId(FOOT), game.at("1B:2325")))


def test_the_order_of_a_game_turn() -> None:
    """[FE-4.1] A German player turn and then a Soviet one; surprise on the first turn alone."""
    sides = [side for _phase, side in slots(North(turn=2).pos)]
    assert sides == ["", *[AXIS] * len(PLAYER_TURN), *[ALLIED] * len(PLAYER_TURN)]
    first = [phase for phase, _side in slots(North(turn=1).pos)]
    assert first[1:3] == [Phase.SURPRISE_MOVEMENT, Phase.SURPRISE_COMBAT]


def test_only_germans_that_start_in_greater_germany_act_in_the_surprise_turn() -> None:
    """[FE-31F.2] A panzer division acts; so does no Soviet unit."""
    game = surprise()
    assert game.pos.may_act(UnitId(PANZER)) is None
    barred = game.pos.may_act(UnitId(RIFLES))
    assert barred is not None and barred.rule == "FE-31F.2"
    moves = [a for a in game.legal.family("move") if isinstance(a, Move)]
    assert moves and {game.pos.side(a.unit) for a in moves} == {AXIS}


def test_the_surprise_turn_says_who_alone_acts() -> None:
    """(FE 31F) In its movement and combat phases, not in the player turn that follows."""
    game = surprise()
    only = "Surprise turn: German units that begin in Greater Germany alone act."
    assert game.rules.question(game.state).prompt.startswith(f"{only} Move units")
    game.do(EndPhase())
    assert game.rules.question(game.state).prompt.startswith(f"{only} Declare an attack")
    later = WholeFront(1, AXIS)
    assert later.rules.question(later.state).prompt.startswith("Move units")


def test_nobody_goes_by_rail_in_the_surprise_turn() -> None:
    """[FE-7A.1] Rail movement is offered in the regular movement phase, not in surprise."""
    game = surprise()
    assert not any(isinstance(a, RailMove) for a in game.legal.family("rail move"))
    game.do(EndPhase(), EndPhase())
    assert any(isinstance(a, RailMove) for a in game.legal.family("rail move"))


def test_all_units_are_in_supply_in_the_first_german_player_turn() -> None:
    """[FE-31F.3] Marks of lacking supply go as its movement opens; later they stay."""
    for turn, marks in ((1, frozenset()), (2, frozenset({OUT}))):
        game = North(turn=turn).put("1B:2325", FOOT, marks=[OUT]).put("1B:2224", TANKS)
        game.ask(Onward(), phase=Phase.INITIAL.value, active=AXIS)
        game.settle()
        assert game.state.phase == Phase.MOVEMENT
        assert game.state.pieces[UnitId(FOOT)].marks & {OUT} == marks


def test_nobody_is_told_out_of_supply_in_the_first_german_player_turn() -> None:
    """(FE 31F) The log says that all are in supply; from the next player turn on it names who is
    out of it.
    """
    for turn, side in ((1, AXIS), (1, ALLIED), (2, AXIS)):
        game = WholeFront(turn, side).put("2A:3317", FOOT).phase(Initial, side)
        step = Transition(game.state)
        supply_status.judge(game.context, step)
        open_slot(game.context, step, Phase.MOVEMENT, side)
        texts = {event.what: game.rules.prose(event) for event in step.events}
        if (turn, side) == (1, AXIS):
            assert texts["all in supply"].startswith("All units of both sides are in supply")
            assert "out of supply" not in texts
        else:
            assert "all in supply" not in texts and "1 Infantry" in texts["out of supply"]


def test_who_has_no_line_is_told_whether_he_is_in_supply_all_the_same() -> None:
    """[FE-31F.3] Till all are judged again, which a line no longer changes."""
    texts = {
        out: supply_line(WholeFront(1).put("2A:3317", FOOT, marks=out).pos, UnitId(FOOT)).text
        for out in ((), (OUT,))
    }
    assert texts[()].endswith("It is in supply all the same until the next initial phase.")
    assert texts[OUT,].endswith("Out of supply until the next initial phase.")


def test_soviet_rail_capacity_is_halved_on_the_first_turn() -> None:
    """45 regimental equivalents on Jun II 41, 90 later; 30 for the Axis."""
    assert [North(turn=turn).pos.rail_room(ALLIED) / 2 for turn in (1, 2)] == [45, 90]
    assert [North(turn=turn).pos.rail_room(AXIS) / 2 for turn in (1, 2)] == [30, 30]


def test_neutrals_of_the_first_turn_are_at_war_from_the_second() -> None:
    """Hungary and Finland join with Jul I 41; Sweden and Turkey never do."""
    game = North(state=deployed())
    assert {n for n, side in game.state.joined.items() if not side} == {
        "finnish",
        "hungarian",
        "swedish",
        "turkish",
    }
    game.having(turn=2)
    doing = game.state
    transition = Transition(doing)
    open_slot(game.context, transition, Phase.WEATHER, "")
    joined = transition.state.joined
    assert joined["hungarian"] == joined["finnish"] == AXIS
    assert not joined["swedish"] and not joined["turkish"]


def test_soviet_zones_claim_hexes_beyond_the_border_once_the_surprise_turn_is_over() -> None:
    """[FE-31F1.1] With no German near, what they did not reach over the border is theirs then."""
    game = surprise()
    pieces, side = game.state.pieces, game.pos.side
    away = {u: replace(piece, at=PENDING) for u, piece in pieces.items() if side(u) == AXIS}
    game.having(pieces={**pieces, **away})
    germany = game.context.country(game.context.charts.surprise.land)

    def lost() -> int:
        return sum(game.pos.owner_of(at) == ALLIED for at in germany)

    game.do(EndPhase())
    assert game.state.phase == Phase.SURPRISE_COMBAT and lost() == 0
    game.do(EndPhase())
    assert game.state.phase == Phase.MOVEMENT and lost() > 0
    assert game.rules.stale(game.state) == ()


def test_the_die_for_an_isolated_unit_tells_where_it_is() -> None:
    """(FE 12D) Nothing else on the board does."""
    game = WholeFront(6).put("2A:3317", FOOT)
    node = starvation.chance(game.pos, Starving((UnitId(FOOT),)))
    assert node.reason == "whether German 1 Infantry XX in 2A:3317 Moskva holds out"
