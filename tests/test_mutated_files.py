"""A campaign of faults: damaged files of every kind that is read end in a value or a sentence."""

from __future__ import annotations

import os
import random
import re
import time
import traceback
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import maps.data
import maps.formats.text
from engine.cli import asking
from engine.editing.chart_session import imported, shipped
from engine.game.ask import answers
from engine.game.ask.reading import read_file
from engine.game.ask.table import Table, lay_out
from engine.game.session import GameSession
from maps.digitise import asked, pages, scans
from maps.errors import KnownError
from maps.files.reading import LARGEST_TOML, json_of, read_text
from maps.formats.geodata.tables import load_toml
from oob.formats import notation_files, text
from oob.ledger import files as ledgers
from oob.ledger import mix
from oob.notation import errata
from oob.sheets.asked import read_confirmed
from oob.sheets.folders import read_cut
from tests.foreign_kinds import FOREIGN

ROOT = Path(__file__).parent.parent
LONGEST = 10.0
"""Seconds that one file may take."""

MADE = (".cut", ".vmod", "saves", "a.vlog")
"""What tests make of a damaged file to have it read, by their name or its ending."""

TOKENS = (
    b"\0", b"\xff\xfe", b"\xc3", b"9" * 5000, b"-1", b"1e999", b"NaN", b"\xc2\xb2", b"[" * 3000,
    b"{", b'"', b"'", b"\\u0000", b"\n\n", b"=", b"0x" + b"f" * 4000, b"\xe2\x80\xae", b"<b>",
    b"a" * 70_000, b",", b"//", b"../../etc/passwd", b"\r", b"true", b"null", b"2147483648",
)  # fmt: skip


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The bytes with one to four things done to them that happen, or that somebody does."""
    made = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4))):
        at = chance.randrange(len(made) + 1)
        end = min(len(made), at + chance.choice((1, 4, 40, 400)))
        match chance.randrange(8):
            case 0:
                made[at:at] = chance.choice(TOKENS)
            case 1:
                del made[at:end]
            case 2 if at < len(made):
                made[at] ^= 1 << chance.randrange(8)
            case 3:
                made[at:at] = made[at:end] * chance.choice((1, 2, 30))
            case 4:
                del made[at:]
            case 5:
                made[at:end] = bytes(chance.randrange(256) for _ in range(end - at))
            case 6:
                found = list(re.finditer(rb"-?\d+(?:\.\d+)?", bytes(made)))
                if found:
                    number = chance.choice(found)
                    made[number.start() : number.end()] = chance.choice(TOKENS)
            case _:
                lines = bytes(made).split(b"\n")
                chance.shuffle(lines)
                made = bytearray(b"\n".join(lines))
        if not made:
            made = bytearray(b"\0")
    return bytes(made)


def picture(kind: str) -> bytes:
    rng = np.random.default_rng(5)
    out = BytesIO()
    pixels = rng.integers(0, 256, (60, 80, 3)).astype(np.uint8)
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.fromarray(pixels).save(out, kind, exif=exif)
    return out.getvalue()


@cache
def game() -> GameSession:
    return GameSession.start("balkan_gambit/1943")


def order(ending: str) -> bytes:
    """A shipped order of battle in the form of an ending."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"order{ending}"
        ledgers.LEDGERS.write(ledgers.named("balkan_front_crete"), path)
        return path.read_bytes()


def cut_folder(path: Path) -> object:
    """The report of a cut sheet, beside one counter."""
    folder = path.with_suffix(".cut")
    folder.mkdir(exist_ok=True)
    (folder / "sheet.json").write_bytes(path.read_bytes())
    Image.new("RGB", (8, 8)).save(folder / "r01c01.png")
    return read_cut(folder)


def script(path: Path) -> object:
    for line in read_text(path).split("\n"):
        if line.strip():
            return game().from_script(json_of(line, str(path)), str(path))
    return None


@cache
def table() -> Table:
    return lay_out("operation_gertrud/late_1941")


def asked_of(path: Path) -> object:
    """What may be done is asked action by action."""
    return [answers.check(table(), one) for one in asking.read_lines(str(path))]


def lattice() -> bytes:
    centres = ",".join(f'"{c:02}{r:02}": [{c * 30}, {r * 34 + c % 2 * 17}]' for c in range(1, 5)
                       for r in range(1, 5))  # fmt: skip
    grid = (
        '"grid": {"labels": "CCRR", "orientation": "flat", "cols": 4, "rows": 4, "parity": "odd"}'
    )
    return f'{{{grid}, "centres": {{{centres}}}}}'.encode()


REPORT = b"""{"rows": 1, "cols": 1, "turned": 0.5, "counters":
[{"row": 1, "col": 1, "box": [1.0, 2.0, 9.5, 9.0], "file": "r01c01.png"}]}"""
POINTS = b'[{"label": "0101", "xy": [12.5, 88.0]}, {"label": "0402", "xy": [120.5, 8.0]}]'

POSITION = b"""scenario = "operation_gertrud/late_1941"
title = "A trial"
turn = 2
side = "german"
phase = "movement"
only = true
[options]
[units]
german-132 = "2708"
german-kommando = { at = "2611", reduced = true, marks = [] }
[points]
german = 3
"""
ACTIONS = b"""{"is": "Move", "unit": "german-kommando", "target": "2612"}
# and then
{"is": "EndPhase"}
"""

