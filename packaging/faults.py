"""What really failed when set-up fails: the disk, the rights, the network, or the Python."""

from __future__ import annotations

import errno
import platform
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

PLENTY = 100 << 20
"""Bytes free below which a failure without another sign is put down to the disk."""

DISK = re.compile(r"No space left on device|Disk quota exceeded|Errno 28\b|Errno 122\b")
RIGHTS = re.compile(r"Permission denied|Read-only file system|Errno 13\b|Errno 30\b")
HASHES = re.compile(r"DO NOT MATCH THE HASHES")
CERTIFICATE = re.compile(r"CERTIFICATE_VERIFY_FAILED|SSLError|SSLCertVerificationError")
NETWORK = re.compile(
    r"NewConnectionError|NameResolutionError|ConnectionError|ConnectTimeout|ReadTimeout|timed out|"
    r"Network is unreachable|Connection refused|Connection reset|Connection broken|ProxyError|"
    r"Cannot connect to proxy|name resolution|\b(?:403|407|429|50[0-4]) (?:Client|Server) Error"
)
NOTHING_KNOWN = re.compile(r"from versions: none")
"""What pip also says where every version wants another Python, after OTHER_PYTHON."""

OTHER_PYTHON = re.compile(r"require a different python version", re.IGNORECASE)
NO_BUILD = re.compile(r"No matching distribution found for (\S+)")


def of_system(error: OSError, root: Path) -> str:
    """Return what `error` means for the person who sets Sandtable up in `root`."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return _disk(root)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return _rights(root)
    return f"Set-up cannot write to {error.filename or root}: {error.strerror or error}."


def of_pip(said: str, code: int, root: Path) -> str:
    """Return why pip failed, from what it `said` and its exit `code`."""
    lacking = NO_BUILD.search(said)
    free = _free(root)
    if DISK.search(said) or free < PLENTY:
        return _disk(root)
    if RIGHTS.search(said):
        return _rights(root)
    if HASHES.search(said):
        return (
            "The package index sent a file that is not the one that was locked, so it was not "
            "installed. Try again, or from another network."
        )
    if CERTIFICATE.search(said):
        return (
            "The package index was reached, but its certificate could not be checked. Is the clock "
            "of this machine right? Behind a company's proxy, name its certificate in PIP_CERT."
        )
    unknown = NOTHING_KNOWN.search(said) and not OTHER_PYTHON.search(said)
    if NETWORK.search(said) or unknown:
        return (
            "The package index could not be reached over the network. Check the connection and try "
            "again; what was downloaded is kept."
        )
    if lacking is not None:
        return _no_build(lacking[1])
    return f"pip could not install what is locked (exit code {code}); above is what it says."


def missing_parts() -> list[str]:
    """Return the modules of the standard library that this Python was built or shipped without."""
    found = []
    for name in ("ctypes", "sqlite3", "ssl", "venv", "zlib"):
        try:
            __import__(name)
        except ImportError:
            found.append(name)
    return found


def of_parts(lacking: Sequence[str]) -> str:
    """Return the sentence for a Python that lacks these modules of its standard library."""
    return (
        f"This Python ({sys.executable}) lacks {', '.join(lacking)} of its standard library. "
        "Install all of python3 (not python3-minimal), or name another: make PYTHON=python3.12 run"
    )


def _free(root: Path) -> int:
    """Bytes free where the environment is, which may be a disk of its own."""
    own = root / ".venv"
    return shutil.disk_usage(own if own.is_dir() else root).free


def _disk(root: Path) -> str:
    free = _free(root) >> 20
    return (
        f"The disk is full: {free} MB are free where {root / '.venv'} is. Playing takes about "
        "380 MB, testing 570 MB, and the folders for temporary files and for pip's cache need "
        "some, too (TMPDIR, PIP_CACHE_DIR). Free some and try again."
    )


def _rights(root: Path) -> str:
    return (
        f"{root} cannot be written to by you, or something in its .venv cannot. Copy Sandtable "
        "into a folder of your own, or remove .venv if another user has made it, and try again."
    )


def _no_build(package: str) -> str:
    here = f"Python {platform.python_version()} on {sys.platform}, {platform.machine()}"
    return (
        f"There is no build of {package} for {here}. Install another Python (3.11 to 3.14) and "
        "name it: make PYTHON=python3.13 run"
    )
