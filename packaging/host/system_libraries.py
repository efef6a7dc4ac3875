"""The system libraries Qt needs on Linux: which are missing, and the package that holds each."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from told import SetupError

from host import debian

MODULES = ("QtCore", "QtGui", "QtWidgets", "QtSvg", "QtPrintSupport")

PLATFORMS = ("offscreen", "xcb", "wayland")
"""Qt's platform plugins for Linux that a person here may come to use."""

PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libstdc++.so.6": "libstdc++6",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
"""Debian and Ubuntu packages by the library file the loader asks for."""


def missing_from(ldd: str) -> list[str]:
    """Return the libraries that `ldd` output marks as not found, each once, sorted."""
    return sorted(set(re.findall(r"^\s*(\S+) => not found", ldd, re.MULTILINE)))


def split(libraries: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return (Debian packages that hold `libraries`, libraries no package is known for)."""
    known = sorted({PACKAGES[name] for name in libraries if name in PACKAGES})
    return known, [name for name in libraries if name not in PACKAGES]


def advice(libraries: Sequence[str], *, fedora: bool) -> str:
    """Return the sentence for a machine without apt-get: what is missing, and a line if known."""
    names = ", ".join(libraries)
    if fedora:
        wanted = " ".join(f"'{name}()(64bit)'" for name in libraries)
        return f"Qt lacks {names}. Type this line, then try again:\n  sudo dnf install {wanted}"
    return f"Qt lacks {names}. Install the packages that hold these libraries, then try again."


def missing(python: Path, *platforms: str) -> list[str]:
    """Return the libraries that Qt, with its `platforms` plugins, lacks on this machine."""
    if not sys.platform.startswith("linux") or shutil.which("ldd") is None:
        return []
    files = _qt_files(_pyside_folder(python), platforms)
    result = subprocess.run(["ldd", *map(str, files)], check=False, capture_output=True, text=True)
    return missing_from(result.stdout)


def ensure(python: Path, platform: str) -> None:
    """Install what Qt lacks (root on Debian or Ubuntu), or stop with the one line to type.

    Where `platform` lacks anything, what the other platforms lack is named with it, so that nobody
    is stopped again by the first window after a set-up without a display.
    """
    if not missing(python, platform):
        return
    lacking = missing(python, platform, *PLATFORMS)
    packages, unknown = split(lacking)
    if unknown or not debian.has_apt():
        raise SetupError(advice(lacking, fedora=shutil.which("dnf") is not None))
    debian.install(packages, f"Qt needs {_count(len(lacking), 'system library')}")
    still = missing(python, platform, *PLATFORMS)
    if still:
        raise SetupError(advice(still, fedora=False))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun[:-1]}ies"


def _pyside_folder(python: Path) -> Path:
    find = "import importlib.util as u; print(u.find_spec('PySide6').submodule_search_locations[0])"
    result = subprocess.run([str(python), "-c", find], check=True, capture_output=True, text=True)
    return Path(result.stdout.strip())


def _qt_files(folder: Path, platforms: Sequence[str]) -> list[Path]:
    modules = [folder / f"{name}.abi3.so" for name in MODULES]
    plugins = folder / "Qt" / "plugins" / "platforms"
    wanted = [*modules, *(plugins / f"libq{name}.so" for name in ("offscreen", *platforms))]
    return [file for file in dict.fromkeys(wanted) if file.exists()]
