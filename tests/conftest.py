"""What every test needs: no display, no user's own folders, one thread for each worker's linear
algebra, and two ways to look for examples.
"""

from __future__ import annotations

import gc
import os
import sqlite3
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from shutil import copyfile

import pytest
from hypothesis import HealthCheck, settings

from engine.game.session import GameSession
from engine.store import project
from engine.store.opening import links
from qtapp.workers.garbage import THRESHOLDS
from tests.examples import EVERYDAY, SOAK
from tests.longest import LONGEST

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # workers share the cores; threads would wait

ROOT = Path(__file__).parent

SLOW = [HealthCheck.too_slow]
"""A busy machine is no fault."""
settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    print_blob=True,
    max_examples=EVERYDAY,
    suppress_health_check=SLOW,
)
settings.register_profile("soak", deadline=None, max_examples=SOAK, suppress_health_check=SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


CONNECT, BUILD = links.connect, project._make
"""How a project file is opened, with all forced to the disk, and how an empty one is built."""


def _unforced(path: Path) -> sqlite3.Connection:
    conn = CONNECT(path)
    conn.execute("PRAGMA synchronous = OFF")
    return conn


@pytest.fixture(scope="session", autouse=True)
def unforced() -> Iterator[None]:
    """Never wait for the disk: the files of a test need not outlive a power failure. Processes
    that a test starts do.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(links, "connect", _unforced)
        patch.setattr(os, "fsync", lambda _handle: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """An empty project file is built once by all its migrations, then copied."""
    empty = tmp_path_factory.mktemp("empty") / "project"
    BUILD(empty)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(project, "_make", partial(copyfile, empty))
        yield


@pytest.fixture
def forced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Project files are forced to the disk, as a person's are."""
    monkeypatch.setattr(links, "connect", CONNECT)


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each empty project file is built by its migrations, as a person's is."""
    monkeypatch.setattr(project, "_make", BUILD)


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep a test's data, settings and cache out of the folders of the person who runs it."""
    home = tmp_path_factory.getbasetemp() / "person"
    with pytest.MonkeyPatch.context() as patch:
        for name in ("DATA", "CONFIG", "CACHE", "STATE"):
            patch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
        yield


@pytest.fixture(scope="session")
def fresh_campaign(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The file of a game of a scenario as the window begins it, made once; to be copied."""
    folder = tmp_path_factory.mktemp("fresh")

    def of(scenario: str) -> Path:
        path = folder / f"{scenario.replace('/', '-')}.sandtable"
        if not path.exists():
            GameSession.start(scenario, path=path, seed=1).close()
        return path

    return of


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long tests to `make soak`, which names their mark.

    The longest files come first: no worker should be left with one of them at the end.
    """
    first = {ROOT / name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: first.get(item.path, len(first)))
    if "soak" in config.getoption("markexpr"):
        return
    skip = pytest.mark.skip(reason="long: runs with `make soak`")
    for item in items:
        if item.get_closest_marker("soak") is not None:
            item.add_marker(skip)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are collected: what is made then stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Leave what was collected out of the collections of garbage to come: it stays to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
