"""Every command and example that the README and the manual print runs as printed."""

from __future__ import annotations

import re
import shlex
import shutil
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

import bare
import click
import pytest
from click.testing import CliRunner

import engine.cli.benches
import engine.cli.playing
import maps.data
import oob.ledger.mix
import qtapp.app.app
import resources
from engine.cli.benches import Figure, Measure
from maps.formats import geodata
from oob.notation.errata import applied
from oob.notation.errata import loads as errata_of
from oob.notation.text.parser import parse
from qtapp.cli import main
from tests.examples import IS_SOAK
from tests.manual_inputs import MAKERS, fenced

ROOT = Path(__file__).parent.parent
PAGES = {page.id: page.text for page in resources.manual_pages()}
DOCUMENTS = {
    **PAGES,
    **{name: (ROOT / name).read_text("utf-8") for name in ("README.md", "CONTRIBUTING.md")},
}
OUTPUTS = ("-o", "--output", "--log")
LIKEWISE = ("text", "mix", "notation", "errata")
"""Blocks that are no commands; all but plain text have tests of their own below."""


@dataclass(frozen=True)
class Example:
    """A command of a document, what is printed below it, and the TOML block before it."""

    document: str
    words: str
    output: str
    before: str

    def __str__(self) -> str:
        return f"{self.document.partition('.')[0]}: {self.words[:60]}"


