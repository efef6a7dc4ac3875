"""Print and play: the whole game is in the PDF, at the sizes asked for, whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from engine.editing.aid_session import NewAid
from engine.game.chartbook import charts_of
from maps.errors import KnownError
from maps.files.writing import asking
from oob.model import EntryKind, ScheduleEntry
from qtapp.cli import main
from qtapp.exchange.paper.contents import place_sections
from qtapp.exchange.paper.flow import Flow, PaperTable, Section, fitted
from qtapp.exchange.paper.print_text import width, wrapped
from qtapp.exchange.print_and_play import Paper, Piece, write_print_and_play
from qtapp.exchange.subject import Subject, subject_named
from tests.examples import few
from tests.maps.digitise.test_unpacking import drawn

pytestmark = pytest.mark.usefixtures("qapp")
MM = 25.4 / 72
GAME = "by_hand/difference"


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture(scope="module")
def printed(qapp: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, object]]:
    """A game printed on A4 with hexes of 8 mm, and what was said of it."""
    out = tmp_path_factory.mktemp("paper") / "game.pdf"
    words = ("--hex", "8mm", "--counter", "13mm", "--json")
    done = run("export", "print-and-play", GAME, "-o", out, *words)
    assert done.exit_code == 0, done.output
    with pdfium.PdfDocument(out) as document:
        texts = [page.get_textpage().get_text_bounded() for page in document]
        pages = {part["part"]: part for part in json.loads(done.output)["parts"]}
        yield {"document": document, "texts": texts, "parts": pages, "said": done.output}


def words_of(printed: dict[str, object], part: str) -> str:
    """The text of a part's pages, its lines joined."""
    texts, parts = printed["texts"], printed["parts"]
    assert isinstance(texts, list) and isinstance(parts, dict)
    pages = texts[parts[part]["first"] - 1 : parts[part]["last"]]
    return " ".join(" ".join(pages).split())


def test_every_part_is_there_and_counters_have_their_backs_behind_them(
    printed: dict[str, object],
) -> None:
    parts, texts = printed["parts"], printed["texts"]
    assert isinstance(parts, dict) and isinstance(texts, list)
    assert list(parts) == ["Board", "Counters", "Set-up", "Turn record", "Charts and tables"]
    assert parts["Counters"]["first"] % 2 == 1 and parts["Counters"]["last"] % 2 == 0
    assert parts["Charts and tables"]["last"] == len(texts)
    cover = " ".join(texts[0].split())
    for name, part in parts.items():
        assert name in cover and str(part["first"]) in cover


def test_hexes_and_the_bar_are_as_long_as_they_say(printed: dict[str, object]) -> None:
    document, parts = printed["document"], printed["parts"]
    assert isinstance(document, pdfium.PdfDocument) and isinstance(parts, dict)
    spots = {}
    page = document[parts["Board"]["first"] - 1]
    text = page.get_textpage()
    for label in ("0203", "0207"):
        found = text.search(label).get_next()
        assert found is not None
        spots[label] = text.get_charbox(found[0])
    assert abs(spots["0203"][1] - spots["0207"][1]) * MM == pytest.approx(4 * 8.0, abs=0.2)
    cover = document[0].get_textpage()
    first, last = (cover.search(word) for word in ("50", "100"))
    ends = []
    while (hit := last.get_next()) is not None:
        left, _, _, _ = cover.get_charbox(hit[0])
        _, _, right, _ = cover.get_charbox(hit[0] + 2)
        ends.append((left + right) / 2)
    half = first.get_next()
    assert half is not None
    left, _, _, _ = cover.get_charbox(half[0])
    _, _, right, _ = cover.get_charbox(half[0] + 1)
    assert any((end - (left + right) / 2) * MM == pytest.approx(50.0, abs=0.3) for end in ends)


