"""A log of thousands of branches or steps costs a step no more than a short one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile

import pytest
from PySide6.QtWidgets import QApplication

from engine.core.change import EVERYTHING
from engine.game.session import Dice, GameSession
from engine.reports.log_export import ROOT, How, MarkKind
from qtapp.app.main_window import MainWindow
from qtapp.models import log_model
from qtapp.models.log_model import HIDE_BY, NODE, RECENT
from qtapp.workspaces.play.analysis_panels.lines_panel import SHOWN, LinesPanel
from qtapp.workspaces.play.panels.log_panel import PIECE
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.engine.fakes import March, Rest
from tests.qtapp import toy
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_menu
from tests.qtapp.toy import ASH

BRANCHES, STEPS = 1200, 3000


@pytest.fixture(scope="module")
def branched_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which 1,200 ways were tried from its second step."""
    with begun(tmp_path_factory.mktemp("branched")) as game:
        game.act(next(iter(game.view().legal.family("march"))))
        here = game.log.current
        for number in range(BRANCHES):
            game.goto(here)
            plain = game.codec.to_plain(Rest())
            game.log.grow(Rest(), How.CHOSEN, plain=plain, side="red", draw=number)
            game._save()
        game.goto(here)
        game.mark(game.log.children(here)[3].id, MarkKind.LINE, "the fourth")
        path = game.path
    assert path is not None
    return path


@pytest.fixture(scope="module")
def long_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of 3,000 steps on one line."""
    with begun(tmp_path_factory.mktemp("long")) as game:
        for number in range(STEPS):
            marches = [a for a in game.view().legal.family("march") if ASH in a.who()]
            game.act(marches[number % len(marches)])
        path = game.path
    assert path is not None
    return path


@contextmanager
def begun(folder: Path) -> Iterator[GameSession]:
    """A raid whose steps are all written at once."""
    with pytest.MonkeyPatch.context() as patch:
        toy.install(patch)
        with (
            toy.begin(folder / "raid.sandtable", dice=Dice.ASK) as game,
            game._store._project.transaction(),  # type: ignore[union-attr]
        ):
            yield game


@pytest.fixture
def branched(raid: None, branched_file: Path, opened: Opener, tmp_path: Path) -> MainWindow:
    """A window on a copy of the game of many ways."""
    return shown(opened, Path(copyfile(branched_file, tmp_path / branched_file.name)))


@pytest.fixture
def long(raid: None, long_file: Path, opened: Opener, tmp_path: Path) -> MainWindow:
    """A window on a copy of the long game."""
    return shown(opened, Path(copyfile(long_file, tmp_path / long_file.name)))


def shown(opened: Opener, path: Path) -> MainWindow:
    window = opened(None)
    window.preferences.keep_text("tour", "0")
    window.bridge.open(GameSession.open(path))
    settle()
    return window


def lines(window: MainWindow) -> LinesPanel:
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    by_menu(window, "lines")
    settle()
    assert play.analysis.lines.isVisible()
    return play.analysis.lines


def test_too_many_lines_are_listed_in_part(branched: MainWindow) -> None:
    panel = lines(branched)
    rows = panel.line_rows()
    assert len(rows) == SHOWN
    assert "the fourth" in rows and any(row.endswith("(here)") for row in rows)
    last = panel.tree.topLevelItem(0)
    assert last is not None
    assert last.child(SHOWN).text(0) == f"and {BRANCHES - SHOWN:,} older lines without a name"  # type: ignore[union-attr]


def test_an_undo_leaves_the_list_of_lines_as_it_is(
    branched: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = lines(branched)
    filled: list[int] = []
    monkeypatch.setattr(panel, "_fill", lambda: filled.append(1))
    marks = branched.bridge.game.marks
    found: list[int] = []
    original = marks._found
    monkeypatch.setattr(marks, "_found", lambda log: found.append(1) or original(log))
    assert branched.bridge.undo() and branched.bridge.redo()
    settle()
    assert filled == [] and found == []


def test_a_new_line_is_added_to_a_list_of_very_many(
    branched: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest that is listed goes, and the count of those that are not."""
    panel, bridge = lines(branched), branched.bridge
    made: list[int] = []
    original = panel._line_item
    monkeypatch.setattr(
        panel, "_line_item", lambda line, number: made.append(number) or original(line, number)
    )
    log = bridge.game.log
    bridge.seek(log.children(ROOT)[0].id)
    settle()
    made.clear()
    other = next(one for one in bridge.offers.everything(9) if not isinstance(one.action, Rest))
    bridge.act(other.action)
    settle()
    assert made == [BRANCHES + 1]
    rows = listed(panel)
    assert rows[SHOWN] == f"and {BRANCHES + 1 - SHOWN:,} older lines without a name"
    assert rows[SHOWN - 1] == f"Line {BRANCHES + 1:,} (here)".replace(",", "")
    panel._fill()
    assert listed(panel) == rows


