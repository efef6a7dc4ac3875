"""Legal actions are complete and only they are legal, in positions met by random play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from engine.core.actions import Action, IllegalAction, Roll
from engine.core.chance import Stream
from engine.core.codec import digest
from engine.game.session import GameSession
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.rules import HANDLERS
from engine.systems.balkan_gambit.state.records import MED_BOX, Battle, Board, InBattle
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.balkan_gambit.desk import Desk, rules_of

YEARS = ("1943", "1944", "1945")
BY_UNIT = (
    do.Deplete, do.SwitchMode, do.Stay, do.AddUnit, do.BreakOff, do.Retreat,
    do.Restore, do.RemoveOverstack,
)  # fmt: skip
BY_HEX = (
    do.PlaceImproved, do.PlaceNaval, do.Activate, do.DeclareLanding, do.DeclareDrop, do.Maintain,
    do.Improve, do.MarkPort, do.LeavePort,
)  # fmt: skip
BY_BOTH = (
    do.PlaceUnit, do.Displace, do.Enter, do.Move, do.Sail, do.SeaMove, do.Reclaim,
    do.PlaceForceTen, do.BlowBridge, do.Advance,
)  # fmt: skip
BARE = (
    do.UseRecommended, do.FinishSetUp, do.EndSegment, do.EndMove, do.UseTac, do.NoTac, do.Resolve,
    do.CeaseFire, do.PressOn, do.Hold, do.EndAdvance, do.EndPhase,
)  # fmt: skip
OFF_BOARD = Hex(500, 500)


@cache
def sampled(year: str, options: tuple[str, ...] = ()) -> tuple[Board, ...]:
    """States of one random game in which a player decides: some of every kind of decision."""
    rules = rules_of(year, options)
    stream = Stream(11, year)
    state = rules.begin().state
    kept: dict[str, list[Board]] = {}
    for _ in range(2500):
        if not state.flow:
            break
        node = rules.chance(state)
        if node is not None:
            state = rules.apply(state, Roll(1 + stream.below(node.sides))).state
            continue
        assert isinstance(state, Board)
        kind = type(state.top).__name__ + state.active
        if len(kept.setdefault(kind, [])) < 60:
            kept[kind].append(state)
        desk = Desk(year, *options)
        desk.state = state
        action = desk.legal.random(stream)
        assert action is not None, f"a dead end: {state.top}"
        state = rules.apply(state, action).state
    found: list[Board] = []
    for states in kept.values():
        found += states[:: max(1, len(states) // 2)][:2]
    return tuple(found)


def universe(
    state: Board, units: tuple[UnitId, ...], hexes: tuple[Hex, ...], desk: Desk
) -> Iterator[Action]:
    """Every action the open decision could take about some units and hexes, but paths."""
    kinds = HANDLERS[type(state.top)].actions
    yield from (kind() for kind in BARE if kind in kinds)
    for unit in units:
        yield from (kind(unit) for kind in BY_UNIT if kind in kinds)
        yield from (kind(unit, MED_BOX) for kind in (do.SeaMove, do.Enter) if kind in kinds)
        for at in hexes:
            yield from (kind(unit, at) for kind in BY_BOTH if kind in kinds)
    for at in (*hexes, OFF_BOARD):
        yield from (kind(at) for kind in BY_HEX if kind in kinds)
        for near in (at, *at.neighbours()) if do.DeclareAttack in kinds else ():
            yield do.DeclareAttack(at, near)
            yield do.DeclareHunt(at, near)
    if isinstance(state.top, InBattle):
        battle: Battle = state.top.battle
        force = (*battle.attackers, *battle.defenders)
        if do.Fire in kinds:
            yield from (do.Fire(unit, at) for unit in force for at in force)
        if do.RetreatTo in kinds:
            groups = [battle.defenders, getattr(state.top, "units", ()), *((u,) for u in force)]
            ring = battle.target.neighbours()
            yield from (do.RetreatTo(tuple(group), goal) for group in groups for goal in ring)
    for unit in desk.context.substitutes if do.Substitute in kinds else ():
        yield from (do.Substitute(unit, (out,)) for out in units)


def samples(state: Board, desk: Desk) -> tuple[tuple[UnitId, ...], tuple[Hex, ...], list[Action]]:
    """Some units and hexes to write actions about, and all that is listed."""
    listed = list(desk.legal)
    units = tuple(sorted(state.pieces))
    about = dict.fromkeys([*units[::7], *(u for a in listed[::9] for u in a.who())])
    board = sorted(desk.context.map.terrain)
    aims = sorted({at for a in listed for at in (a.where(), a.origin_of()) if isinstance(at, Hex)})
    hexes = dict.fromkeys([*aims[:: 1 + len(aims) // 25], *sorted(desk.pos.at)[::6], *board[::61]])
    return tuple(about), tuple(hexes), listed


@pytest.mark.parametrize("year", YEARS)
def test_check_and_listing_agree_on_everything_one_can_write_down(year: str) -> None:
    """[BG-5.2b]"""
    states = sampled(year)
    assert len(states) > 12
    for state in states:
        desk = Desk(year)
        desk.state = state
        units, hexes, listed = samples(state, desk)
        written = set(listed)
        assert len(written) == len(listed), "listed twice"
        assert all(action in desk.legal for action in listed[::5])
        for action in universe(state, units, hexes, desk):
            objections = desk.rules.check(state, action)
            assert (not objections) == (action in written), (action, state.top, objections)
            for objection in objections:
                assert objection.rule.startswith("BG-")
                assert objection.text.endswith((".", "?"))


@pytest.mark.parametrize("year", YEARS)
def test_what_belongs_to_another_decision_is_refused(year: str) -> None:
    """[BG-5.2b]"""
    unit, at = UnitId("german-297"), Hex(0, 0)
    wrong: list[Action] = [kind() for kind in BARE]
    wrong.extend(kind(unit) for kind in BY_UNIT)
    wrong.extend(kind(at) for kind in BY_HEX)
    wrong.extend(kind(unit, at) for kind in BY_BOTH)
    for state in sampled(year):
        desk = Desk(year)
        desk.state = state
        for action in wrong:
            if type(action) not in HANDLERS[type(state.top)].actions:
                assert desk.objections(action) == ["BG-5.2b"]


@pytest.mark.parametrize("year", YEARS)
def test_narrowing_by_unit_and_hex_agrees_with_the_whole_list(year: str) -> None:
    """[BG-7.3b]"""
    for state in sampled(year):
        desk = Desk(year)
        desk.state = state
        listed = list(desk.legal)
        units: list[UnitId] = [unit for unit, piece in state.pieces.items() if piece.at != "dead"]
        for unit in units[::25]:
            mine = list(desk.legal.of(unit))
            assert len(set(mine)) == len(mine)
            assert set(mine) <= set(listed)
            assert {action for action in listed if unit in action.who()} <= set(mine)
        for at in sorted(desk.pos.at)[::20]:
            assert list(desk.legal.at(at)) == [
                action for action in listed if at in (action.where(), action.origin_of())
            ]
        stream = Stream(3, "draw")
        assert all(desk.legal.random(stream) in desk.legal for _ in range(5))
        families = {family.name for family in desk.legal.families}
        assert sum(len(list(desk.legal.family(name))) for name in families) == len(listed)


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    """[BG-5.2b]"""
    game = GameSession.start("balkan_gambit/1943", seed=5)
    before, digest_before, nodes = game.state, game.digest(), len(tuple(game.story()))
    for action in (do.EndPhase(), do.FinishSetUp(), Roll(3), do.Activate(OFF_BOARD)):
        with pytest.raises(IllegalAction) as caught:
            game.act(action)
        assert caught.value.objections and caught.value.action == action
    assert game.state == before and game.digest() == digest_before
    assert len(tuple(game.story())) == nodes


@pytest.mark.parametrize("year", YEARS)
def test_random_states_are_sound_and_digests_follow_their_value(year: str) -> None:
    """[BG-2.3a]"""
    rules = rules_of(year)
    for state in sampled(year):
        assert rules.invariants(state) == ()
        turned = state.having(pieces=dict(reversed(list(state.pieces.items()))))
        assert digest(turned) == digest(state)
