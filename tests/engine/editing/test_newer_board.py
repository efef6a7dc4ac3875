"""A board begun with an older version of a shipped one: told, and taken over on request."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import maps.data
from engine.cli import main
from engine.editing.map_session import EditSession
from engine.editing.newer_board import fitting, newer_differences, shipped_board
from engine.game.catalogue import choose
from engine.game.session import GameSession, Own
from engine.systems.by_hand.actions import Place
from maps.edits import apply, drop_box, drop_place, paint, put_box
from maps.formats import text
from maps.hexgrid import Hex
from maps.model import Box, GameMap

BOARD = "balkan_gambit"


def changed_hex(board: GameMap) -> Hex:
    return next(at for at, kind in board.terrain.items() if kind == "clear")


def older() -> GameMap:
    """The shipped board as it may have been once: a hex of mountains that is clear now."""
    board = maps.data.load(BOARD)
    apply(board, paint(board, [changed_hex(board)], "mountain"))
    return board


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign that was set up on the older board."""
    where, load, old = tmp_path / "old.sandtable", maps.data.load, older()
    with monkeypatch.context() as patched:
        patched.setattr(maps.data, "load", lambda name: old if name == BOARD else load(name))
        with GameSession.start("balkan_gambit/1943", path=where) as game:
            while game.state.phase == "set up":
                game.act(choose(game))
    return where


def test_a_campaign_on_an_older_board_is_told_and_nothing_changes(path: Path) -> None:
    with EditSession.open(path) as editor:
        found = newer_differences(editor)
        assert [one.told(editor.map) for one in found] == [
            f"{editor.map.label(changed_hex(shipped()))}: Mountain → Clear"
        ]
        assert not editor.history
        assert text.dumps(editor.map) == text.dumps(older())


def shipped() -> GameMap:
    board = shipped_board(BOARD)
    assert board is not None
    return board


def test_taking_it_over_is_one_step_and_the_game_goes_on(path: Path) -> None:
    with EditSession.open(path) as editor:
        fits = fitting(editor, newer_differences(editor))
        assert not fits.left_out
        editor.apply(fits.change)
        assert text.dumps(editor.map) == text.dumps(shipped())
        assert newer_differences(editor) == []
        assert len(editor.history) == 1
    with GameSession.open(path) as game:
        assert not list(game.verify())
        game.act(choose(game))
    with EditSession.open(path) as editor:
        editor.undo()
        assert len(newer_differences(editor)) == 1


def test_ground_under_units_is_left_out_and_named(path: Path) -> None:
    with GameSession.open(path) as game:
        at = next(c.at for c in game.rules.counters(game.state) if isinstance(c.at, Hex))
    with EditSession.open(path) as editor:
        newer = shipped()
        drowned = [at, *(near for near in at.neighbours() if near in newer)]
        apply(newer, paint(newer, drowned, "sea"))
        found = newer_differences(editor, newer)
        fits = fitting(editor, found)
        assert at in {one.hex for one in fits.left_out}
        assert any(editor.map.label(at) in why for why in fits.why)
        editor.apply(fits.change)
        assert editor.map.terrain[at] != "sea"
        assert editor.map.terrain[changed_hex(shipped())] == "clear"
        assert {one.hex for one in newer_differences(editor, newer)} == {
            one.hex for one in fits.left_out
        }


def test_a_place_that_rules_ask_for_is_left(path: Path) -> None:
    with EditSession.open(path) as editor:
        newer = shipped()
        for place in list(newer.places):
            apply(newer, drop_place(newer, place))
        found = newer_differences(editor, newer)
        fits = fitting(editor, found)
        left = {one.what for one in fits.left_out}
        assert left and len(left) < len(found)
        assert all(what.endswith("is gone") for what in left)
        editor.apply(fits.change)