Kind = tuple[Callable[[], bytes], Callable[[Path], object]]
KINDS: dict[str, Kind] = {
    "map": (
        lambda: maps.formats.text.dumps(maps.data.load("balkan_gambit")).encode()[:60_000],
        maps.formats.text.load,
    ),
    "oob": (lambda: order(".oob"), ledgers.load),
    "notation": (lambda: order(".notation"), ledgers.load),
    "csv": (lambda: order(".csv"), ledgers.load),
    "xlsx": (lambda: order(".xlsx"), ledgers.load),
    "errata": (
        lambda: (ROOT / "oob/data/fire_in_the_east.errata").read_bytes(),
        lambda path: errata.loads(read_text(path), path.name),
    ),
    "mix": (
        lambda: (ROOT / "oob/data/fire_in_the_east.mix").read_bytes(),
        lambda path: mix.loads(read_text(path), path.name),
    ),
    "png": (lambda: picture("PNG"), scans.load),
    "jpg": (lambda: picture("JPEG"), scans.load),
    "tif": (lambda: picture("TIFF"), scans.load),
    "points.json": (lambda: POINTS, asked.read_points),
    "exemplars.json": (lambda: b'{"rough": ["0101", "0203"], "clear": []}', asked.read_exemplars),
    "pairs.json": (lambda: b'[["0101", "0102"], ["0203", "0204"]]', asked.read_pairs),
    "calibration.json": (lattice, asked.read_lattice),
    "confirmed.json": (lambda: b'{"r01c01": "8-6", "r01c02.png": "3-4-6"}', read_confirmed),
    "cut.json": (lambda: REPORT, cut_folder),
    "script.jsonl": (
        lambda: b'{"is": "EndPhase"}\n{"is": "Move", "unit": "7-ss", "target": "1717"}\n',
        script,
    ),
    "position.toml": (
        lambda: POSITION,
        lambda path: lay_out("operation_gertrud/late_1941", read_file(path)),
    ),
    "actions.jsonl": (lambda: ACTIONS, asked_of),
    "charts.toml": (
        lambda: shipped("operation_gertrud").text().encode(),
        lambda path: imported(read_text(path, LARGEST_TOML), path.name, "operation_gertrud"),
    ),
    "recipe.toml": (
        lambda: (ROOT / "maps/data/balkan_gambit.recipe.toml").read_bytes(),
        load_toml,
    ),
    "counters.oob": (
        lambda: (ROOT / "oob/data/balkan_gambit_1945.oob").read_bytes()[:20_000],
        text.load,
    ),
    "order.notation": (
        lambda: (ROOT / "oob/data/balkan_gambit_1945.notation").read_bytes()[:9_000],
        notation_files.read,
    ),
    **FOREIGN,
}


def tried(kind: str, count: int, folder: Path) -> Iterator[str]:
    """What went wrong with so many damaged files of a kind: tracebacks, hangs and writes."""
    make, read = KINDS[kind]
    good = make()
    for seed in range(count):
        path = folder / f"{seed % 7}.{kind}"
        data = mutated(good, random.Random(f"{kind} {seed}"))
        path.write_bytes(data)
        names = {item.name for item in folder.iterdir()} | {
            *MADE,
            *(path.stem + end for end in MADE),
        }
        start = time.thread_time()
        try:
            read(path)
        except KnownError:
            pass
        except Exception:
            yield f"{kind} {seed}: {traceback.format_exc(limit=-3)}"
        if time.thread_time() - start > LONGEST:
            yield f"{kind} {seed}: took longer than {LONGEST:g} seconds"
        if path.read_bytes() != data or not {item.name for item in folder.iterdir()} <= names:
            yield f"{kind} {seed}: something was written"


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_sound_is_read(kind: str, tmp_path: Path) -> None:
    make, read = KINDS[kind]
    path = tmp_path / f"a.{kind}"
    path.write_bytes(make())
    if kind not in ("map", "counters.oob", "script.jsonl", "order.notation"):  # cut short, or bare
        read(path)


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_files_end_in_a_sentence(kind: str, tmp_path: Path) -> None:
    assert list(tried(kind, 25, tmp_path)) == []


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_thousands_of_damaged_files_end_in_a_sentence(kind: str, tmp_path: Path) -> None:
    assert list(tried(kind, 400, tmp_path)) == []


def page() -> bytes:
    out = BytesIO()
    Image.fromarray(np.full((72, 72, 3), 90, np.uint8)).save(out, "PDF", resolution=72)
    return out.getvalue()


def painted(count: int, folder: Path) -> Iterator[str]:
    for seed in range(count):
        path = folder / "a.pdf"
        data = mutated(page(), random.Random(f"pdf {seed}"))
        path.write_bytes(data)
        start = _spent()
        try:
            pages.load(path, 1, 72)
        except KnownError:
            pass
        except Exception:
            yield f"pdf {seed}: {traceback.format_exc(limit=-3)}"
        if _spent() - start > LONGEST:
            yield f"pdf {seed}: took longer than {LONGEST:g} seconds"
        if path.read_bytes() != data or [item.name for item in folder.iterdir()] != ["a.pdf"]:
            yield f"pdf {seed}: something was written"


def _spent() -> float:
    """Seconds of computing of this process and of those it has made and waited for."""
    return sum(os.times()[:4])


def test_damaged_pages_end_in_a_sentence(tmp_path: Path) -> None:
    assert list(painted(3, tmp_path)) == []


@pytest.mark.soak
def test_hundreds_of_damaged_pages_end_in_a_sentence(tmp_path: Path) -> None:
    assert list(painted(200, tmp_path)) == []
