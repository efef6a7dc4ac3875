"""Icons, themes, fonts, the manual and the licences: what the program shows that is not code.

Everything is reached by name through these functions, from a clone and from an installed or frozen
program alike.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType

INK_IN_ICONS = "currentColor"
"""The word in our SVG files that stands for the colour they are drawn in."""


SAMPLE = ("elm-ford-map.jpg", "elm-ford-counters.jpg")
"""The pictures of the sample game: the scan of its map, and of its counter sheet."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of the window by name, as `#rrggbb`; every theme has the same names."""

    id: str
    title: str
    dark: bool
    colours: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the manual: its file name without the ending, its title, and its Markdown."""

    id: str
    title: str
    text: str


def icon_names() -> tuple[str, ...]:
    """Return the names of all icons, sorted."""
    return _names("icons", ".svg")


def icon_svg(name: str, colour: str = "#000000") -> bytes:
    """Return the 24 by 24 SVG of icon `name`, drawn in `colour`; KeyError if there is none."""
    drawing = _child("icons", f"{name}.svg").read_text(encoding="utf-8")
    return drawing.replace(INK_IN_ICONS, colour).encode()


def theme_names() -> tuple[str, ...]:
    """Return the names of all themes, sorted."""
    return _names("themes", ".toml")


@cache
def theme(name: str) -> Theme:
    """Return the theme `name`; KeyError if there is none."""
    data = tomllib.loads(_child("themes", f"{name}.toml").read_text(encoding="utf-8"))
    return Theme(
        id=name,
        title=data["title"],
        dark=data["dark"],
        colours=MappingProxyType(data["colours"]),
    )


def fonts() -> Mapping[str, bytes]:
    """Return the shipped font files by name, for `QFontDatabase.addApplicationFontFromData`.

    They hold Latin, Greek and Cyrillic, so that a machine without fonts still prints names.
    """
    return {name: _child("fonts", f"{name}.ttf").read_bytes() for name in _names("fonts", ".ttf")}


def sample(name: str) -> bytes:
    """Return a picture of the sample game by its file name; KeyError if there is none."""
    if name not in SAMPLE:
        raise KeyError(name)
    return _child("sample", name).read_bytes()


def manual_pages() -> tuple[Page, ...]:
    """Return the pages of the manual in reading order."""
    return tuple(_page(name) for name in _names("manual", ".md"))


def has_manual_picture(name: str) -> bool:
    """Whether the manual has a picture file of that name."""
    return name in _children("manual")


def manual_picture(name: str) -> bytes:
    """Return the picture file `name` of the manual; KeyError if there is none."""
    return _child("manual", name).read_bytes()


def credits() -> str:
    """Return, as Markdown, the licences of what is shipped and whom it owes thanks."""
    return _child("licences", "credits.md").read_text(encoding="utf-8")


def licence(name: str) -> str:
    """Return the text of the licence file `name` that the credits link to; KeyError if none."""
    return _child("licences", name).read_text(encoding="utf-8")


def _page(name: str) -> Page:
    text = _child("manual", f"{name}.md").read_text(encoding="utf-8")
    heading = next((line for line in text.splitlines() if line.startswith("# ")), f"# {name}")
    return Page(id=name, title=heading.removeprefix("# ").strip(), text=text)


def _child(folder: str, name: str) -> Traversable:
    found = _children(folder).get(name)
    if found is None:
        raise KeyError(f"resources/{folder} has no {name}")
    return found


@cache
def _children(folder: str) -> Mapping[str, Traversable]:
    return {file.name: file for file in _folder(folder).iterdir()}


def _names(folder: str, ending: str) -> tuple[str, ...]:
    """Names in a folder without their ending; a number before the dash sorts by its value."""
    names = _children(folder)
    found = (name.removesuffix(ending) for name in names if name.endswith(ending))
    return tuple(sorted(found, key=_in_order))


def _in_order(name: str) -> tuple[int, str]:
    number = name.split("-", 1)[0]
    return (int(number) if number.isdecimal() else 0, name)


def _folder(name: str) -> Traversable:
    return files("resources").joinpath(name)
