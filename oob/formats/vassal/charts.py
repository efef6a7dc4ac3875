"""Charts of a module that are pictures: where they are listed, and writing such lists.

VASSAL lists them in windows (``ChartWindow``), in tabs, lists and panels inside each other. A
chart's folder is the way to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from lxml import etree

from maps.digitise.unpacking import sound_picture
from maps.errors import KnownError
from maps.files.pictures import MOST_BYTES, Picture
from maps.formats.vassal.archive import Archive
from maps.formats.xmlfiles import name_of, shown

WINDOW = "VASSAL.build.module.ChartWindow"
CHART, PAGE = "VASSAL.build.widget.Chart", "VASSAL.build.widget.HtmlChart"
_LIST = "VASSAL.build.widget.ListWidget"
_TABS = "VASSAL.build.widget.TabWidget"
BETWEEN = " / "
PLAIN = "Player aids"
"""The window of charts that are in no folder."""
MOST = 400
"""Charts that come in of one module."""
MOST_OF_ALL = 300_000_000
"""Bytes of all of them."""


@dataclass(frozen=True, slots=True)
class ModuleChart:
    """A chart of a module: its name, its folder, what is said of it, the file of its picture."""

    name: str
    folder: str
    note: str
    file: str


def charts_of(root: etree._Element) -> tuple[ModuleChart, ...]:
    """The charts of a module that are pictures, in its order; at most 400."""
    found: list[ModuleChart] = []
    for element in root.iter(CHART):
        folder = _folder(element)
        if folder is None:
            continue
        file = element.get("fileName", "")
        name = " ".join(element.get("chartName", "").split()) or file
        if file and len(found) < MOST:
            note = element.get("description", "").strip()
            found.append(ModuleChart(name[:200], folder, note[:2_000], file))
    return tuple(found)


def pages_of(root: etree._Element) -> int:
    """How many charts of a module are web pages."""
    return sum(1 for element in root.iter(PAGE) if _folder(element) is not None)


def _folder(element: etree._Element) -> str | None:
    """The way to a chart; None for one that is in no window of charts, but on a map."""
    names: list[str] = []
    for above in element.iterancestors():
        name = " ".join((above.get("entryName") or above.get("name") or "").split())
        if name_of(above) == WINDOW:
            names.append(name)
            way = [one for one in reversed(names) if one]
            tidy = [one for at, one in enumerate(way) if at == 0 or one != way[at - 1]]
            folder = BETWEEN.join(tidy)[:200].strip()
            return "" if folder == PLAIN else folder
        names.append(name)
    return None


def chart_picture(archive: Archive, file: str) -> Picture | None:
    """The picture of a chart; None for one that is missing, broken, too large, or drawn (SVG)."""
    for held in (f"images/{file}", f"images/{file}.gif", file):
        if archive.has(held):
            try:
                data = archive.read(held, MOST_BYTES)
                return sound_picture(data, f"{archive.name}, {held}")
            except KnownError:
                return None
    return None


@dataclass(frozen=True, slots=True)
class ChartFile:
    """A chart that goes into a module: its name, folder and note, its file there and its bytes."""

    name: str
    folder: str
    note: str
    file: str
    data: bytes


def add_charts(root: etree._Element, charts: Sequence[ChartFile]) -> None:
    """List charts in windows of a module: one for each first word of a folder."""
    for window in dict.fromkeys(_way(chart)[0] for chart in charts):
        of = etree.SubElement(
            root, WINDOW, name=shown(window), text=shown(window), tooltip=shown(window),
            hotkey="", icon="",
        )  # fmt: skip
        own = [chart for chart in charts if _way(chart)[0] == window]
        holder = etree.SubElement(of, _TABS, entryName="")
        runs: list[tuple[tuple[str, ...], list[ChartFile]]] = []
        for chart in own:
            if not runs or runs[-1][0] != _way(chart):
                runs.append((_way(chart), []))
            runs[-1][1].append(chart)
        for way, held in runs:
            inner = holder
            for name in way[1:]:
                inner = etree.SubElement(inner, _TABS, entryName=shown(name))
            add = partial(etree.SubElement, etree.SubElement(inner, _LIST, entryName=""), CHART)
            for chart in held:
                add(
                    chartName=shown(chart.name), fileName=chart.file,
                    description=shown(chart.note),
                )  # fmt: skip


def _way(chart: ChartFile) -> tuple[str, ...]:
    return tuple(one for one in chart.folder.split(BETWEEN) if one) or (PLAIN,)