def test_a_box_with_units_in_it_stays_with_them(path: Path) -> None:
    """The newer board lacks the Med Box, from which Eighth Army comes."""
    with GameSession.open(path) as game:
        inside = {c.unit for c in game.rules.counters(game.state) if c.at == "med_box"}
        names = {game.scenario.oob.units[unit].name for unit in inside}
    with EditSession.open(path) as editor:
        newer = shipped()
        apply(newer, drop_box(newer, "med_box"))
        fits = fitting(editor, newer_differences(editor, newer))
        assert [one.what for one in fits.left_out] == ["box Med Box is gone"]
        (why,) = fits.why
        assert "would lose the box they are in" in why and "Med Box" in why
        assert any(name in why for name in names)
        editor.apply(fits.change)
        assert editor.map.terrain[changed_hex(shipped())] == "clear", "all else is taken over"
        assert editor.map.boxes["med_box"].name == "Med Box"
    with GameSession.open(path) as game:
        assert not list(game.verify())
        assert inside == {c.unit for c in game.rules.counters(game.state) if c.at == "med_box"}
        game.act(choose(game))


def test_a_box_that_rules_put_units_in_stays_though_it_is_empty(tmp_path: Path) -> None:
    where = tmp_path / "marita.sandtable"
    with GameSession.start("balkan_front/operation_marita", path=where) as game:
        assert not any(c.at == "eastern_greece" for c in game.rules.counters(game.state))
    with EditSession.open(where) as editor:
        newer = maps.data.load("balkan_front")
        apply(newer, drop_box(newer, "eastern_greece"))
        fits = fitting(editor, newer_differences(editor, newer))
        assert [one.what for one in fits.left_out] == ["box Eastern Greece is gone"]
        assert "would miss it: they put units in Eastern Greece" in fits.why[0]


def test_a_box_of_a_game_by_hand_stays_while_units_are_in_it(tmp_path: Path) -> None:
    begun = maps.data.load("valley")
    apply(begun, put_box(begun, Box("depot", "Depot")))
    where = tmp_path / "valley.sandtable"
    EditSession.create(where, begun).close()
    with GameSession.start("by_hand/theatre", path=where, own=Own(board=1)) as game:
        game.act(Place(min(game.scenario.oob.units), "depot"))
    with EditSession.open(where) as editor:
        found = newer_differences(editor, maps.data.load("valley"))
        fits = fitting(editor, found)
        assert [one.what for one in fits.left_out] == ["box Depot is gone"]
        assert "(Depot)" in fits.why[0] and "would lose the box they are in" in fits.why[0]
    with GameSession.open(where) as game:
        game.undo()
    with EditSession.open(where) as editor:
        fits = fitting(editor, found)
        assert not fits.left_out, "nobody is in it, and no rule names it"
        editor.apply(fits.change)
        assert "depot" not in editor.map.boxes
    with GameSession.open(where) as game:
        assert not game.rules.invariants(game.state)


def test_a_look_can_be_ended(path: Path) -> None:
    class EndedError(Exception):
        pass

    def end() -> None:
        raise EndedError

    with EditSession.open(path) as editor, pytest.raises(EndedError):
        fitting(editor, newer_differences(editor), end)


def test_boards_of_ones_own_have_no_newer_version(tmp_path: Path) -> None:
    own = maps.data.load("valley")
    own.id = "my_valley"
    with EditSession.create(tmp_path / "own.sandtable", own) as editor:
        assert shipped_board("my_valley") is None
        assert newer_differences(editor) == []
        assert newer_differences(editor, shipped()) == []


def test_check_lists_what_differs(path: Path) -> None:
    plain = CliRunner().invoke(main, ["check", str(path)])
    assert plain.exit_code == 0, plain.output
    label = shipped().label(changed_hex(shipped()))
    assert f"newer: Terrain, {label}: Mountain → Clear" in plain.output
    assert "has 1 thing in 1 hex otherwise" in plain.output
    told = CliRunner().invoke(main, ["check", "--json", str(path)])
    assert f'"hex": "{label}"' in told.output
    with EditSession.open(path) as editor:
        editor.apply(fitting(editor, newer_differences(editor)).change)
    assert "newer" not in CliRunner().invoke(main, ["check", str(path)]).output
