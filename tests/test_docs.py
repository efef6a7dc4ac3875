"""What can be typed is written down."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest

import resources
from qtapp.cli import main
from resources.reading import sections

ROOT = Path(__file__).parent.parent


def verbs(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Return (words as typed, command) of every verb that does something."""
    context = click.Context(group)
    for name in sorted(group.list_commands(context)):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from verbs(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


VERBS = dict(verbs(main))


def section(verb: str) -> str:
    """Return what the manual's page on the command line says under the heading of `verb`."""
    (page,) = [p for p in resources.manual_pages() if p.title == "The command line"]
    parts = re.split(r"^##+ ", page.text, flags=re.MULTILINE)
    return next((part for part in parts if part.split("\n")[0].strip("` ") == verb), "")


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_every_verb_is_in_the_manual_with_all_its_options(verb: str) -> None:
    text = section(verb)
    assert f"sandtable {verb}" in text
    for parameter in VERBS[verb].params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            longest = max(parameter.opts, key=len)
            assert longest == "--help" or longest in text, longest


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_every_verb_helps(verb: str) -> None:
    assert VERBS[verb].help


def test_the_manual_names_no_verb_that_is_not() -> None:
    for page in resources.manual_pages():
        shown = re.sub(r"```[a-z]+\n.*?```", "", page.text, flags=re.DOTALL)
        for line in re.findall(r"^sandtable ([a-z][a-z ]*)", shown, re.MULTILINE):
            words = line.split()
            assert any(" ".join(words[:n]) in VERBS for n in range(1, len(words) + 1)), line


def test_every_make_target_is_explained() -> None:
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)
    written = "".join((ROOT / name).read_text() for name in ("README.md", "CONTRIBUTING.md"))
    for target in targets:
        assert f"make {target}" in written or target == "help", target


def test_the_readme_names_the_sources_of_the_map() -> None:
    text = (ROOT / "README.md").read_text()
    for credit in ("Natural Earth", "GeoNames, geonames.org", "CC BY 4.0", "GTOPO30"):
        assert credit in text
    assert "<!-- bench -->" in text


def test_links_between_documents_lead_somewhere() -> None:
    for document in ROOT.glob("*.md"):
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text()):
            assert "://" in target or (ROOT / target).exists(), f"{document.name}: {target}"


def test_links_into_a_page_lead_to_a_heading() -> None:
    pages = resources.manual_pages()
    anchors = {f"{page.id}.md": {found.slug for found in sections(page)} for page in pages}
    for page in pages:
        own = f"{page.id}.md"
        for name, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", page.text):
            assert anchor in anchors[name or own], f"{page.id}: {name}#{anchor}"


def test_the_readme_and_the_index_name_every_page() -> None:
    readme = (ROOT / "README.md").read_text()
    (index,) = [page for page in resources.manual_pages() if page.id == "99-index"]
    for page in resources.manual_pages():
        assert f"manual/{page.id}.md" in readme, page.id
        assert page.id == index.id or f"]({page.id}.md" in index.text, page.id


def test_terms_of_the_glossary_are_sorted_and_its_hard_words_are_linked() -> None:
    pages = resources.manual_pages()
    (glossary,) = [page for page in pages if page.id == "98-glossary"]
    terms = [found for found in sections(glossary) if found.heading != glossary.title]
    names = [term.heading.casefold() for term in terms]
    assert names == sorted(set(names))
    assert all(term.text for term in terms)
    others = "".join(page.text for page in pages if page.id not in ("98-glossary", "99-index"))
    for word in (
        "axial", "cadre", "cas", "digest", "ngs", "parity", "pitch", "regimental-equivalent", "tac",
        "zone-of-control",
    ):  # fmt: skip
        assert f"](98-glossary.md#{word})" in others, word


def test_every_room_is_in_the_architecture() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    for room in ("maps", "oob", "engine", "qtapp", "resources"):
        for folder in (ROOT / room).iterdir():
            if (folder / "__init__.py").exists():
                assert f"{folder.name}/" in text, folder


def test_the_ways_through_the_house_lead_along_functions_that_are_there() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    named = re.findall(r"`((?:maps|oob|engine|qtapp)[\w.]*):([\w.]+)`", text)
    assert len(named) >= 30
    for module, path in named:
        found: object = import_module(module)
        for name in path.split("."):
            assert hasattr(found, name), f"{module}:{path}"
            found = getattr(found, name)


def test_tables_of_where_things_are_name_what_is_there() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    table = text.partition("| wanted | where |")[2].partition("\n\n")[0]
    rows = [line.split("|")[2] for line in table.splitlines() if line]
    seen = 0
    for row in rows:
        words = [word for word in re.findall(r"`([^`]+)`", row) if "[" not in word]
        roots = [found for word in words if "/" in word for found in places_of(word)]
        for word in words:
            seen += 1
            assert places_of(word) if "/" in word else is_named(word, roots), (word, row)
    assert seen >= 90


def places_of(word: str) -> list[Path]:
    """The folders and modules of the engine that a path of ARCHITECTURE means."""
    engine, name = ROOT / "engine", word.rstrip("/")
    tops = (
        engine,
        engine / "systems",
        *(engine / "systems").glob("*/"),
        *engine.glob("systems/europa/*/"),
    )
    spots = [top / f"{name}{ending}" for top in tops for ending in ("", ".py")]
    return [spot for spot in spots if spot.exists()]


def is_named(word: str, roots: list[Path]) -> bool:
    """Whether a module, class, function or field is in one of some folders and modules."""
    name = re.escape(word.rpartition(".")[2].rstrip("/"))
    defined = re.compile(rf"^\s*(?:class|def) {name}\b|^\s*{name}\b\s*[:=]", re.MULTILINE)
    files = [file for root in roots for file in (root.rglob("*.py") if root.is_dir() else (root,))]
    return any(
        re.fullmatch(name, file.stem)
        or name in file.parts
        or defined.search(file.read_text("utf-8"))
        for file in files
    )
