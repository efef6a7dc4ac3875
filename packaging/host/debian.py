"""Installing system packages on Debian and Ubuntu, or saying the one line that does."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Sequence

from told import SetupError, say


def install_line(packages: Sequence[str], *, root: bool) -> str:
    """Return the one line a person types to install `packages`."""
    line = shlex.join(["apt-get", "install", "-y", *packages])
    return line if root else f"sudo {line}"


def is_root() -> bool:
    """Tell whether this process may install system packages without asking."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def has_apt() -> bool:
    """Tell whether this machine installs its packages with apt-get."""
    return shutil.which("apt-get") is not None


def install(packages: Sequence[str], why: str) -> None:
    """Install Debian `packages` as root; otherwise stop with the line to type.

    `why` opens the sentence, as in "Qt needs 2 system libraries".
    """
    line = install_line(packages, root=is_root())
    if not (is_root() and has_apt()):
        raise SetupError(f"{why}. Type this line, then try again:\n  {line}")
    say(f"{why}: installing {' '.join(packages)}.")
    if not _apt_get("install", packages) and not (
        _apt_get("update") and _apt_get("install", packages)
    ):
        raise SetupError(f"{why}, and apt-get could not install them. Try by hand:\n  {line}")


def _apt_get(verb: str, packages: Sequence[str] = ()) -> bool:
    options = ["-y", "--no-install-recommends"] if verb == "install" else []
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", verb, "-qq", *options, *packages]
    result = subprocess.run(command, env=environment, check=False, stdout=subprocess.DEVNULL)
    return result.returncode == 0
