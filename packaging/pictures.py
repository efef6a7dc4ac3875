"""Paint the manual's pictures of the window again: `.venv/bin/python packaging/pictures.py`."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from manual_pictures import (  # noqa: E402
    chart_pictures,
    counter_pictures,
    europa_pictures,
    first_pictures,
    guide_pictures,
    play_pictures,
    sample_pictures,
    scan_pictures,
    scenario_pictures,
    unit_pictures,
)
from manual_pictures.stage import photograph  # noqa: E402

from engine.game.catalogue import choose, explain  # noqa: E402
from qtapp.app.app import application  # noqa: E402
from qtapp.app.files.folders import Folders  # noqa: E402
from qtapp.app.main_window import MainWindow, open_window  # noqa: E402

CAMPAIGN = "balkan_gambit/1943"
SIZE = (1360, 860)
DECISIONS = 400


def main() -> None:
    """Play into the second turn, edit, digitise; take a picture of each."""
    with tempfile.TemporaryDirectory() as folder:
        application()
        sample_pictures.paint()
        window = open_window(Folders.standard(Path(folder)), explain, CAMPAIGN)
        window.resize(*SIZE)
        play_into(window, turn=2, side="allied")
        partisans = window.bridge.game.scenario.map.parse_label("1718")
        window.go_to(partisans)
        window.play.select_place(partisans)
        photograph(window, "window.png")
        play_pictures.paint(window)
        window.book["workspace_edit"].trigger()
        window.view.go_to(window.edit.map.parse_label("1717"), 40)
        window.edit.use("river")
        photograph(window, "editing.png")
        scan_pictures.paint(window, Path(folder))
        guide_pictures.paint(window, Path(folder))
        unit_pictures.paint(window, Path(folder))
        counter_pictures.paint(window, Path(folder))
        chart_pictures.paint(window, Path(folder))
        scenario_pictures.paint(window, Path(folder))
        window.book["workspace_play"].trigger()
        europa_pictures.paint(window)
        first_pictures.paint(window)
        window.close()


def play_into(window: MainWindow, turn: int, side: str) -> None:
    """Let the automatic player decide until `side` may spend command points in `turn`."""
    bridge = window.bridge
    for _ in range(DECISIONS):
        view = bridge.view
        if view.outcome is not None or (view.turn >= turn and view.phase == side):
            return
        if view.chance is not None:
            bridge.roll()
        else:
            bridge.act(choose(bridge.game))


if __name__ == "__main__":
    main()
