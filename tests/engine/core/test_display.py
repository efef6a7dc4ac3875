"""Lines of a display that are worked out when somebody looks at them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.view.display import Display, LaterRows, Row


def test_lines_are_worked_out_once_and_only_when_somebody_looks() -> None:
    asked = list[str]()

    def work() -> Iterator[Row]:
        asked.append("asked")
        yield Row("Reval", "minor")
        yield Row("Riga", "major")

    rows = LaterRows(work)
    shown = Display("ports", "Ports", rows, "2 ports")
    assert rows and shown.line == "Ports: 2 ports" and repr(rows) == "LaterRows(...)"
    assert not asked and not rows.is_known, "a folded display asks nothing"
    assert [row.label for row in rows] == ["Reval", "Riga"]
    assert len(rows) == 2 and rows[1].value == "major" and rows[:1] == (Row("Reval", "minor"),)
    assert rows.is_known and asked == ["asked"]


def test_later_lines_are_equal_to_the_same_lines() -> None:
    lines = (Row("Reval", "minor"),)
    one, other = LaterRows(lambda: lines), LaterRows(lambda: [*lines])
    assert one == other and one == lines and lines == one and hash(one) == hash(lines)
    assert one != LaterRows(lambda: (Row("Riga"),)) and one != [*lines]
    assert Display("a", "A", one) == Display("a", "A", lines)
    assert repr(one) == repr(lines)
