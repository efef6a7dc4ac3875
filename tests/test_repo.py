"""Habits of the whole tree: short files, documented packages, nothing private left in."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("maps", "oob", "engine", "qtapp", "resources")
LONGEST = 500
OUTSIDE = "../sha" + "red"
LEFT_OPEN = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X|Not" + r"ImplementedError)\b")


def tracked_or_new() -> list[Path]:
    """Return the files of the project, leaving out what git ignores."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode != 0:
        ours = [ROOT / name for name in (*PACKAGES, "packaging", "tests")]
        return [path for folder in ours for path in folder.rglob("*") if path.is_file()]
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


FILES = tracked_or_new()
PYTHON = [path for path in FILES if path.suffix == ".py"]


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_file_wants_to_be_two_rooms() -> None:
    long = [short(path) for path in PYTHON if len(path.read_text().splitlines()) > LONGEST]
    assert not long


def test_nothing_is_left_open() -> None:
    product = [p for p in PYTHON if p.relative_to(ROOT).parts[0] in (*PACKAGES, "packaging")]
    found = [
        short(path)
        for path in product
        if LEFT_OPEN.search(path.read_text().replace('"XXX"', "")) is not None
    ]
    assert not found


def test_packages_say_what_they_are() -> None:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("__init__.py"):
            assert ast.get_docstring(ast.parse(path.read_text())), short(path)


def test_every_folder_of_code_is_a_package() -> None:
    folders = {path.parent for path in PYTHON if path.relative_to(ROOT).parts[0] in PACKAGES}
    for folder in sorted(folders):
        assert (folder / "__init__.py").is_file(), short(folder)


def test_packaging_does_not_shadow_the_package_of_that_name() -> None:
    assert not (ROOT / "packaging" / "__init__.py").exists()
    assert not (ROOT / "tests" / "__init__.py").exists()


def test_nothing_outside_the_project_is_needed() -> None:
    """A folder beside the project may be a fallback behind its environment variable, no more."""
    for path in FILES:
        if path.suffix not in {".py", ".toml", ".md", ".txt"} or path == Path(__file__):
            continue
        text = path.read_text(encoding="utf-8")
        assert OUTSIDE not in text or "SANDTABLE_" in text, short(path)


def test_toml_is_toml() -> None:
    for path in FILES:
        if path.suffix == ".toml":
            tomllib.loads(path.read_text(encoding="utf-8"))


def test_text_files_end_in_one_newline() -> None:
    for path in FILES:
        if path.suffix in {".py", ".toml", ".md"}:
            text = path.read_text(encoding="utf-8")
            assert text == "" or (text.endswith("\n") and "\r" not in text), short(path)
