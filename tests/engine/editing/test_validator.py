"""Edits of a board that games are played on: no unit loses its hex or its ground unawares."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shutil import copyfile

import pytest

from engine.editing.map_session import EditSession, EndangeredError
from engine.game.catalogue import choose
from engine.game.session import GameSession
from maps.edits import drop_place, drop_region, paint, put_place, set_region
from maps.edits.placing import move_sheet
from maps.errors import KnownError
from maps.formats import text
from maps.hexgrid import Hex
from maps.legend import Layer
from oob.model import UnitId


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign that is set up."""
    path = tmp_path_factory.mktemp("guard") / "begun.sandtable"
    with GameSession.start("balkan_gambit/1943", path=path) as game:
        while game.state.phase == "set up":
            game.act(choose(game))
    return path


@pytest.fixture
def path(begun: Path, tmp_path: Path) -> Path:
    """The same in a file of one's own."""
    return Path(copyfile(begun, tmp_path / "game.sandtable"))


def standing(game: GameSession) -> tuple[UnitId, Hex]:
    """A unit on the board."""
    return next((c.unit, c.at) for c in game.rules.counters(game.state) if isinstance(c.at, Hex))


def stood(game: GameSession) -> set[Hex]:
    """The hexes units stand on."""
    return {c.at for c in game.rules.counters(game.state) if isinstance(c.at, Hex)}


def stand(path: Path) -> tuple[str, Hex]:
    """The name and the hex of a unit of the game in a file."""
    with GameSession.open(path) as game:
        unit, at = standing(game)
        return game.scenario.oob.units[unit].name, at


def test_no_ground_is_taken_from_under_a_unit_unawares(path: Path) -> None:
    name, at = stand(path)
    with EditSession.open(path) as editor:
        before = text.dumps(editor.map)
        with pytest.raises(EndangeredError) as told:
            editor.apply(paint(editor.map, [at], "sea"))
        assert f"{name} ({editor.map.label(at)})" in str(told.value)
        assert "Balkan Gambit" in str(told.value) and "Move the units first" in told.value.fix
        assert told.value.hexes == {at}
        assert text.dumps(editor.map) == before and not editor.history


def test_who_knows_may_and_it_is_one_step(path: Path) -> None:
    _, at = stand(path)
    with EditSession.open(path) as editor:
        before = text.dumps(editor.map)
        free = next(h for h in editor.map.terrain if editor.map.terrain[h] == "sea")
        change = paint(editor.map, [at, free.neighbour(0)], "sea")
        assert at in editor.apply(change, knowing=True).hexes
        assert [step.label for step in editor.history] == [change.label]
        editor.undo()
        assert text.dumps(editor.map) == before
        with pytest.raises(EndangeredError):
            editor.redo()
        assert text.dumps(editor.map) == before and editor.can_redo
        editor.redo(knowing=True)
        with GameSession.open(path) as game:
            assert any("off the land" in fault for fault in game.rules.invariants(game.state))


def test_what_harms_no_game_is_free(path: Path) -> None:
    _, at = stand(path)
    with EditSession.open(path) as editor:
        for kind in ("mountain", "rough", "clear"):
            assert editor.map.legend.has(Layer.TERRAIN, kind)
            editor.apply(paint(editor.map, [at], kind))
            assert editor.map.terrain[at] == kind


def test_the_game_that_is_played_is_asked_as_it_stands(path: Path) -> None:
    with GameSession.open(path) as game, EditSession.beside(game) as editor:
        first = stood(game)
        while not (left := first - stood(game)) or not (taken := stood(game) - first):
            game.act(choose(game))
        with pytest.raises(EndangeredError):
            editor.apply(paint(editor.map, [min(taken)], "sea"))
        editor.apply(paint(editor.map, [min(left)], "sea"))
        assert editor.map.terrain[min(left)] == "sea"


def test_hexes_and_numbers_stay_while_a_game_is_played(path: Path) -> None:
    with EditSession.open(path) as editor:
        before = text.dumps(editor.map)
        sheet = editor.map.sheets[0]
        change = move_sheet(editor.map, sheet.id, Hex(sheet.origin.q + 2, sheet.origin.r))
        for knowing in (False, True):
            with pytest.raises(KnownError, match="a game is played on it"):
                editor.apply(change, knowing=knowing)
        assert text.dumps(editor.map) == before


def test_places_that_rules_ask_for_stay_and_may_be_renamed(path: Path) -> None:
    with EditSession.open(path) as editor:
        zagreb = editor.map.places["zagreb"]
        editor.apply(put_place(editor.map, replace(zagreb, name="Agram")))
        with GameSession.open(path) as game:
            croats = [u for u, piece in game.state.pieces.items() if u.startswith("croatian-cro")]
            assert any(game.rules.supply(game.state, unit)[0] for unit in croats)
        with pytest.raises(EndangeredError, match="'zagreb' is not on the board"):
            editor.apply(drop_place(editor.map, "zagreb"))
        assert editor.apply(drop_place(editor.map, "zagreb"), knowing=True).hexes == {zagreb.hex}


def test_a_city_that_rules_ask_for_is_not_drowned_nor_taken_off(tmp_path: Path) -> None:
    """Riga, an objective of Fire in the East, though nobody stands there yet."""
    path = tmp_path / "east.sandtable"
    GameSession.start("fire_in_the_east/army_group_north", path=path).close()
    with EditSession.open(path) as editor:
        riga = next(p for p in editor.map.places.values() if editor.map.label(p.hex) == "1B:1816")
        with pytest.raises(
            EndangeredError, match="1B:1816, which the rules name, is no land"
        ) as told:
            editor.apply(paint(editor.map, [riga.hex], "sea"))
        assert told.value.hexes == {riga.hex}
        with pytest.raises(EndangeredError, match="1B:1816, which the rules name, holds no place"):
            editor.apply(drop_place(editor.map, riga.id))
        away = min(riga.hex.neighbours())
        with pytest.raises(EndangeredError, match="holds no place"):
            editor.apply(put_place(editor.map, replace(riga, hex=away)))
        editor.apply(paint(editor.map, [riga.hex], "woods"))
        editor.apply(put_place(editor.map, replace(riga, name="Rīga")))


def test_regions_that_rules_ask_for_stay(path: Path) -> None:
    with EditSession.open(path) as editor:
        croatia = editor.map.regions["zone"]["Croatia"]
        with pytest.raises(EndangeredError, match="no hex of the board is in Croatia") as told:
            editor.apply(drop_region(editor.map, "zone", "Croatia"))
        assert told.value.hexes == croatia and "Keep it" in told.value.fix
        editor.apply(set_region(editor.map, "zone", None, [min(croatia)]))
        assert min(croatia) not in editor.map.regions["zone"]["Croatia"]
        editor.apply(set_region(editor.map, "area", "Home", [min(croatia)], exclusive=False))
        editor.apply(drop_region(editor.map, "area", "Home"))