def examples(document: str, text: str) -> list[Example]:
    """Return the commands of a document's blocks; a block without any is the output of the last."""
    found: list[Example] = []
    before = ""
    for kind, block in re.findall(r"^```([a-z]*)\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        begins = re.match("sandtable |make |sudo ", block)
        if kind == "toml":
            before = block
        elif kind == "" and not begins and found:
            found[-1] = replace(found[-1], output=block)
        elif kind not in LIKEWISE:
            assert kind in ("", "sh"), f"{document} has a block of {kind}"
            for part in re.split(r"^(?=sandtable |make |sudo )", block, flags=re.MULTILINE):
                command, _, output = part.partition("\n")
                if command:
                    found.append(Example(document, command.partition("  #")[0], output, before))
    return found


def inline(document: str, text: str) -> list[Example]:
    """Return the commands with all their words that stand inside sentences."""
    plain = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    found = re.findall(r"`(sandtable [^`]+)`", plain)
    return [
        Example(document, words, "", "")
        for words in found
        if not re.search(r"\b[A-Z]{2,}\b", words) and not is_reference(words)
    ]


def is_reference(words: str) -> bool:
    """Tell whether only a verb is named, perhaps with an option: "`sandtable replay --verify`".

    The first lines of files (`sandtable notation 1`) look like commands and are none.
    """
    if words.split()[1] in LIKEWISE:
        return True
    command: click.Command | None = main
    rest = words.split()[1:]
    while rest and isinstance(command, click.Group) and not rest[0].startswith("--"):
        _, command, rest = command.resolve_command(click.Context(command), rest)
    assert command is not None, words
    known = {name for parameter in command.params for name in parameter.opts} | {"--help"}
    assert all(word in known for word in rest if word.startswith("--")), words
    return all(word.startswith("--") for word in rest)


ALL = [one for name, text in DOCUMENTS.items() for one in examples(name, text)]
SANDTABLE = list(
    {
        one.words: one
        for one in (*ALL, *(x for name, text in PAGES.items() for x in inline(name, text)))
        if one.words.startswith("sandtable ")
    }.values()
)
OTHERS = [one for one in ALL if not one.words.startswith("sandtable ")]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the inputs of examples are kept in, each made when first asked for."""
    return tmp_path_factory.mktemp("inputs")


def bring(name: str, made: Path, here: Path) -> None:
    """Copy an input, made if need be, with what was made beside it: inputs of one maker at once."""
    maker = MAKERS[name]
    kept = made / str(list(MAKERS.values()).index(maker))
    if not kept.exists():
        kept.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(kept)
            maker()
    shutil.copytree(kept, here, dirs_exist_ok=True)


def inputs(words: list[str]) -> list[str]:
    """Return the files that a command reads; a new project is no input."""
    written = {words[at + 1] for at, word in enumerate(words[:-1]) if word in OUTPUTS}
    if words[:1] == ["new"]:
        written.add(words[1])
    return [word for word in words if word in MAKERS and word not in written]


def quick(named: list[str]) -> dict[str, Measure]:
    """Return the quickest of the measures, taken once, under every name that may be asked for."""
    real = MEASURES()
    return {name: partial(measured, real["reach"]) for name in (real if named else ["reach"])}


@cache
def measured(measure: Measure) -> Figure:
    """Return what a measure found the first time."""
    return measure()


MEASURES = engine.cli.benches.measures
SIDES = engine.cli.playing._sides


class Leaving(frozenset[str]):
    """Sides whose automatic player leaves the table after some decisions: whole games by the
    command line are played in `tests/engine/test_cli.py`.
    """

    left = 60

    def __contains__(self, side: object) -> bool:
        self.left -= 1
        return self.left >= 0 and super().__contains__(side)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("example", SANDTABLE, ids=str)
def test_a_printed_command_runs(
    example: Example, made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = shlex.split(example.words)[1:]
    if words[:2] == ["import", "geodata"]:
        folder = geodata.data_folder()
        if folder is None:
            pytest.skip("the geography files are not here")
        (tmp_path / "geodata").symlink_to(folder)
        if not IS_SOAK:  # tests/maps/data makes them every day
            monkeypatch.setattr(geodata, "build", lambda *_sources: maps.data.load(words[2]))
    for name in inputs(words):
        bring(name, made, tmp_path)
    for at, word in enumerate(words[:-1]):
        if word in OUTPUTS:
            target = tmp_path / words[at + 1]
            shutil.rmtree(target) if target.is_dir() else target.unlink(missing_ok=True)
    if "puzzle.toml" in words:
        (tmp_path / "puzzle.toml").write_text(example.before, "utf-8")
    opened: list[object] = []
    monkeypatch.setattr(qtapp.app.app, "run", lambda *wanted: opened.append(wanted) or 0)
    if words[0] == "bench":
        monkeypatch.setattr(engine.cli.benches, "measures", lambda: quick(words[1:]))
    monkeypatch.setattr(engine.cli.playing, "_sides", lambda *of: Leaving(SIDES(*of)))
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert len(opened) == (words[0] == "open")
    for at, word in enumerate(words[:-1]):
        if word in OUTPUTS:
            assert (tmp_path / words[at + 1]).exists()
    if example.output:
        assert done.output.rstrip() == example.output.rstrip()


@pytest.mark.parametrize("example", OTHERS, ids=str)
def test_what_make_and_root_do_is_there(example: Example) -> None:
    """These are run whole by `packaging/bare.py`; here only their names are checked."""
    words = shlex.split(example.words)
    if words[0] == "make":
        assert f"\n{words[1]}:" in (ROOT / "Makefile").read_text()
    elif words[1].startswith("packaging/"):
        assert (ROOT / words[1]).is_file()
        assert bare.arguments(words[2:]).suite
    else:
        assert words[:3] == ["sudo", "apt-get", "install"]


def test_the_notation_and_the_errata_that_are_printed_fit_together() -> None:
    (notation,), (errata,) = (fenced("7-orders-of-battle", k) for k in ("notation", "errata"))
    reading = parse(notation)
    assert not reading.faults
    before = {id for item in reading.roster.items for id in item.ids}
    after = applied(reading.roster, errata_of(errata, "the manual"))
    assert "110" in before
    assert after != reading.roster


def test_the_counter_mix_that_is_printed_can_be_read() -> None:
    (text,) = fenced("7-orders-of-battle", "mix")
    mix = oob.ledger.mix.loads(text, "the manual")
    assert len(mix.limits) == 2


@pytest.mark.parametrize("document", sorted(DOCUMENTS))
def test_examples_are_not_indented(document: str) -> None:
    """What is copied must work: only output below a command may be set in."""
    for kind, block in re.findall(
        r"^```([a-z]*)\n(.*?)^```", DOCUMENTS[document], re.DOTALL | re.MULTILINE
    ):
        assert kind == "text" or not block.startswith(" "), block


def test_every_picture_of_the_manual_is_shown_and_can_be_painted_again() -> None:
    painters = "".join(
        path.read_text("utf-8")
        for path in (ROOT / "packaging").rglob("*.py")
        if "pictures" in str(path)
    )
    shown = "".join(PAGES.values())
    found = [path.name for path in (ROOT / "resources" / "manual").glob("*.png")]
    assert len(found) > 20
    assert not [name for name in found if name not in shown], "no page shows these"
    assert not [name for name in found if f'"{name}"' not in painters], "nothing paints these"
