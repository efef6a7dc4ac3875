"""The layer below Europa's titles, and the rules library, know no nation and no place of a title:
these stand in charts.
"""

from __future__ import annotations

import re
from pathlib import Path

from engine.systems import SYSTEMS
from engine.systems.europa.charts.shared_charts import SharedCharts
from tests.engine.systems.europa.frontier import charts_of

ENGINE = Path(__file__).parents[4] / "engine"
MODULES = sorted(
    (*(ENGINE / "systems" / "europa").rglob("*.py"), *(ENGINE / "rules").rglob("*.py"))
)
MONTH = re.compile(r"\b(?:January|November) 19\d\d\b|\b19[34]\d\b")


def names() -> frozenset[str]:
    """Countries, nations, boxes and areas as the titles' charts have them, in small letters."""
    found: set[str] = set()
    for title in ("balkan_front", "boot_camp"):
        charts = charts_of(title)
        areas = [row.id for row in charts.areas.rows if " " not in row.id]
        for land, nation in charts.areas.holders.items():
            found |= {land, nation}
        for box in charts.theatre.boxes:
            found |= {box.id, box.name}
        found.update(areas, (row.id for row in charts.theatre.triggers))
        found.update(charts.mobilization.eager, charts.mobilization.reluctant)
        found.add(title)
    return frozenset(name.lower() for name in found)


def test_there_are_names_to_look_for() -> None:
    assert {"italian", "greece", "rhodes", "middle east", "serbia", "crete"} <= names()


def test_no_module_names_them() -> None:
    named = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(names())))})\b")
    found = {}
    for module in MODULES:
        text = module.read_text("utf-8")
        if names_in := {*named.findall(text.lower()), *MONTH.findall(text)}:
            found[str(module.relative_to(ENGINE))] = names_in
    assert not found


def test_titles_share_the_layer() -> None:
    for title in ("balkan_front", "boot_camp"):
        assert issubclass(SYSTEMS[title].chart_type(), SharedCharts)
