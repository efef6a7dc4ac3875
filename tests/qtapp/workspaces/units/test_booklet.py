"""The booklet: everything is in it, in order, on pages that can be printed."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from maps.errors import KnownError
from oob.ledger import shipped
from oob.ledger.edits import corrections
from oob.ledger.edits.changes import apply
from oob.ledger.model import roster_of
from oob.notation.model import Kind
from qtapp.cli import main
from qtapp.workspaces.units.booklet import write_booklet
from qtapp.workspaces.units.booklet_text import CONTENTS, Style, body, preface

pytestmark = pytest.mark.usefixtures("qapp")


def pages_of(path: Path) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", path.read_bytes()))


@pytest.mark.parametrize("name", shipped.names())
def test_every_shipped_order_of_battle_becomes_a_booklet(tmp_path: Path, name: str) -> None:
    file = tmp_path / "b.pdf"
    pages = write_booklet(shipped.load(name), file)
    assert file.read_bytes().startswith(b"%PDF")
    assert pages_of(file) == pages >= 2


def test_every_unit_stands_in_it_under_its_army() -> None:
    ledger = shipped.load("fire_in_the_east")
    lines = list(body(ledger))
    entries = [line.text for line in lines if line.style is Style.ENTRY]
    ground = [item for item in roster_of(ledger).items if item.kind is Kind.GROUND]
    assert all(any(name in text for text in entries) for item in ground for name in item.ids)
    at = next(n for n, line in enumerate(lines) if line.text == "18th Army")
    assert lines[at].style is Style.FORCE
    assert [line.text for line in lines[at + 1 : at + 3]] == [
        "German-Soviet border 1B/2224..1B/2424, depth 5",
        "5×8-6 Infantry XX 1, 11, 21, 58, 61",
    ]
    headings = [line.text for line in lines if line.style in CONTENTS]
    assert headings[:3] == ["Axis", "Initial forces, Jun II 41", "ARMY GROUP NORTH"]
    assert headings.count("Jul I 41") == 2, "both sides have that turn"


def test_deeds_stand_before_what_they_are_about() -> None:
    lines = list(body(shipped.load("fire_in_the_east")))
    deeds = [line.text for line in lines if line.style is Style.DEED]
    assert {"Withdraw:", "Convert:", "To:"} <= set(deeds)
    at = next(n for n, line in enumerate(lines) if line.text == "Convert:")
    assert lines[at + 1].style is Style.ENTRY
    assert any(line.text == "To:" for line in lines[at : at + 6])


def test_counters_are_named_for_people() -> None:
    lines = list(body(shipped.load("balkan_gambit_1943")))
    texts = [line.text for line in lines]
    assert "Allied" in texts and "Med box" in texts and "British" in texts
    assert not any("#" in line.text for line in lines if line.style is Style.ENTRY)
    assert any("VP)" in line.text for line in lines), "prices of optional units"


def test_the_first_page_says_how_sure_it_is() -> None:
    texts = [line.text for line in preface(shipped.load("balkan_front"))]
    assert texts[0] == "Balkan Front, Nov I 40 to Aug II 41"
    assert texts[1].startswith("Reconstructed:")
    ledger = shipped.load("fire_in_the_east")
    apply(ledger, corrections.lay(ledger, "axis-1"))
    assert "With 1 correction laid over it." in [line.text for line in preface(ledger)]


def test_paper_and_place_are_checked(tmp_path: Path) -> None:
    ledger = shipped.load("balkan_front_crete")
    a4, letter = tmp_path / "a4.pdf", tmp_path / "letter.pdf"
    write_booklet(ledger, a4)
    write_booklet(ledger, letter, "Letter")
    boxes = [re.search(rb"/MediaBox \[([^\]]+)\]", file.read_bytes()) for file in (a4, letter)]
    sizes = [tuple(map(float, box[1].split()))[2:] for box in boxes if box]
    assert [(round(w), round(h)) for w, h in sizes] == [(595, 842), (612, 792)]
    with pytest.raises(KnownError, match="no such paper"):
        write_booklet(ledger, tmp_path / "x.pdf", "A3")
    with pytest.raises(KnownError):
        write_booklet(ledger, tmp_path / "none" / "x.pdf")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a4.pdf", "letter.pdf"]


def test_nothing_is_cut_off_between_columns(tmp_path: Path) -> None:
    """Each line of the text is painted once: as many as the text has."""
    ledger = shipped.load("balkan_front_crete")
    file = tmp_path / "b.pdf"
    write_booklet(ledger, file)
    streams = re.findall(rb"stream\r?\n(.*?)endstream", file.read_bytes(), re.DOTALL)
    shown = 0
    for stream in streams:
        try:
            shown += zlib.decompress(stream).count(b" Tj") + zlib.decompress(stream).count(b"TJ")
        except zlib.error:
            continue
    assert shown > len(list(body(ledger)))


def test_the_command_line_writes_it(tmp_path: Path) -> None:
    file = tmp_path / "b.pdf"
    result = CliRunner().invoke(
        main, ["oob", "booklet", "fire_in_the_east", "--errata", "-o", str(file)]
    )
    assert result.exit_code == 0, result.output
    assert result.output == f"Wrote {file}: {pages_of(file)} pages.\n"
    wrong = CliRunner().invoke(
        main, ["oob", "booklet", "balkan_front", "--errata", "-o", str(file)]
    )
    assert wrong.exit_code == 2
    assert "no errata" in wrong.output
