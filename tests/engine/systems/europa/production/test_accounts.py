"""The account of strength: what may go where, laid out, and to the last point in played games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from engine.core.change import pieces_changed
from engine.core.events import Event
from engine.core.state import State
from engine.game.session import GameSession
from engine.play.opponent import choose
from engine.systems.europa.movement.breakdown import candidates, free_set
from engine.systems.europa.movement.move_actions import BreakDown, Into
from engine.systems.europa.production.accounts import Account, account, column, strength
from engine.systems.europa.production.accounts import Column as Col
from engine.systems.europa.state.constants import BROKEN, DEAD, GONE, HELD, PENDING
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.records import Fighting, Initial, Moving
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import AXIS, FOOT, PANZER, North

HERE = "1B:2424"
GAMES = ("fire_in_the_east/army_group_north", "balkan_front/italo_greek_war")
LARGE = pytest.param("fire_in_the_east/campaign", marks=pytest.mark.soak)


def unit(name: str) -> UnitId:
    return UnitId(name)


def north(frame: type[Initial | Moving | Fighting] = Moving) -> North:
    return North().put(HERE, FOOT, PANZER).phase(frame, AXIS)


def told(game: North, before: State) -> list[str]:
    """What is wrong with the way from a state to that of a game."""
    return list(game.rules.passage(before, game.state))


def moved(game: North, name: str, at: str, steps: int) -> list[str]:
    """The same, for a unit that is put into a box or stays with other steps."""
    before = game.state
    where = before.pieces[unit(name)].at if at == HERE else at
    game.having(
        pieces={**before.pieces, unit(name): before.pieces[unit(name)].marked()}
        if not at
        else before.with_piece(unit(name), at=where, steps=steps).pieces
    )
    return told(game, before)


def test_what_is_lost_reduced_or_withdrawn_is_sound() -> None:
    assert not moved(north(), FOOT, DEAD, 0)
    assert not moved(north(), FOOT, GONE, 0)
    assert not moved(north(), PANZER, HERE, 1)
    game = north()
    game.put(HERE, "german-11-infantry-xx")
    assert not told(game, north().state), "a reinforcement comes in"


@pytest.mark.parametrize("box", [GONE, DEAD, PENDING])
def test_strength_comes_back_from_the_eliminated_alone_and_in_an_initial_phase(box: str) -> None:
    for frame, wrong in ((Initial, box == GONE), (Moving, box != PENDING)):
        game = north(frame)
        before = game.state.with_piece(unit(FOOT), at=box, steps=0 if box != PENDING else 2)
        found = list(game.rules.passage(before, game.state))
        assert bool(found) is wrong, (frame, found)
        assert all(FOOT in fault for fault in found)


def test_nobody_goes_back_to_those_that_have_not_come() -> None:
    assert moved(north(), FOOT, PENDING, 2) == [f"{FOOT} goes from 'in play' to 'not yet come'"]
    game = north()
    before = game.state.with_piece(unit(FOOT), at=DEAD, steps=0)
    game.having(pieces=before.with_piece(unit(FOOT), at=PENDING).pieces)
    assert told(game, before) == [f"{FOOT} goes from 'eliminated' to 'not yet come'"]


def test_cadres_are_rebuilt_in_initial_phases_alone() -> None:
    for frame, wrong in ((Initial, 0), (Fighting, 1)):
        game = north(frame)
        before = game.state.with_piece(unit(PANZER), steps=1)
        assert len(list(game.rules.passage(before, game.state))) == wrong


def test_a_division_and_its_components_stand_for_each_other() -> None:
    """Neither is in play without the other set aside."""
    game = north()
    division = next(u for u in candidates(game.pos) if u in (FOOT, PANZER))
    parts = free_set(game.pos, division, Into.SUPPORTED)
    before = game.state
    alone = moved(north(), division, BROKEN, 2)
    assert len(alone) == 1 and "set aside by breakdown" in alone[0]
    doubled = before.with_pieces({part: before.pieces[division] for part in parts})
    assert len(list(game.rules.passage(before, doubled))) == 1
    assert {before.pieces[part].at for part in parts} == {HELD}
    game.do(BreakDown(division, Into.SUPPORTED))
    assert game.state.pieces[division].at == BROKEN and not told(game, before)


def test_the_account_names_every_point_once() -> None:
    game = north()
    whole, context = totals(account(game.pos)), game.context
    row = account(game.pos)[AXIS, "german"]
    assert row[Col.PLAY] == strength(context, unit(FOOT)) + strength(context, unit(PANZER))
    game.having(pieces=game.state.with_piece(unit(PANZER), steps=1).pieces)
    after = account(game.pos)[AXIS, "german"]
    cadre = strength(context, unit(PANZER), 1)
    assert 0 < cadre < strength(context, unit(PANZER))
    assert after[Col.REDUCED] - row[Col.REDUCED] == strength(context, unit(PANZER)) - cadre
    assert row[Col.PLAY] - after[Col.PLAY] == after[Col.REDUCED] - row[Col.REDUCED]
    assert totals(account(game.pos)) == whole


def totals(found: Account) -> Counter[str]:
    """All strength by nation, whatever side it is on."""
    whole = Counter[str]()
    for (_, nation), row in found.items():
        whole[nation] += sum(row.values())
    return whole


def order_of_battle(context: Context) -> Counter[str]:
    whole = Counter[str]()
    for id_, one in context.units.items():
        whole[one.nation] += strength(context, id_)
    return whole


def named(events: tuple[Event, ...]) -> Iterator[object]:
    """All values of all events, lists apart."""
    for event in events:
        for _, value in event.facts:
            yield from value if isinstance(value, tuple) else (value,)


@pytest.mark.parametrize("scenario", [*GAMES, LARGE])
def test_every_point_is_accounted_for_in_a_played_game(scenario: str) -> None:
    """By nation, to the last point, after each phase; the report of a step names every unit that
    goes from one column to another, and the sum of these is what the columns differ by.
    """
    game = GameSession.start(scenario, seed=5)
    turns = 99 if scenario == LARGE.values[0] else 2
    context = game.rules.context
    whole = order_of_battle(context)
    book, phase = account(game.rules.position(game.state)), ""
    flows = Counter[tuple[str, Col]]()
    while game.state.flow and game.state.turn <= turns:
        before = game.state
        events = game.roll() if game.view().chance is not None else game.act(choose(game))
        assert game.rules.passage(before, game.state) == ()
        seen = set(named(events))
        for id_ in pieces_changed(before.pieces, game.state.pieces) or ():
            was, now = before.pieces[id_], game.state.pieces[id_]
            one, two = column(context, was), column(context, now)
            assert one is two or id_ in seen or not game.rules.owner(before, id_), (id_, one, two)
            full, nation = strength(context, id_), context.units[id_].nation
            for piece, sign in ((was, -1), (now, 1)):
                left = strength(context, id_, piece.steps) if piece.steps else full
                flows[nation, column(context, piece)] += sign * left
                flows[nation, Col.REDUCED] += sign * (full - left)
        if game.state.phase != phase:
            phase = game.state.phase
            found = account(game.rules.position(game.state))
            assert totals(found) == whole
            for nation in whole:
                for col in Col:
                    now_, then = (
                        sum(row[col] for (_, one_), row in one.items() if one_ == nation)
                        for one in (found, book)
                    )
                    assert now_ - then == flows[nation, col], (nation, col)
    assert any(flows.values()) and sum(flows.values()) == 0
