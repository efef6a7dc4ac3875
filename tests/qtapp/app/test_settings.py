"""What the window remembers: theme, recent files, layouts, shortcuts."""

from __future__ import annotations

from pathlib import Path

from qtapp.app.docks import PLAY
from qtapp.app.files.folders import Folders
from qtapp.app.main_window import MainWindow
from qtapp.app.settings import RECENT_LIMIT, Preferences
from tests.qtapp import toy
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_menu


def test_recent_files_are_newest_first_and_there(folders: Folders, tmp_path: Path) -> None:
    kept = Preferences(folders.settings())
    files = [tmp_path / f"{n}.sandtable" for n in range(RECENT_LIMIT + 3)]
    for file in files:
        file.touch()
        kept.remember(file)
    kept.remember(files[5])
    files[6].unlink()
    kept.save()
    again = Preferences(folders.settings()).recent
    assert again[0] == files[5]
    assert files[6] not in again
    assert len(again) <= RECENT_LIMIT
    kept.forget_recent()
    assert kept.recent == []


def test_a_shortcut_goes_back_to_its_own(folders: Folders) -> None:
    kept = Preferences(folders.settings())
    kept.set_shortcut("undo", "")
    assert kept.shortcut("undo") == ""
    kept.set_shortcut("undo", None)
    assert kept.shortcut("undo") is None


def test_panels_lie_where_they_were_left(own_window: MainWindow, opened_anew: Opener) -> None:
    path = own_window.bridge.path
    own_window.docks["log"].hide()
    settle()
    own_window.close()
    again = opened_anew(path)
    assert not again.docks["log"].isVisibleTo(again)
    assert again.docks["stack"].isVisibleTo(again)
    by_menu(again, "reset_layout")
    settle()
    assert all(dock.isVisibleTo(again) for dock in again.docks.first(PLAY))


def test_the_theme_is_kept(raid: None, opened_anew: Opener, tmp_path: Path) -> None:
    first = opened_anew(None)
    first.set_theme("dark")
    first.close()
    assert opened_anew(None).theme.id == "dark"
    file = tmp_path / "a.sandtable"
    toy.begin(file).close()
    third = opened_anew(file)
    assert third.preferences.recent == [file]


def test_folders_keep_to_one_place_when_asked(tmp_path: Path) -> None:
    folders = Folders.standard(tmp_path)
    assert folders.campaign_file("a/b") == tmp_path / "campaigns" / "a-b.sandtable"
    assert folders.fault_log.parent == tmp_path
    assert not folders.campaigns.exists()
