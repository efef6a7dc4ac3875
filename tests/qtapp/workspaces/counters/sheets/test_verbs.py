"""``sandtable sheets`` from cut to print, with what goes wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from qtapp.cli import main
from qtapp.painters.counters.counters import face_in
from tests.qtapp.workspaces.counters.sheets.maker import Damage, Print, army, scan

pytestmark = pytest.mark.usefixtures("qapp")


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["sheets", *map(str, words)])


@pytest.fixture(scope="module")
def scans(tmp_path_factory: pytest.TempPathFactory, qapp: object) -> Path:
    folder = tmp_path_factory.mktemp("scans")
    order, units = army(15, "balkan_front")
    for name in ("front", "back"):
        made = scan(order, units, Print(5, 3), Damage(150, turn=0.8, jpeg=80), name == "back")
        Image.fromarray(made.picture).save(folder / f"{name}.png")
    texts = {
        f"r{at // 5 + 1:02}c{at % 5 + 1:02}": face_in(order, unit).ratings
        for at, unit in enumerate(units)
    }
    (folder / "truth.json").write_text(json.dumps(texts))
    return folder


def test_a_sheet_is_cut_paired_and_read(scans: Path, tmp_path: Path) -> None:
    for name in ("front", "back"):
        done = run("cut", scans / f"{name}.png", "-o", tmp_path / name, "--json")
        assert done.exit_code == 0, done.output
        report = json.loads(done.output)
        assert (report["rows"], report["cols"], len(report["counters"])) == (3, 5, 15)
        assert (tmp_path / name / report["counters"][0]["file"]).is_file()
    done = run("pair", tmp_path / "front", tmp_path / "back", "-o", tmp_path / "p.json", "--json")
    pairs = json.loads(done.output)
    assert json.loads((tmp_path / "p.json").read_text()) == pairs
    assert {"front": "r01c01.png", "back": "r01c05.png"}.items() <= next(
        one for one in pairs["pairs"] if one["front"] == "r01c01.png"
    ).items()
    truth = json.loads((scans / "truth.json").read_text())
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps({"r01c01.png": truth["r01c01"]}))
    words = ("--confirmed", mine, "--order", "balkan_front", "-o", tmp_path / "r.json", "--json")
    done = run("read", tmp_path / "front", *words)
    assert done.exit_code == 0, done.output
    read = json.loads(done.output)
    right = [one for one in read["counters"] if one["ratings"] == truth[one["file"][:-4]]]
    assert len(right) >= 14
    sure = [one["confidence"] for one in read["counters"]]
    assert sure == sorted(sure)
    assert [one["file"] for one in read["counters"] if one["confirmed"]] == ["r01c01.png"]
    assert all(one["unit"] for one in read["counters"]) and read["ask"]


def test_readings_are_told_in_words_too(scans: Path, tmp_path: Path) -> None:
    run("cut", scans / "front.png", "-o", tmp_path / "f")
    told = run("read", tmp_path / "f", "--ask", "3").output
    assert "r01c01.png" in told and "Confirm these next" in told


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("cut", __file__, "-o", "x"), "not a PNG, JPEG or TIFF"),
        (("cut", "missing.png", "-o", "x"), "no such picture"),
        (("read", "nowhere"), "holds no cut sheet"),
        (("pair", "nowhere", "nowhere", "-o", "p.json"), "holds no cut sheet"),
        (("print", "balkan_frnt", "-o", "x.pdf"), "balkan_front"),
        (("print", "balkan_front", "-o", "x.doc"), "no kind of sheet"),
        (("print", "balkan_front", "-o", "x.pdf", "--size", "wide"), "no length"),
        (("print", "balkan_front", "-o", "x.pdf", "--size", "200mm"), "5 to 80"),
        (("print", "balkan_front", "-o", "x.pdf", "--paper", "A99"), "is not known"),
        (("print", "balkan_front", "-o", "x.pdf", "--nation", "grek"), "greek"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    words: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*words)
    assert done.exit_code == 2 and sentence in done.output
    assert not list(tmp_path.iterdir())


def test_sheets_are_printed_in_every_kind(tmp_path: Path) -> None:
    for ending in ("pdf", "svg", "png"):
        target = tmp_path / f"greek.{ending}"
        done = run(
            "print", "balkan_front", "-o", target, "--nation", "greek", "--dpi", "60", "--json"
        )
        assert done.exit_code == 0, done.output
        told = json.loads(done.output)
        assert told["pages"] == 2 * told["sheets"]
        assert all(Path(file).stat().st_size > 2000 for file in told["files"])
        assert len(told["files"]) == (1 if ending == "pdf" else told["pages"])