def test_all_units_turns_and_charts_are_on_paper(printed: dict[str, object]) -> None:
    subject = subject_named(GAME)
    order = subject.order
    assert order is not None and subject.rules is not None and subject.state is not None
    set_up = words_of(printed, "Set-up")
    for unit in order.units.values():
        assert f"{unit.name} {unit.type} {unit.size.value}" in set_up
    turns = words_of(printed, "Turn record")
    assert "8 June, summer" in turns and "15 June, summer" in turns
    for entry in subject.rules.due(subject.state, 1, 8):
        assert f"({entry.rule})" in turns
    charts = words_of(printed, "Charts and tables")
    for chart in charts_of(subject.charts):
        for table in chart.tables:
            for row in table.rows:
                cells = row.cells[1:] if table.columns == ("entry", "value") else row.cells
                for cell in filter(None, cells):
                    for word in cell.replace("_", " ").split():
                        assert word.replace("−", "") in charts, (chart.title, word)


def test_what_comes_after_the_last_turn_is_left_out() -> None:
    subject = subject_named(GAME)
    assert subject.order is not None
    late = ScheduleEntry(EntryKind.ARRIVES, 99, "Nowhere", (next(iter(subject.order.units)),))
    order = replace(subject.order, schedule=[*subject.order.schedule, late])
    subject = replace(subject, order=order)

    def turns(of: Subject) -> set[str]:
        sections = {section.title: section for section in place_sections(of)}
        return {row[0] for row in sections["Coming, going and changing"].tables[0].rows}

    assert turns(subject) == {"2", "3"}
    assert turns(replace(subject, rules=None)) == {"2", "3", "99"}


