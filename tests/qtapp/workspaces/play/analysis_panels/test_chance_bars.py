"""Bars of chances: as long as the chance they stand for."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPalette
from PySide6.QtWidgets import QApplication
from pytest import MonkeyPatch

from engine.core.view.outlook import Result
from qtapp.workspaces.play.analysis_panels.chance_bars import MARGIN, ChanceBars

INK = QColor("#ff00ff")


def test_a_certain_result_alone_fills_its_row(qapp: QApplication) -> None:
    bars = ChanceBars()
    palette = bars.palette()
    palette.setColor(QPalette.ColorRole.Highlight, INK)
    bars.setPalette(palette)
    for chances in ((0.49, 0.26, 0.25), (1.0,)):
        bars.show_results(tuple(Result(f"R{c}", c, "", 0.0, 0.0) for c in chances))
        bars.resize(300, bars.sizeHint().height())
        picture = bars.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        raw = np.frombuffer(picture.constBits(), np.uint32)
        inked = raw.reshape(picture.height(), -1)[:, : picture.width()] == INK.rgb()
        for row, chance in enumerate(chances):
            longest = inked[row * 36 : (row + 1) * 36].sum(axis=1).max()
            assert abs(longest - chance * (300 - 2 * MARGIN)) < 4


def test_what_a_result_does_is_never_cut(qapp: QApplication, monkeypatch: MonkeyPatch) -> None:
    """Beside the name, or below it in as many lines as it needs; the bar is lower then."""
    cut: list[str] = []
    really = QFontMetricsF.elidedText

    def elided(metrics: QFontMetricsF, text: str, *rest: object) -> str:
        shown = str(really(metrics, text, *rest))  # type: ignore[call-overload]
        cut.extend([text] if shown != text else [])
        return shown

    monkeypatch.setattr(QFontMetricsF, "elidedText", elided)
    effect = "the defender loses half of his strength and retreats, the attacker may advance"
    bars = ChanceBars()
    bars.show_results((Result("DR", 0.75, effect, 0.0, 0.0), Result("NE", 0.25, "", 0.0, 0.0)))
    heights = []
    for wide in (1200, 300, 160):
        bars.resize(wide, bars.heightForWidth(wide))
        bars.grab()
        heights.append(bars.height())
    assert not cut
    assert heights[0] < heights[1] < heights[2]
