"""The project's own Python environment: `.venv`, holding exactly what is locked."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from enum import Enum
from pathlib import Path

import faults
from alone import alone
from host import debian
from told import SetupError, say

ROOT = Path(__file__).resolve().parent.parent
LOCK = Path("packaging", "locked.txt")
TEST_LOCK = Path("packaging", "locked-tests.txt")
LOCKS = (LOCK, TEST_LOCK)


class Need(Enum):
    """What the environment is for; the value is the lock files that it takes."""

    PLAY = LOCKS[:1]
    TEST = LOCKS


def venv_python(root: Path = ROOT) -> Path:
    """Return the interpreter of the environment, whether it exists yet or not."""
    windows = os.name == "nt"
    return root / ".venv" / ("Scripts" if windows else "bin") / f"python{'.exe' * windows}"


def fingerprint(
    need: Need, root: Path = ROOT, version: Sequence[int] = sys.version_info[:2]
) -> str:
    """Return what the environment depends on: locks, pyproject, the folder's path, the Python."""
    digest = hashlib.sha256()
    for name in (*need.value, Path("pyproject.toml")):
        digest.update((root / name).read_bytes())
    digest.update(f"{root}\n{'.'.join(map(str, version))}".encode())
    return digest.hexdigest()


def is_ready(need: Need, root: Path = ROOT) -> bool:
    """Tell whether the environment works and matches the locks; one for testing can play, too."""
    stamp = _stamp(root)
    if not stamp.is_file():
        return False
    enough = {fingerprint(Need.TEST, root), fingerprint(need, root)}
    return stamp.read_text() in enough and _works(venv_python(root))


def ensure(need: Need, root: Path = ROOT) -> Path:
    """Make the environment match the locks if it does not yet; return its interpreter.

    A second set-up in the same folder waits for the first.
    """
    if is_ready(need, root):
        return venv_python(root)
    with alone(root / LOCK):
        if not is_ready(need, root):
            try:
                _set_up(need, root)
            except OSError as error:
                raise SetupError(faults.of_system(error, root)) from error
    return venv_python(root)


def _set_up(need: Need, root: Path) -> None:
    python = venv_python(root)
    what = {Need.PLAY: "what playing needs", Need.TEST: "what testing needs"}[need]
    say(f"Setting up Sandtable's own Python environment in .venv, with {what} (some minutes).")
    if not (_works(python) and _belongs(root)):
        _create(root)
    pip = _pip(python)
    locks = [word for lock in need.value for word in ("-r", str(lock))]
    _run([*pip, "install", "--quiet", "--require-hashes", *locks], root)
    _run([*pip, "install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", "."], root)
    _stamp(root).write_text(fingerprint(need, root))
    say(f"Done. On the command line, sandtable is {command_line(root)}")


def command_line(root: Path = ROOT) -> str:
    """Return what a person types to reach `sandtable`, quoted where the folder's name needs it."""
    name = "sandtable.exe" if os.name == "nt" else "sandtable"
    path = str(venv_python(root).with_name(name))
    return f'"{path}"' if " " in path else path


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
    home = root / ".venv"
    if home.is_symlink():  # it is emptied first, and what a link leads to is somebody else's
        home.unlink()
    try:
        venv.create(home, clear=True, symlinks=os.name != "nt", with_pip=has_ensurepip)
    except subprocess.CalledProcessError as error:
        said = (error.output or b"").decode(errors="replace")
        raise SetupError(faults.of_pip(said, error.returncode, root)) from error
    (root / ".venv" / "folder").write_text(str(root))


def _pip(python: Path) -> list[str]:
    """Return the pip command: the environment's own, or this Python's aimed at it (Debian)."""
    options = ["--disable-pip-version-check", "--no-input"]
    own = subprocess.run([str(python), "-m", "pip", "--version"], check=False, capture_output=True)
    if own.returncode == 0:
        return [str(python), "-m", "pip", *options]
    return [sys.executable, "-m", "pip", "--python", str(python), *options]


def _run(command: Sequence[str], root: Path) -> None:
    """Run pip; what it says is shown, and read when it fails."""
    result = subprocess.run(
        command, cwd=root, check=False, stderr=subprocess.PIPE, text=True, errors="replace"
    )
    sys.stderr.write(result.stderr)
    sys.stderr.flush()
    if result.returncode != 0:
        raise SetupError(faults.of_pip(result.stderr, result.returncode, root))
