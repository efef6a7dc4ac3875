"""Games begun with an edited order of battle, and what is told of one that does not fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.game.session import GameSession, Own
from engine.game.set_up.game_set_up import fit_of, fitting, order_of
from engine.scenarios import load_scenario
from maps.errors import KnownError
from oob.ledger.edits import builders
from oob.ledger.edits.changes import Change, Fact, LedgerLayer
from oob.model import OrderOfBattle, UnitId
from tests.games import ALL, LARGE

GERTRUD = load_scenario("operation_gertrud/early_1941")


def copied(order: OrderOfBattle) -> OrderOfBattle:
    return replace(order, units=dict(order.units), nations=dict(order.nations))


@pytest.mark.parametrize(
    "scenario", [*ALL, *(pytest.param(name, marks=pytest.mark.soak) for name in sorted(LARGE))]
)
def test_its_own_order_of_battle_fits_every_scenario(scenario: str) -> None:
    loaded = load_scenario(scenario)
    fit = fit_of(loaded, copied(loaded.oob))
    assert fit.kin and fit.forbids == () and fit.remarks == ()


def test_a_game_is_begun_with_an_edited_order_of_battle(tmp_path: Path) -> None:
    path = tmp_path / "own.sandtable"
    with OobSession.create(path, GERTRUD.oob) as session:
        key = next(
            row.key
            for row in session.ledger.ordered()
            if row.item.kind.value == "ground" and row.item.attack == 6
        )
        session.apply(builders.set_field(session.ledger, [key], "name", "9th Own"))
        wanted = order_of(path, session.number)
        changed = [u for u, unit in wanted.units.items() if GERTRUD.oob.units.get(u) != unit]
        assert changed
        game = GameSession.start(GERTRUD.id, path=path, own=Own(order=session.number))
        with game:
            assert game.scenario.oob == wanted != GERTRUD.oob
            game.act(next(iter(game.view().legal)))
            session.undo()
            assert game.rules.scenario.oob == wanted, "an edit does not reach the game"
            assert order_of(path, session.number) == GERTRUD.oob
    with GameSession.open(path) as game:
        assert game.scenario.oob == wanted and game.verify() == ()
    with ProjectSession.open(path) as project:
        assert [info.games for info in project.orders] == [0, 1]
        kept = project.orders[1].number
    with pytest.raises(KnownError, match="stays as it is"):
        OobSession.open(path, kept)
    assert OobSession.peek(path, kept).rows, "but one can look at it"


def test_rows_equal_to_a_scenarios_own_are_not_shared_with_its_game(tmp_path: Path) -> None:
    """Editing an order of battle that was added from the shelf never changes a game."""
    path = tmp_path / "own.sandtable"
    with OobSession.create(path, GERTRUD.oob) as session:
        with GameSession.start(GERTRUD.id, path=path):
            pass
        key = session.ledger.ordered()[0].key
        session.apply(builders.remove(session.ledger, [key]))
    with GameSession.open(path) as game:
        assert game.scenario.oob == GERTRUD.oob


def without(order: OrderOfBattle, *units: UnitId) -> OrderOfBattle:
    found = copied(order)
    for unit in units:
        del found.units[unit]
    found.setups = [
        replace(entry, units=tuple(u for u in entry.units if u not in units))
        for entry in order.setups
    ]
    found.setups = [entry for entry in found.setups if entry.units]
    return found


def test_what_the_scenario_names_and_it_lacks_is_told() -> None:
    arrival = next(a for a in GERTRUD.data.figures.arrivals)
    unit = UnitId(arrival.units[0])
    fit = fit_of(GERTRUD, without(GERTRUD.oob, unit))
    name = GERTRUD.oob.units[unit].name
    assert any(
        f"The arrivals of turn {arrival.turn} name {name}" in said and "it lacks it" in said
        for said in fit.forbids
    )
    assert any("is left out" in said for said in fit.remarks)


def test_strange_nations_and_places_are_told() -> None:
    order = copied(GERTRUD.oob)
    first = next(iter(order.units.values()))
    order.units[first.id] = replace(first, nation="martian")
    order.setups = [replace(order.setups[0], place="Atlantis"), *order.setups[1:]]
    said = " ".join(fit_of(GERTRUD, order).forbids)
    assert "'martian', which the scenario has not" in said
    assert "would be set up at 'Atlantis', which the scenario has not" in said


def test_an_order_of_battle_of_another_game_is_no_kin(tmp_path: Path) -> None:
    other = load_scenario("balkan_gambit/1943").oob
    fit = fit_of(GERTRUD, other)
    assert not fit.kin and "of another game" in fit.forbids[0]
    path = tmp_path / "own.sandtable"
    OobSession.create(path, other).close()
    with pytest.raises(KnownError, match="of another game"):
        GameSession.start(GERTRUD.id, path=path, own=Own(order=1))
    with pytest.raises(KnownError, match="holds no order of battle 5"):
        GameSession.start(GERTRUD.id, path=path, own=Own(order=5))


def test_what_a_scenario_is_offered(tmp_path: Path) -> None:
    """Its own kin, also rows that make no counters; not what a game keeps of the shipped ones."""
    path = tmp_path / "own.sandtable"
    with OobSession.create(path, GERTRUD.oob) as session:
        row = session.ledger.ordered()[0]
        broken = replace(row, item=replace(row.item, tags=(("steps", "many"),)))
        change = Change((Fact(LedgerLayer.ROW, str(row.key), row, broken),), "break")
        session.apply(change)
    OobSession.create(path, load_scenario("balkan_gambit/1943").oob).close()
    with OobSession.create(path, GERTRUD.oob) as session:
        whole = session.number
    GameSession.start(GERTRUD.id, path=path).close()
    found = fitting(path, GERTRUD.id)
    assert [(info.number, bool(fit.forbids)) for info, fit in found] == [(1, True), (whole, False)]


def test_a_unit_that_never_comes_is_told() -> None:
    order = copied(GERTRUD.oob)
    first = next(iter(order.units.values()))
    order.units[UnitId("extra")] = replace(first, id=UnitId("extra"), name="Extra")
    fit = fit_of(GERTRUD, order)
    assert ["neither set up nor scheduled" in said for said in fit.forbids] == [True]
    assert [("Extra" in said, "is new" in said) for said in fit.remarks] == [(True, True)]