def test_a_board_alone_says_what_it_lacks(tmp_path: Path) -> None:
    out = tmp_path / "a.pdf"
    whole = subject_named(GAME)
    alone = Subject(whole.title, whole.board, None)
    made = write_print_and_play(alone, out, Paper(4.0))
    assert [part.title for part in made.parts] == ["Board"]
    assert made.missing == ("counters", "set-up", "turn record", "charts")
    with pdfium.PdfDocument(out) as document:
        cover = " ".join(document[0].get_textpage().get_text_bounded().split())
    assert "no counters and no set-up and no turn record and no charts" in cover
    done = run("export", "print-and-play", "balkan_gambit", "-o", out, "--only", "turns")
    assert done.exit_code == 2 and "nothing of what" in done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--hex", "1mm"), "3 to 150"),
        (("--counter", "1mm"), "5 to 80"),
        (("--paper", "50x150mm"), "120 mm or more"),
        (("--hex", "x"), "length"),
    ],
)
def test_what_cannot_be_printed_is_told(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = run("export", "print-and-play", GAME, "-o", tmp_path / "a.pdf", *words)
    assert done.exit_code == 2 and said in done.output, done.output
    assert not list(tmp_path.iterdir())


class StoppedError(Exception):
    """Somebody cancelled."""


def test_cancelling_leaves_the_old_file(tmp_path: Path) -> None:
    out = tmp_path / "a.pdf"
    out.write_bytes(b"old")
    subject = subject_named(GAME)
    told: list[float] = []

    def report(share: float, words: str) -> None:
        told.append(share)
        if len(told) == 3:
            raise StoppedError

    few_pages = Paper(wanted=frozenset({Piece.TURNS, Piece.CHARTS}))
    with pytest.raises(StoppedError):
        write_print_and_play(subject, out, few_pages, report)

    def stop() -> None:
        raise StoppedError

    with pytest.raises(StoppedError), asking(stop):
        write_print_and_play(subject, out, few_pages)
    assert told == sorted(told)
    assert out.read_bytes() == b"old" and len(list(tmp_path.iterdir())) == 1
    with pytest.raises(KnownError, match="no PDF"):
        write_print_and_play(subject, tmp_path / "a.png")


@st.composite
def tables(draw: st.DrawFn) -> PaperTable:
    columns = draw(st.integers(1, 6))
    cell = st.text("abc XV-", max_size=draw(st.sampled_from((5, 30, 300))))
    row = st.tuples(*[cell] * columns)
    heads = draw(st.one_of(st.just(()), row))
    return PaperTable(draw(cell), heads, tuple(draw(st.lists(row, min_size=1, max_size=25))))


@given(st.lists(st.lists(tables(), max_size=3), min_size=1, max_size=4))
@few(5)
def test_every_row_is_on_a_page_once_and_nothing_lies_on_another(
    found: list[list[PaperTable]],
) -> None:
    flow = Flow(186.0, 240.0)
    for number, some in enumerate(found):
        flow.add(Section(f"Chart {number}", tuple(some), "printed", "why"))
    rows: dict[int, list[int]] = {}
    for page in flow.pages:
        boxes = []
        for placed in page:
            (x, y), piece = placed.at, placed.piece
            wide = getattr(piece, "wide", None) or sum(piece.widths)
            assert x + wide <= 186.01
            if hasattr(piece, "table"):
                rows.setdefault(id(piece.table), []).extend(range(piece.first, piece.last))
                assert y + piece.high - 4.0 <= 240.01 or piece.last - piece.first == 1
            boxes.append((x, y, x + wide, y + piece.high))
        for index, (left, top, right, bottom) in enumerate(boxes):
            for other in boxes[:index]:
                assert (
                    left >= other[2] - 0.01
                    or right <= other[0] + 0.01
                    or top >= other[3] - 0.01
                    or bottom <= other[1] + 0.01
                )
    for some in found:
        for table in some:
            assert rows[id(table)] == list(range(len(table.rows)))


@given(st.text("ab cd\n", max_size=80), st.floats(8.0, 60.0))
@few(20)
def test_wrapped_lines_fit_and_lose_no_word(text: str, room: float) -> None:
    lines = wrapped(text, 2.4, room)
    assert all(width(line, 2.4) <= room + 0.01 or len(line) == 1 for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.lists(st.floats(2.0, 300.0), min_size=1, max_size=8), st.floats(50.0, 300.0))
@few(30)
def test_columns_fit_the_room(natural: list[float], room: float) -> None:
    widths = fitted(natural, room)
    assert sum(widths) <= max(room, 0.0) + 0.01
    assert all(wide <= wanted + 0.01 for wide, wanted in zip(widths, natural, strict=True))


def test_player_aids_have_a_page_each_as_large_as_it_goes(tmp_path: Path) -> None:
    out = tmp_path / "a.pdf"
    subject = subject_named(GAME)
    aids = (NewAid(drawn((1200, 400)), "Weather", "Tables", "From the back"),
            NewAid(drawn((40, 30), "JPEG"), "Small"))  # fmt: skip
    only = Paper(4.0, wanted=frozenset((Piece.AIDS,)))
    made = write_print_and_play(replace(subject, aids=aids), out, only)
    (part,) = made.parts
    assert (part.title, part.last - part.first) == ("Player aids", 1)
    with pdfium.PdfDocument(out) as document:
        page = document[part.first - 1]
        text = " ".join(page.get_textpage().get_text_bounded().split())
        assert "Weather" in text and "Tables" in text and "From the back" in text
        (picture,) = [one for one in page.get_objects() if one.type == 3]
        left, bottom, right, top = (edge * MM for edge in picture.get_bounds())
        # On its side: 297 mm less margins, foot, title and note leave 254; a third of that across.
        assert top - bottom == pytest.approx(3 * (right - left), rel=0.01) and top - bottom > 250
        (small,) = [one for one in document[part.first].get_objects() if one.type == 3]
        left, bottom, right, top = (edge * MM for edge in small.get_bounds())
        assert (right - left, top - bottom) == pytest.approx((14.0, 10.5), abs=0.1)
    with pytest.raises(KnownError, match="nothing of what"):
        write_print_and_play(subject, out, only)
