"""How surely a chart's value is known, as a sign, a word and a colour."""

from __future__ import annotations

from html import escape

from engine.core.charts.schema import Path
from engine.core.charts.tables import Provenance
from engine.game.chartbook import ChartRow

EDITED = Provenance.EDITED.value
SIGNS = {
    "printed": ("●", "ok"),
    "derived": ("◐", "warning"),
    "reconstructed": ("○", "objection"),
    EDITED: ("◆", "accent"),
}
"""A sign and a colour for each provenance; the word is beside them."""


def badge(provenance: str, colours: dict[str, str]) -> str:
    """A badge as rich text; '' for what is no provenance."""
    if provenance not in SIGNS:
        return ""
    sign, tone = SIGNS[provenance]
    return f'<span style="color:{colours[tone]}">{sign} {escape(provenance)}</span>'


def plain_badge(provenance: str) -> str:
    """A badge as plain text; '' for what is no provenance."""
    return f"{SIGNS[provenance][0]} {provenance}" if provenance in SIGNS else ""


def known(row: ChartRow, inherited: str, edited: frozenset[Path]) -> str:
    """How surely a line is known: edited when one of its cells is."""
    if any(path in edited for path in row.paths if path is not None):
        return EDITED
    return row.provenance or inherited
