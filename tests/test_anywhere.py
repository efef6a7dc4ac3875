"""What is drawn and written is the same on every machine, whatever fonts, language and time zone.

Each environment is a process of its own: it paints, prints and writes, and says the digests of what
it made. Where the empty environment agrees with one that has other fonts, another language, another
encoding and another time zone, nothing of these has reached the work.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

WORK = """
import hashlib, json
from pathlib import Path
from click.testing import CliRunner
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QDoubleSpinBox, QLabel
from qtapp.app.app import application
from qtapp.cli import main

app = application()
SCRIPT = '{"is": "UseRecommended"}\\n{"is": "FinishSetUp"}\\n'
VERBS = (
    "play operation_gertrud/early_1941 --script script.jsonl -o game.sandtable --log log.md",
    "render game.sandtable -o game.png --hex 24",
    "render balkan_gambit -o part.png --region 1010..1520",
    "oob booklet balkan_gambit_1943 -o booklet.pdf",
    "oob format balkan_gambit_1943 -o units.csv",
    "sheets print balkan_gambit_1943 -o sheet.svg",
    "chartset export balkan_gambit -o charts.toml",
    "check balkan_gambit/1943",
)
Path("script.jsonl").write_text(SCRIPT)
found = {}
for words in VERBS:
    done = CliRunner().invoke(main, words.split())
    assert done.exit_code == 0, (words, done.output, done.exception)
    found[words] = done.output
for made in sorted(Path().iterdir()):
    if made.suffix in (".sandtable", ".pdf"):
        continue
    found[made.name] = hashlib.sha256(made.read_bytes()).hexdigest()

number = QDoubleSpinBox()
number.setDecimals(1)
number.setMaximum(99999)
number.setValue(1234.5)
found["number"] = number.text()
found["letters"] = QFontInfo(QLabel("Größe").font()).family()
print(json.dumps(found))
"""


def made_in(folder: Path, **environment: str) -> dict[str, object]:
    """Return what a process says that does the work in `folder` with these variables set.

    `-S` leaves the `site` module out: it cannot read the path of a tree in a folder with an umlaut
    where the encoding is ASCII, and no Python starts in such an environment.
    """
    folder.mkdir()
    (folder / "work.py").write_text(WORK, encoding="utf-8")
    environ = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("LC_", "LANG", "TZ", "FONT", "PYTHON"))
    }
    path = os.pathsep.join((str(ROOT), sysconfig.get_path("purelib")))
    environ |= {"PYTHONPATH": path, "PYTHONHASHSEED": "1", "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-S", "work.py"], cwd=folder, env=environ | environment,
        capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    folder = tmp_path_factory.mktemp("plain")
    return made_in(folder / "here", LC_ALL="C.UTF-8", TZ="UTC")


@pytest.mark.parametrize(
    "environment",
    [
        pytest.param(
            {"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8", "TZ": "Pacific/Chatham"},
            marks=pytest.mark.soak,
        ),
        {
            "LC_ALL": "C",
            "PYTHONUTF8": "0",
            "PYTHONCOERCECLOCALE": "0",
            "TZ": "America/St_Johns",
            "FONTS": "none",
        },
        pytest.param(
            {"LANG": "tr_TR.ISO-8859-9", "PYTHONUTF8": "0", "TZ": "Asia/Kathmandu"},
            marks=pytest.mark.soak,
        ),
    ],
    ids=lambda environment: environment.get("LC_ALL") or environment["LANG"],
)
def test_language_encoding_time_zone_and_fonts_reach_nothing(
    environment: dict[str, str], plain: dict[str, object], tmp_path: Path
) -> None:
    if environment.get("LC_ALL") == "C" and not sys.executable.isascii():
        pytest.skip("where the encoding is ASCII, Qt finds no plugins in a folder with an umlaut")
    if environment.get("FONTS") == "none":
        settings = tmp_path / "fonts.conf"
        settings.write_text(f"<fontconfig><cachedir>{tmp_path}</cachedir></fontconfig>")
        environment = {**environment, "FONTCONFIG_FILE": str(settings)}
    assert made_in(tmp_path / "elsewhere", **environment) == plain


def test_letters_are_of_the_font_that_is_shipped(plain: dict[str, object]) -> None:
    assert plain["letters"] == "DejaVu Sans"


def test_numbers_are_written_as_the_text_around_them(plain: dict[str, object]) -> None:
    assert plain["number"] == "1234.5"