def listed(panel: LinesPanel) -> list[str]:
    """All that stands under the head of the lines."""
    head = panel.tree.topLevelItem(0)
    assert head is not None
    return [head.child(row).text(0) for row in range(head.childCount())]  # type: ignore[union-attr]


def test_an_undo_asks_few_steps_of_a_long_log(
    long: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    told = long.bridge.told_of
    monkeypatch.setattr(long.bridge, "told_of", lambda node: asked.append(node.id) or told(node))
    states: list[int] = []
    original = long.bridge.game.state_at
    monkeypatch.setattr(
        long.bridge.game, "state_at", lambda node: states.append(node) or original(node)
    )
    assert long.bridge.undo()
    rows = set(asked)
    assert len(rows) <= 2 * RECENT
    assert len(set(states)) < 20


def test_the_log_shows_what_is_near_and_counts_the_rest(long: MainWindow) -> None:
    play = long.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    model = play.log.model
    assert RECENT <= model.rowCount() < RECENT + 100
    hidden = model.hidden
    assert hidden + model.rowCount() == STEPS + 1
    long.bridge.seek(long.bridge.game.log.line()[1500].id)
    settle()
    assert model.hidden >= RECENT and model.rowCount() < 2 * RECENT + 100
    model.show_all(True)
    assert model.hidden == 0 and model.rowCount() == STEPS + 1
    assert model.index(0, 0).data(NODE) == ROOT
    model.show_all(False)


def test_the_log_of_a_long_game_is_read_and_measured_in_pieces(
    long: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = long.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    panel, model = play.log, play.log.model
    monkeypatch.setattr(log_model, "COUNTED", 500)
    model._start()
    panel._lines._fitted.clear()
    told, measured = long.bridge.told_of, panel._lines._measure
    asked: list[int] = []
    heights: list[str] = []
    monkeypatch.setattr(long.bridge, "told_of", lambda node: asked.append(node.id) or told(node))
    monkeypatch.setattr(
        panel._lines, "_measure", lambda said: heights.append(said) or measured(said)
    )
    counts: list[int] = []
    rows: list[int] = []
    for _ in panel.follow_up(EVERYTHING):
        counts.append(len(asked))
        rows.append(len(heights))
        asked.clear()
        heights.clear()
    assert counts[: STEPS // 500] == [500] * (STEPS // 500)
    sentences = {model.line(number).sentence for number in range(model.rowCount())}
    assert 0 < max(rows) <= PIECE and sum(rows) == len(sentences)
    settle()
    assert heights == [], "what is shown was measured before"


def test_undos_in_a_row_lay_the_panels_out_once(long: MainWindow) -> None:
    play = long.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    asked: list[int] = []
    play.decision.needed.connect(asked.append)
    for _ in range(5):
        assert long.bridge.undo()
        QApplication.processEvents()
    settle()
    assert len(asked) <= 2, "perhaps after the first, and once when they rest"


def test_undo_far_back_changes_few_rows_at_a_time(long: MainWindow) -> None:
    play = long.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    model = play.log.model
    changed: list[int] = []
    for signal in (model.rowsInserted, model.rowsRemoved):
        signal.connect(lambda _parent, first, last: changed.append(last - first + 1))
    behind = model.hidden + RECENT
    for _ in range(STEPS - behind + 20):
        assert long.bridge.undo()
        model.refresh()
    assert changed == [HIDE_BY], "earlier lines come in before those that are there"
    rows = [model.index(number, 0).data(NODE) for number in range(model.rowCount())]
    assert rows == sorted(rows) and model.hidden + model.rowCount() == STEPS + 1
    for _ in range(15):
        assert long.bridge.redo()
        model.refresh()
    assert changed == [HIDE_BY], "to and fro changes nothing more"
    assert all(isinstance(node.action, March) for node in long.bridge.game.log.line())
