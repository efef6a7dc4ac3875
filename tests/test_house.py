"""The figures of the house: siblings of packages, circles of imports, repeated runs, untyped spots.

ARCHITECTURE states what each figure may be at most; what is measured here must not be more.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("maps", "oob", "engine", "qtapp", "resources")
PACKAGING = ROOT / "packaging"
TYPED = ("maps", "oob", "engine", "qtapp")
MOST_SIBLINGS = 15
"""Siblings a package has at most."""
RUN = 6
"""Lines that make a repeated run."""
BOUNDS = {
    "circles": 0,
    "circles with types": 7,
    "repeated runs": 30,
    "Any": 198,
    "cast(": 39,
    "type: ignore": 12,
    "acts without hands": 1,
}
"""What no limit in ARCHITECTURE may pass."""
NO_HANDS = r"\.trigger\(\)|\.click\(\)|\.emit\(|\bQTest\.mouseMove\("
"""How a test can act on the window as no person does; mouse and keys are in `tests/qtapp/hands`."""
SPOTS = {"Any": r"\bAny\b", "cast(": r"\bcast\(", "type: ignore": r"type: ignore"}


@cache
def limits() -> dict[str, int]:
    """The table of figures in ARCHITECTURE: what each may be at most."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    rows = re.findall(r"^\| `([^`]+)` \| (\d+) \|", text, re.MULTILINE)
    return {name: int(most) for name, most in rows}


# Siblings


def siblings() -> dict[str, int]:
    """How many modules and packages each package holds."""
    found = {}
    for root in PACKAGES:
        for init in sorted((ROOT / root).rglob("__init__.py")):
            folder = init.parent
            modules = [path for path in folder.glob("*.py") if path.name != "__init__.py"]
            packages = list(folder.glob("*/__init__.py"))
            found[folder.relative_to(ROOT).as_posix()] = len(modules) + len(packages)
    return found


def test_packages_have_few_siblings() -> None:
    found = siblings()
    found["packaging"] = len([*PACKAGING.glob("*.py"), *PACKAGING.glob("*/__init__.py")])
    crowded = {package: count for package, count in found.items() if count > MOST_SIBLINGS}
    assert not crowded


# Circles


@dataclass(frozen=True, slots=True)
class Import:
    """What a module imports as it is loaded: names of a module, or modules themselves."""

    of: str
    names: tuple[str, ...]
    types: bool
    """Is it for types alone?"""


def imports(tree: ast.Module) -> Iterator[Import]:
    """The imports a module makes as it is loaded."""
    open_ = [(node, False) for node in tree.body]
    while open_:
        node, types = open_.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            of = str(node.module) if isinstance(node, ast.ImportFrom) else ""
            yield Import(of, tuple(alias.name for alias in node.names), types)
        elif isinstance(node, ast.If):
            checking = "TYPE_CHECKING" in ast.unparse(node.test)
            open_ += [(inner, types or checking) for inner in node.body]
            open_ += [(inner, types) for inner in node.orelse]
        elif isinstance(node, ast.Try):
            open_ += [(inner, types) for inner in node.body]


@cache
def imports_of_all() -> dict[str, list[Import]]:
    """The imports of every module, by its dotted name. The parsed modules themselves are not kept:
    so many nodes would make all later collections of garbage slow.
    """
    found = {}
    for root in PACKAGES:
        for path in sorted((ROOT / root).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            tree = ast.parse(path.read_text("utf-8"))
            found[name.removesuffix(".__init__")] = list(imports(tree))
    return found


def graph(*, types: bool) -> dict[str, set[str]]:
    """Which module imports which; a name taken from a package is its module, where it is one."""
    modules = imports_of_all()
    found: dict[str, set[str]] = {name: set() for name in modules}
    for name, made in modules.items():
        for one in made:
            if one.types and not types:
                continue
            for to in one.names:
                inner = f"{one.of}.{to}" if one.of else to
                found[name].add(inner if inner in modules else one.of)
        found[name] = (found[name] & modules.keys()) - {name}
    return found


def circles(edges: dict[str, set[str]]) -> list[list[str]]:
    """The sets of modules that import each other, directly or not (Tarjan's components)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(start: str) -> None:
        work = [(start, iter(sorted(edges[start])))]
        index[start] = low[start] = len(index)
        stack.append(start)
        while work:
            node, rest = work[-1]
            for to in rest:
                if to not in index:
                    index[to] = low[to] = len(index)
                    stack.append(to)
                    work.append((to, iter(sorted(edges[to]))))
                    break
                if to in stack:
                    low[node] = min(low[node], index[to])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    at = stack.index(node)
                    found.append(sorted(stack[at:]))
                    del stack[at:]

    for name in sorted(edges):
        if name not in index:
            visit(name)
    return [part for part in found if len(part) > 1]


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]
    assert circles({"a": {"b"}, "b": set()}) == []


def test_no_modules_import_each_other() -> None:
    found = circles(graph(types=False))
    assert len(found) <= limits()["circles"], found


def test_few_modules_import_each_other_for_types() -> None:
    found = circles(graph(types=True))
    assert len(found) <= limits()["circles with types"], found


# Repeated runs


@dataclass(frozen=True, slots=True)
class Run:
    """Lines that stand in two systems."""

    text: tuple[str, ...]
    first: str
    second: str


def working_lines(tree: ast.Module, source: str) -> list[str]:
    """The lines that do something, stripped: no imports, docstrings, comments, bare brackets, and
    no fields of dataclasses.
    """
    dull: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.AnnAssign)) or (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            dull.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = enumerate(source.splitlines(), 1)
    kept = (line.strip() for number, line in lines if number not in dull)
    return [line for line in kept if line.strip("()[]{}, ") and not line.startswith(("#", "@"))]


def repeated(files: dict[str, list[str]]) -> list[Run]:
    """The longest runs of lines that stand in files of two systems, once for each pair of files."""
    places: dict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
    for name, lines in files.items():
        for at in range(len(lines) - RUN + 1):
            places[tuple(lines[at : at + RUN])].append((name, at))
    pairs: dict[tuple[str, str, int], tuple[int, tuple[str, ...]]] = {}
    for text, found in places.items():
        for i, (name, at) in enumerate(found):
            for other, there in found[i + 1 :]:
                if name.split("/")[0] != other.split("/")[0]:
                    pairs[name, other, there - at] = (at, text)
    return [Run(text, name, other) for (name, other, _), (_, text) in sorted(pairs.items())]


def systems() -> dict[str, list[str]]:
    """The lines of every module of the systems that do something."""
    folder = ROOT / "engine" / "systems"
    found = {}
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        if "/" in name:
            source = path.read_text("utf-8")
            found[name] = working_lines(ast.parse(source), source)
    return found


def test_a_repeated_run_is_found() -> None:
    lines = [f"do({number})" for number in range(9)]
    found = repeated({"a/x.py": lines, "b/y.py": ["first()", *lines], "a/z.py": lines})
    assert [(run.first, run.second) for run in found] == [
        ("a/x.py", "b/y.py"),
        ("b/y.py", "a/z.py"),
    ]


def test_systems_share_few_runs_of_lines() -> None:
    found = repeated(systems())
    _check("repeated runs", len(found), "\n\n".join("\n".join(run.text) for run in found))


# Untyped spots


@pytest.mark.parametrize("spot", sorted(SPOTS))
def test_few_spots_are_untyped(spot: str) -> None:
    files = [path for root in TYPED for path in sorted((ROOT / root).rglob("*.py"))]
    count = sum(len(re.findall(SPOTS[spot], path.read_text("utf-8"))) for path in files)
    _check(spot, count)


def test_tests_act_on_the_window_by_mouse_and_keys() -> None:
    spots = [
        f"{path.relative_to(ROOT).as_posix()}: {found[0]}"
        for path in sorted((ROOT / "tests" / "qtapp").rglob("*.py"))
        for found in re.finditer(NO_HANDS, path.read_text("utf-8"))
    ]
    _check("acts without hands", len(spots), "\n".join(spots))


def _check(figure: str, count: int, what: str = "") -> None:
    most = limits()[figure]
    assert count <= most, f"{figure}: {count}, at most {most}\n{what}"


def test_limits_are_within_bounds() -> None:
    assert {name: limits()[name] <= most for name, most in BOUNDS.items()} == dict.fromkeys(
        BOUNDS, True
    )
