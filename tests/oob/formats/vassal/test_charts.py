"""Charts of modules that are pictures: found, and written so that they are found again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from oob.formats.vassal.charts import ChartFile, ModuleChart, add_charts, charts_of, pages_of
from oob.formats.vassal.inventory import (
    add_inventories,
    kept_inventories,
    told,
    words_listed,
    words_of,
)
from oob.formats.vassal.pieces import piece_of

W = "VASSAL.build.widget."
BUILD = f"""<VASSAL.build.GameModule>
<VASSAL.build.module.ChartWindow name="Charts" text="">
<{W}TabWidget entryName=""><{W}ListWidget entryName="Battle">
<{W}Chart chartName=" CRT " description="Damage Table" fileName="crt.jpg"/>
<{W}Chart chartName="" fileName="tec.png"/>
</{W}ListWidget>
<{W}Chart chartName="Sequence" fileName="sop.jpg"/><{W}Chart chartName="None"/>
<{W}HtmlChart chartName="Page" fileName="p.html"/></{W}TabWidget>
</VASSAL.build.module.ChartWindow>
<VASSAL.build.module.ChartWindow name="Player aids">
<{W}Chart chartName="Alone" fileName="a.jpg"/></VASSAL.build.module.ChartWindow>
<VASSAL.build.module.Map mapName="Main"><{W}Chart chartName="On a map" fileName="m.jpg"/>
</VASSAL.build.module.Map>
<VASSAL.build.module.Inventory name="OOB" groupBy="Side,CurrentMap,Army" include="{{x}}"
 nonLeafFormat="$PropertyValue$" leafFormat="$PieceName$ $Strength$"/>
</VASSAL.build.GameModule>"""


def test_charts_are_found_with_their_folders() -> None:
    root = etree.fromstring(BUILD)
    assert charts_of(root) == (
        ModuleChart("CRT", "Charts / Battle", "Damage Table", "crt.jpg"),
        ModuleChart("tec.png", "Charts / Battle", "", "tec.png"),
        ModuleChart("Sequence", "Charts", "", "sop.jpg"),
        ModuleChart("Alone", "", "", "a.jpg"),
    )
    assert pages_of(root) == 1


words = st.text("abc é&<", min_size=1, max_size=5).map(str.strip).filter(bool)
folders = st.lists(words, max_size=3).map(
    lambda way: " / ".join(one for at, one in enumerate(way) if not at or one != way[at - 1])
)


@given(st.lists(st.tuples(words, folders, words), max_size=6))
def test_what_is_written_is_found_again(rows: list[tuple[str, str, str]]) -> None:
    """Folders keep their charts and the order of these; those of one window come together."""
    root = etree.Element("VASSAL.build.GameModule")
    files = [
        ChartFile(name, folder, note, f"{at}.png", b"")
        for at, (name, folder, note) in enumerate(rows)
    ]
    add_charts(root, files)
    found = charts_of(etree.fromstring(etree.tostring(root)))
    tidy = [(" ".join(one.name.split()), " ".join(one.folder.split())) for one in files]
    wanted = {(name, folder, one.note, one.file)
              for (name, folder), one in zip(tidy, files, strict=True)}  # fmt: skip
    assert {(one.name, one.folder, one.note, one.file) for one in found} == wanted
    windows = [one.folder.split(" / ")[0] for one in files]
    if len(set(windows)) < 2:
        assert [one.file for one in found] == [one.file for one in files]


PIECE = (
    "+/null/mark;Side,Army\tPROP;Steps;;;\\\tlabel;;;\\\\\tpiece;;;a.png;Guard/"
    "Red,1st Army\t4\\\tIII\\\\\tnull;0;0;1;0"
)


def test_the_words_of_a_piece_and_of_inventories_are_kept() -> None:
    root = etree.fromstring(BUILD)
    piece = piece_of(PIECE, "it")
    assert words_of(piece) == "Side: Red; Army: 1st Army; Steps: 4; III"
    assert words_listed(root) == ("Side", "Army", "PropertyValue", "Strength")
    said = told(root, [piece, piece_of("+/null/piece;;;a.png;X/null;0;0;1;0", "it")])
    assert said.startswith("Words of 1 piece,") and "by Side, Army" in said
    notes = kept_inventories(root)
    again = etree.Element("VASSAL.build.GameModule")
    assert add_inventories(again, notes) and not add_inventories(again, {})
    (one,) = again.iter("VASSAL.build.module.Inventory")
    (own,) = root.iter("VASSAL.build.module.Inventory")
    assert dict(one.attrib) == dict(own.attrib)


def test_a_very_long_text_is_cut() -> None:
    piece = piece_of(f"+/null/mark;A\tpiece;;;a.png;X/{'b' * 5000}\tnull;0;0;1;0", "it")
    assert len(words_of(piece)) == 600
