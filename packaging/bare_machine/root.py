"""A minimal Debian in a folder, in which an ordinary user runs commands."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO

KEPT = Path("/var/tmp/sandtable-bare")
USER = "tester"
USER_ID = 4711
HOME = f"/home/{USER}"
BARE = ("python3", "make", "git")
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
STALE_MIRRORS_TOO = 'Acquire::Check-Valid-Until "false"'

ENTER = """
mount --bind "$1" "$1"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount -t tmpfs tmpfs "$1/tmp"
chmod 1777 "$1/tmp"
sockets=/tmp/.X11-unix
if [ -d $sockets ]; then mkdir "$1$sockets"; mount --bind $sockets "$1$sockets"; fi
if [ -n "$4" ]; then
    mkdir -p "$1$4"; mount -t tmpfs -o size=80m,mode=777 tmpfs "$1$4"
fi
root=$1; user=$2; place=$3; shift 4
exec /usr/sbin/chroot --userspec="$user" "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$place" "$@"
"""
"""Mounts live in a mount namespace of the command's own, so that nothing is left mounted."""


class BareRoot:
    """A fresh copy of a minimal Debian; the archive it is unpacked from is kept for next time."""

    def __init__(self, suite: str, installer: str, keep: bool) -> None:
        if os.geteuid() != 0 or shutil.which("mmdebstrap") is None:
            sys.exit("This must run as root, with mmdebstrap: sudo apt-get install mmdebstrap xvfb")
        self.keep = keep
        self.network = network_settings()
        archive = KEPT / f"{suite}-{installer}.tar"
        if not archive.is_file():
            make_archive(suite, (*BARE, installer), archive)
        self.folder = Path(tempfile.mkdtemp(prefix=f"{suite}-", dir=KEPT))
        self.folder.chmod(0o755)
        subprocess.run(["tar", "-xf", str(archive), "-C", str(self.folder)], check=True)
        shutil.copy("/etc/resolv.conf", self.folder / "etc")
        if CERTIFICATES.is_file():
            shutil.copy(CERTIFICATES, self.folder / "etc" / "host-certificates.crt")
        add = ["useradd", "--create-home", "--uid", str(USER_ID), USER]
        subprocess.run(["chroot", str(self.folder), *add], check=True)

    def __enter__(self) -> BareRoot:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.keep:
            print(f"The root is kept in {self.folder}")
        else:
            shutil.rmtree(self.folder)

    def described(self) -> str:
        """Return the release and the Python of this root."""
        show = '. /etc/os-release; echo "$PRETTY_NAME, $(python3 --version)"'
        chroot = ["chroot", str(self.folder), "/bin/sh", "-c", show]
        return subprocess.run(chroot, check=True, capture_output=True, text=True).stdout.strip()

    def take(self, tree: Path, place: str) -> None:
        """Copy `tree` to `place` inside, and give it to the ordinary user."""
        inside = self.folder / place.lstrip("/")
        shutil.copytree(tree, inside, symlinks=True)
        self.give(inside)

    def give(self, inside: Path) -> None:
        """Make the ordinary user the owner of a folder of this root, as seen from outside."""
        subprocess.run(["chown", "-R", f"{USER_ID}:{USER_ID}", str(inside)], check=True)

    def run(
        self,
        words: Sequence[str],
        place: str,
        environ: dict[str, str],
        log: IO[bytes],
        small: str = "",
    ) -> subprocess.Popen[bytes]:
        """Start `words` in the folder `place` as the ordinary user; what it says goes to `log`.

        The folder `small` inside, if one is named, is a disk of 80 MB meanwhile.
        """
        own = {"HOME": HOME, "USER": USER, "PATH": "/usr/local/bin:/usr/bin:/bin"}
        environ = {**own, **self.network, **environ}
        return self._start(words, USER, place, environ, log, small)

    def install(self, packages: Sequence[str], log: IO[bytes]) -> int:
        """Install Debian `packages` inside as root; return the exit code of apt-get."""
        script = 'apt-get update -qq -o "$0" && exec apt-get install -y "$@"'
        words = ["/bin/sh", "-c", script, "Acquire::Check-Valid-Until=false", *packages]
        own = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"}
        return self._start(words, "root", "/", own, log).wait()

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """End what `run` started, children included."""
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def _start(
        self,
        words: Sequence[str],
        user: str,
        place: str,
        environ: dict[str, str],
        log: IO[bytes],
        small: str = "",
    ) -> subprocess.Popen[bytes]:
        enter = [
            "unshare",
            "--mount",
            "--pid",
            "--fork",
            "--kill-child",
            "/bin/sh",
            "-e",
            "-c",
            ENTER,
        ]
        command = [*enter, "enter", str(self.folder), user, place, small, *words]
        return subprocess.Popen(
            command, env=environ, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip


def make_archive(suite: str, packages: Sequence[str], archive: Path) -> None:
    """Make the minimal root of `suite` with `packages` and write it to `archive`.

    A mirror that has not been refreshed for some days is good enough; signatures are checked.
    """
    KEPT.mkdir(exist_ok=True)
    half = archive.with_suffix(".half.tar")
    command = ["mmdebstrap", "--quiet", "--variant=minbase", f"--aptopt={STALE_MIRRORS_TOO}"]
    subprocess.run([*command, f"--include={','.join(packages)}", suite, str(half)], check=True)
    half.rename(archive)


def network_settings() -> dict[str, str]:
    """Return the variables with which pip inside reaches the package index this machine reaches."""
    kept = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], check=False, capture_output=True, text=True
    ).stdout
    for line in listed.splitlines():
        name, _, value = line.partition("=")
        option = name.rpartition(".")[2].strip()
        value = value.strip().strip("'\"")
        if option in ("index-url", "extra-index-url", "trusted-host", "proxy", "timeout"):
            value = " ".join(word for word in value.split() if not word.startswith("file:"))
            if value:
                kept["PIP_" + option.upper().replace("-", "_")] = value
    if CERTIFICATES.is_file():
        kept["PIP_CERT"] = kept["SSL_CERT_FILE"] = "/etc/host-certificates.crt"
    return kept
