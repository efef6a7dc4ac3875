"""The project's own Python environment: `.venv`, holding exactly what is locked."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

import debian
from told import SetupError, say

ROOT = Path(__file__).resolve().parent.parent
LOCK = Path("packaging", "locked.txt")


def venv_python(root: Path = ROOT) -> Path:
    """Return the interpreter of the environment, whether it exists yet or not."""
    windows = os.name == "nt"
    return root / ".venv" / ("Scripts" if windows else "bin") / f"python{'.exe' * windows}"


def fingerprint(root: Path = ROOT, version: Sequence[int] = sys.version_info[:2]) -> str:
    """Return what the environment depends on: lock, pyproject, the folder's path, the Python."""
    digest = hashlib.sha256()
    for name in (LOCK, Path("pyproject.toml")):
        digest.update((root / name).read_bytes())
    digest.update(f"{root}\n{'.'.join(map(str, version))}".encode())
    return digest.hexdigest()


def is_ready(root: Path = ROOT) -> bool:
    """Tell whether the environment stands, works, and matches the lock."""
    stamp = _stamp(root)
    if not stamp.is_file() or stamp.read_text() != fingerprint(root):
        return False
    return _works(venv_python(root))


def ensure(root: Path = ROOT) -> Path:
    """Make the environment match the lock if it does not yet; return its interpreter."""
    python = venv_python(root)
    if is_ready(root):
        return python
    say("Setting up Sandtable's own Python environment in .venv (once; some minutes at most).")
    if not (_works(python) and _belongs(root)):
        _create(root)
    pip = _pip(python)
    _run(
        [*pip, "install", "--quiet", "--require-hashes", "-r", str(LOCK)],
        root,
        "The locked packages could not be installed. Check the network connection and try again.",
    )
    _run(
        [*pip, "install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", "."],
        root,
        "Sandtable itself could not be installed into .venv. Type `make clean` and try again.",
    )
    _stamp(root).write_text(fingerprint(root))
    return python


def _stamp(root: Path) -> Path:
    return root / ".venv" / "set-up"


def _works(python: Path) -> bool:
    if not python.exists():
        return False
    probe = [str(python), "-c", f"import sys; sys.exit(sys.version_info[:2] != {_version()})"]
    return subprocess.run(probe, check=False, capture_output=True).returncode == 0


def _version() -> tuple[int, int]:
    return sys.version_info.major, sys.version_info.minor


def _belongs(root: Path) -> bool:
    """Tell whether the environment was made in this folder, and not moved here with it."""
    settings = root / ".venv" / "folder"
    return settings.is_file() and settings.read_text() == str(root)


def _create(root: Path) -> None:
    has_ensurepip = importlib.util.find_spec("ensurepip") is not None
    if not has_ensurepip and importlib.util.find_spec("pip") is None:
        debian.install(["python3-venv"], "Python cannot make an environment without python3-venv")
        importlib.invalidate_caches()
        has_ensurepip = importlib.util.find_spec("ensurepip") is not None
    venv.create(root / ".venv", clear=True, symlinks=os.name != "nt", with_pip=has_ensurepip)
    (root / ".venv" / "folder").write_text(str(root))


def _pip(python: Path) -> list[str]:
    """Return the pip command: the environment's own, or this Python's aimed at it (Debian)."""
    options = ["--disable-pip-version-check", "--no-input"]
    own = subprocess.run([str(python), "-m", "pip", "--version"], check=False, capture_output=True)
    if own.returncode == 0:
        return [str(python), "-m", "pip", *options]
    return [sys.executable, "-m", "pip", "--python", str(python), *options]


def _run(command: Sequence[str], root: Path, sorry: str) -> None:
    if subprocess.run(command, cwd=root, check=False).returncode != 0:
        raise SetupError(sorry)
