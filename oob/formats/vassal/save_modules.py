"""Which module a saved game belongs to: the one of its name that lies in the same folder; and the
saved games a module holds itself, which are its set-ups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from lxml import etree

from maps.errors import KnownError
from maps.formats.vassal.archive import BUILD_FILES, Archive, opened
from maps.formats.vassal.own import INDEX
from maps.formats.xmlfiles import parsed

SAVES = (".vsav", ".vlog")
"""How saved games and logs end."""

_MODULES = (".vmod", ".mod")
_SETUP = "VASSAL.build.module.PredefinedSetup"
_LONGEST = 80
_DATA = "moduledata"
_LARGEST = 1_000_000
_MOST = 200


@dataclass(frozen=True, slots=True)
class ModuleSetup:
    """A saved game that a module holds to begin from: what its menus call it, and its file."""

    name: str
    file: str


def setups_of(root: etree._Element, archive: Archive) -> tuple[ModuleSetup, ...]:
    """The set-ups of a module, in the order of its menus; those without a file are left out, and
    all of a module that Sandtable wrote, which stands as it is. A menu that holds all is not named.
    """
    if archive.has(INDEX):
        return ()
    found: list[tuple[list[str], str]] = []
    for element in islice(root.iter(_SETUP), _MOST):
        file = element.get("file", "")
        if element.get("useFile", "true") != "true" or not file or not archive.has(file):
            continue
        names = [element.get("name", "")]
        for above in element.iterancestors(_SETUP):
            names.insert(0, above.get("name", ""))
        found.append(([" ".join(one.split()) for one in names if one.strip()], file))
    while found and all(len(names) > 1 and names[0] == found[0][0][0] for names, _ in found):
        found = [(names[1:], file) for names, file in found]
    setups = (ModuleSetup(", ".join(names)[:_LONGEST] or file, file) for names, file in found)
    return tuple(_told_apart(setups))


def _told_apart(setups: Iterable[ModuleSetup]) -> Iterator[ModuleSetup]:
    """Set-ups of one name with the names of their files; one that is there twice comes once."""
    once = list(dict.fromkeys(setups))
    names = Counter(setup.name.casefold() for setup in once)
    for setup in once:
        alike = names[setup.name.casefold()] > 1
        yield replace(setup, name=f"{setup.name} ({setup.file})") if alike else setup


def module_name(source: Path) -> str:
    """What a module is called, or the one of a saved game; '' when it does not say."""
    try:
        with opened(source) as archive:
            if not archive.has(_DATA):
                return ""
            root = parsed(archive.read(_DATA, _LARGEST), f"{archive.name}, {_DATA}")
            return " ".join((root.findtext("name") or "").split())
    except KnownError:
        return ""


def module_beside(save: Path) -> Path | None:
    """The module of a saved game in its own folder, None when none is surely that.

    It bears the name the game gives; or it is the only one and either of them gives no name.
    """
    found = list(islice(_modules(save.parent), _MOST))
    wanted = module_name(save)
    named = [(module, module_name(module)) for module in found]
    if wanted and (same := [module for module, name in named if name == wanted]):
        return same[0]
    if len(named) == 1 and not (wanted and named[0][1]):
        return named[0][0]
    return None


def _modules(folder: Path) -> Iterator[Path]:
    """The modules in a folder by name, after the folder itself if it is one unpacked."""
    if any((folder / name).is_file() for name in BUILD_FILES):
        yield folder
    try:
        inside = sorted(folder.iterdir())
    except OSError:
        return
    for path in inside:
        if path.suffix.lower() in _MODULES and path.is_file():
            yield path
