"""Altered files in the window: a sentence or the file, never a fault."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer

from tests.engine.faults import originals
from tests.qtapp.conftest import Opener
from tests.qtapp.faults.windows import leave_dialogs, run

FINE = {"ok", "told"}


@pytest.mark.qt_log_ignore("Corrupt JPEG data", extend=True)  # what the reader of pictures says
@pytest.mark.parametrize(
    ("count", "seed"), [(3, 21), *(pytest.param(50, n, marks=pytest.mark.soak) for n in range(6))]
)
def test_altered_files_in_every_workspace(
    opened: Opener, raid: None, tmp_path: Path, count: int, seed: int
) -> None:
    window = opened(None)
    window.preferences.keep_text("tour", "0")
    original = originals.campaign(tmp_path / "original.sandtable")
    folder = tmp_path / "altered"
    folder.mkdir()
    leaver = QTimer(window)
    leaver.timeout.connect(leave_dialogs)
    leaver.start(20)
    window.trouble.known.disconnect()
    try:
        found = run(window, original, folder, count, seed)
    finally:
        leaver.stop()
        window.trouble.known.connect(window.show_known)
    assert set(found) <= FINE, found
    assert sum(found.values()) == count
