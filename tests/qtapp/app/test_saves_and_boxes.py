"""Saved games of VASSAL and game boxes of CyberBoard come in by menu and by dropping."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QInputDialog

from qtapp.app.main_window import MainWindow
from tests.engine.editing.modules.test_module_import import lying, saved_game, written
from tests.engine.editing.modules.test_module_setups import with_setups
from tests.maps.formats.cyberboard.box_maker import Made, box_bytes
from tests.qtapp.app.exchange_hands import answering_each, asked, drop
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_menu


@pytest.fixture
def window(opened: Opener) -> Iterator[MainWindow]:
    found = opened(None)
    restore = found.trouble.install()
    yield found
    restore()


@pytest.mark.parametrize("way", ["alone", "chosen", "dropped", "none"])
def test_a_saved_game_comes_with_its_module_or_alone(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    folder = tmp_path / "saves"
    folder.mkdir()
    pieces = lying("one 3-4", 103, 150), lying("two 2-2", 160, 190)
    save = saved_game(folder / "late.vlog", *pieces, module="Toy War")
    module = written((folder if way == "dropped" else tmp_path) / "toy.vmod")
    asked(monkeypatch, source=None, target=tmp_path / "late")
    names = iter([save, module])
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(next(names)), ""))
    buttons = {
        "alone": ["Only the counters", "Take it in"],
        "chosen": ["Choose its module", "Take it in"],
        "dropped": ["Take it in"],
        "none": ["Cancel"],
    }[way]
    said: list[str] = []
    timer = answering_each(buttons, said)
    if way == "dropped":
        assert drop(window, window, save)
    else:
        by_menu(window, "import")
    settle()
    timer.stop()
    assert not buttons and not [one for one in said if one.startswith("not asked")], said
    if way == "none":
        assert window.document.path is None and "“Toy War”" in said[0]
        return
    assert window.document.path == tmp_path / "late.sandtable"
    assert len(window.document.project.boards) == (way != "alone")
    assert "Counters: 2 of" in said[-1]
    assert ("2 set up in 2 places" in said[-1]) == (way != "alone")


def test_a_game_box_of_cyberboard_is_dropped(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "toy.gbx"
    source.write_bytes(box_bytes(Made()))
    asked(monkeypatch, source=None, target=tmp_path / "toy")
    said: list[str] = []
    timer = answering_each(["Take it in"], said)
    assert drop(window, window, source)
    settle()
    timer.stop()
    assert len(said) == 1 and "Board The field: 20 hexes." in said[0]
    assert window.document.path == tmp_path / "toy.sandtable"
    assert window.view.board.map is not None and len(window.view.board.map.terrain) == 20


@pytest.mark.parametrize("way", ["first", "none", "cancel"])
def test_a_module_that_holds_set_ups_asks_for_one(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    offered: list[list[str]] = []

    def choose(_parent: object, _title: str, _words: str, names: list[str], *_: object) -> object:
        offered.append(names)
        return names[-1 if way == "none" else 0], way != "cancel"

    monkeypatch.setattr(QInputDialog, "getItem", choose)
    asked(monkeypatch, source=with_setups(tmp_path), target=tmp_path / "toy.sandtable")
    said: list[str] = []
    timer = answering_each(["Take it in"], said)
    by_menu(window, "import")
    settle()
    timer.stop()
    assert [names[:2] for names in offered] == [["Campaigns, 1941", "Late"]]
    assert (window.document.path is None) == (way == "cancel")
    if way != "cancel":
        counters = "1 of 1 side, 1 set up" if way == "first" else "5 of 3 sides, 3 set up"
        assert f"Counters: {counters}" in said[0]
