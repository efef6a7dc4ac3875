"""Sound project files with something of everything in them, to be altered."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from PIL import Image

from engine.core.chance import Stream
from engine.editing.aid_session import AidSession, NewAid
from engine.editing.chart_session import ChartSession, shipped
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.scan_session import ScanSession
from engine.game.session import GameSession, MarkKind
from engine.play.opponent import explain
from maps.digitise.unpacking import sound_picture
from maps.digitise.works import ScanWork
from maps.edits import paint
from oob.ledger.edits import builders
from tests.engine.fakes import small_scenario


def small(path: Path) -> Path:
    """A file with the tiny game of the tests, an edited board, rows, charts and a scan."""
    stream = Stream(3, "small")
    with GameSession.begin(small_scenario(turns=1000), path=path) as game:
        with EditSession.beside(game) as edit:
            for turn in range(40):
                action = game.view().legal.random(stream)
                assert action is not None
                game.act(action)
                at = sorted(edit.map.terrain)[stream.below(5)]
                kind = "rough" if edit.map.terrain[at] == "clear" else "clear"
                edit.apply(paint(edit.map, [at], kind))
                if turn % 9 == 5:
                    game.undo()
            edit.undo()
        _marked(game)
    _beside(path)
    return path


def campaign(path: Path, scenario: str = "balkan_gambit/1943", decisions: int = 30) -> Path:
    """A file with the beginning of a campaign, and the same beside it."""
    with GameSession.start(scenario, path=path) as game:
        for _ in range(decisions):
            if game.view().chance is not None:
                game.roll()
            action, why = explain(game)
            game.act(action, why=why)
        game.undo()
        with EditSession.beside(game) as edit:
            for at, kind in list(edit.map.terrain.items())[40:43]:
                edit.apply(
                    paint(edit.map, [at], "rough" if kind != "rough" else "clear"), knowing=True
                )
            edit.undo()
        _marked(game)
    _beside(path)
    return path


def _marked(game: GameSession) -> None:
    game.mark(3, MarkKind.BOOKMARK, "Here")
    game.mark(4, MarkKind.NOTE, "A note")
    game.turn_notes.put(1, "The first turn")


def _beside(path: Path) -> None:
    with OobSession.create(path, "balkan_front_crete") as session:
        key = session.ledger.ordered()[0].key
        session.apply(builders.set_field(session.ledger, [key], "name", "77"))
        session.apply(builders.set_field(session.ledger, [key], "name", "78"))
        session.undo()
    with ChartSession.create(path, shipped("operation_gertrud")) as charts:
        charts.type_in(("terrain", "rows", "rough", "cost"), "4")
        charts.annotate(("terrain", "rows", "rough", "cost"), "Mud")
    with ScanSession.open(path, 1) as scans:
        pixels = np.arange(300 * 300 * 3, dtype=np.uint32).reshape(300, 300, 3) % 251
        work = ScanWork("scan.png", scans.map.sheets[0].id, 300, 300)
        scans.admit(scans.take_in(pixels.astype(np.uint8), work), work)
        scans.change(1, "Opacity", opacity=0.5)
    with AidSession.open(path) as aids:
        out = io.BytesIO()
        Image.new("RGB", (40, 30), "#806040").save(out, "PNG")
        picture = sound_picture(out.getvalue(), "the chart")
        aids.add([NewAid(picture, "Combat results", "Charts"), NewAid(picture, "Weather")])
        aids.rename(2, "Weather and seas")
        aids.move(2, -1)
        aids.undo()
