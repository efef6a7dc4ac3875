"""What a window works out before it shows a game that is opened, and what it leaves for later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.core.actions import Roll
from engine.game.session import Dice, GameSession
from maps.errors import KnownError
from qtapp.app.main_window import MainWindow
from qtapp.board.scene import BoardScene
from qtapp.models.displays_model import DisplaysModel
from qtapp.workers.in_turn import InTurn
from qtapp.workspaces.play.analysis_panels import charts_panel, rules_panel
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.engine.fakes import Raid, Rest, small_scenario
from tests.qtapp import toy
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_menu
from tests.qtapp.toy import ASH


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Callable[[object, str], Counter[str]]:
    """Counts the calls of a function of a class or a module by its name."""
    calls: Counter[str] = Counter()

    def counted(owner: object, name: str) -> Counter[str]:
        really = getattr(owner, name)

        def call(*values: Any, **named: Any) -> Any:
            calls[name] += 1
            return really(*values, **named)

        monkeypatch.setattr(owner, name, call)
        return calls

    return counted


Count = Callable[[object, str], Counter[str]]


def play_of(window: MainWindow) -> PlayWorkspace:
    found = window.workspaces["play"]
    assert isinstance(found, PlayWorkspace)
    return found


@pytest.fixture
def over(raid: None, tmp_path: Path) -> Path:
    """The file of a game that is over."""
    path = tmp_path / "over.sandtable"
    with GameSession.begin(small_scenario(1), path=path, dice=Dice.TYPED) as game:
        game.act(Raid(ASH))
        game.act(Roll(5))
        game.act(Rest())
        game.act(Rest())
        assert game.view().outcome is not None
    return path


def test_how_a_game_ended_is_brought_into_view_after_the_board(
    over: Path, opened: Opener, count: Count
) -> None:
    window = opened(None)
    calls = count(DisplaysModel, "refresh")
    window.files.open(over)
    assert window.view.board.map is window.bridge.game.scenario.map
    assert not calls
    settle()
    assert calls["refresh"] == 1
    assert window.displays.tree.isExpanded(window.displays.model.display_index("victory"))


def test_the_board_is_set_up_once(over: Path, opened: Opener, count: Count) -> None:
    window = opened(None)
    calls = count(BoardScene, "set_board")
    window.files.open(over)
    assert calls["set_board"] == 1


def test_the_board_is_painted_before_any_panel_follows(
    over: Path, opened_anew: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def noted(owner: type, name: str) -> None:
        really = getattr(owner, name)

        def call(*values: Any) -> Any:
            done.append(name)
            return really(*values)

        monkeypatch.setattr(owner, name, call)

    noted(BoardScene, "painted")
    noted(InTurn, "step")
    window = opened_anew(over)
    assert window.bridge.is_open
    assert done[0] == "painted" and "step" in done


def test_charts_and_rules_are_read_once_somebody_looks(
    opened: Opener, tmp_path: Path, count: Count
) -> None:
    path = tmp_path / "war.sandtable"
    GameSession.start("operation_gertrud/early_1942", path=path).close()
    window = opened(None)
    calls = count(charts_panel, "charts_of")
    count(rules_panel, "chapters_of")
    window.files.open(path)
    settle()
    assert not calls
    for name in ("charts", "rules"):
        by_menu(window, name)
        settle()
    assert calls == {"charts_of": 1, "chapters_of": 1}
    window.bridge.act(next(iter(window.bridge.view.legal)))
    settle()
    assert calls == {"charts_of": 1, "chapters_of": 1}
    assert play_of(window).analysis.charts.chart is not None
    window.bridge.close()
    assert play_of(window).analysis.charts.chart is None
    assert play_of(window).analysis.rules.tree.topLevelItemCount() == 0


def test_a_rule_that_is_asked_for_is_found_before_anybody_looked(window: MainWindow) -> None:
    rules = play_of(window).analysis.rules
    assert not rules.open("no such rule")
    assert not rules._waiting


def test_a_beginning_that_cannot_be_worked_out_is_told_in_the_log(
    raid: None, opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "raid.sandtable"
    with toy.begin(path) as game:
        game.act(Rest())

    def fails(*_: object) -> None:
        raise ValueError("nobody is there")

    monkeypatch.setattr(type(game.rules), "begin", fails)
    window = opened(path)
    window.log.catch_up()
    model = window.log.list.model()
    first = str(model.index(0, 0).data())
    assert "cannot be played" in first and "nobody is there" in first
    assert model.rowCount() > 1
    with pytest.raises(KnownError, match="cannot be played"):
        window.bridge.game.opening  # noqa: B018 - it is worked out when it is asked for
