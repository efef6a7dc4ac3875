"""The About box and the README name everybody whose data is on the boards."""

from __future__ import annotations

from pathlib import Path

import pytest

from qtapp.credits import OURS

README = Path(__file__).resolve().parents[2] / "README.md"


@pytest.mark.parametrize(
    "owed", ["Natural Earth", "GeoNames", "geonames.org", "CC BY 4.0", "SRTM30", "DejaVu"]
)
def test_a_source_is_named_in_both(owed: str) -> None:
    assert owed in " ".join(OURS)
    assert owed in README.read_text(encoding="utf-8")
