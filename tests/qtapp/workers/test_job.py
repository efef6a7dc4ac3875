"""Long work on another thread: results, errors and Cancel arrive on the window's thread."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from maps.errors import KnownError
from qtapp.workers.job import Job, Report


def test_a_result_arrives(qtbot: QtBot) -> None:
    parent = QObject()
    told: list[object] = []
    threads: list[object] = []

    def work(report: Report) -> int:
        report(0.5, "halfway")
        threads.append(threading.current_thread())
        return 7

    job = Job("counting", work, parent)
    job.progress.connect(lambda share, words: told.append((share, words)))
    with qtbot.waitSignal(job.ended), qtbot.waitSignal(job.done) as done:
        job.start()
    assert done.args == [7]
    assert told == [(0.5, "halfway")]
    assert len(threads) == 1 and threads[0] is not threading.main_thread()


def test_an_error_arrives(qtbot: QtBot) -> None:
    parent = QObject()

    def work(_report: Report) -> None:
        raise MemoryError

    job = Job("painting", work, parent)
    with qtbot.waitSignal(job.ended), qtbot.waitSignal(job.failed) as failed:
        job.start()
    assert isinstance(failed.args[0], KnownError)
    assert "painting" in str(failed.args[0])


def test_cancel_ends_it_without_a_result(qtbot: QtBot) -> None:
    parent, go = QObject(), threading.Event()
    results: list[object] = []

    def work(report: Report) -> int:
        go.wait()
        report(0.9, "never said")
        return 7

    job = Job("counting", work, parent)
    job.done.connect(results.append)
    job.failed.connect(results.append)
    with qtbot.waitSignal(job.ended):
        job.start()
        job.cancel()
        go.set()
    assert not results
    assert job.is_cancelled
    job.wait()
