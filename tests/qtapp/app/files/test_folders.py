"""Where a person's things are kept, and what is said when they cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from qtapp.app.files.folders import VARIABLE, Folders
from qtapp.cli import main


def test_a_variable_names_the_folder_of_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "mine"))
    found = Folders.standard()
    assert found.config == found.data == found.log == tmp_path / "mine"
    assert Folders.standard(tmp_path).config == tmp_path
    found.require()
    assert list((tmp_path / "mine").iterdir()) == []


def test_a_home_that_cannot_be_used_is_told_with_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file is where the home should be, so that not even root can make a folder in it."""
    (tmp_path / "home").write_text("")
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / "home" / name.lower()))
    done = CliRunner().invoke(main, ["open", "balkan_gambit/1943"])
    assert done.exit_code == 2
    assert "your campaigns and settings cannot be kept there" in done.output
    assert "--config-dir FOLDER" in done.output and VARIABLE in done.output
