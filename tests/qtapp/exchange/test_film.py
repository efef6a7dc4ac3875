"""A war is filmed turn by turn, as the seat in view knew it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from engine.core.view.fog import Fog, Seat
from engine.game.player_view import PlayerView
from engine.game.session import GameSession
from engine.reports.line_record import LineRecord
from maps.errors import KnownError
from qtapp.cli import main
from qtapp.exchange.film import FilmPlan, write_film

pytestmark = pytest.mark.usefixtures("qapp")


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game by hand, played by the automatic players."""
    path = tmp_path_factory.mktemp("war") / "war.sandtable"
    done = run("play", "by_hand/blocks", "--bots", "both", "-o", path)
    assert done.exit_code == 0, done.output
    return path


def test_a_picture_a_turn(war: Path, tmp_path: Path) -> None:
    words = ("--hex", "16", "--region", "0101..0604", "--seconds", "0.5", "--json")
    done = run("export", "film", war, "-o", tmp_path / "war.webp", *words)
    assert done.exit_code == 0, done.output
    said = json.loads(done.output)
    with GameSession.open(war) as game:
        record = LineRecord.of(game)
        record.go_on(game)
        ends = record.ends()
    assert said["turns"] == len(ends) > 3
    with Image.open(tmp_path / "war.webp") as film:
        assert getattr(film, "n_frames", 1) == len(ends)
        assert film.size == (said["width"], said["height"])
    done = run("export", "film", war, "-o", tmp_path / "war.png", "--no-front", *words)
    assert done.exit_code == 0, done.output
    files = json.loads(done.output)["files"]
    assert sorted(tmp_path.glob("war-*.png")) == [Path(name) for name in files]
    assert len(files) == len(ends)
    pictures = [Image.open(name).tobytes() for name in files]
    assert len(set(pictures)) == len(pictures)  # each has its turn written over it


def test_the_front_is_drawn_and_fog_hides(war: Path, tmp_path: Path) -> None:
    def shot(name: str, plan: FilmPlan, view: PlayerView | None = None) -> bytes:
        made = write_film(game, tmp_path / f"{name}.png", plan, view=view)
        with Image.open(made.files[1]) as picture:
            return picture.convert("RGB").tobytes()

    with GameSession.open(war) as game:
        plain = shot("plain", FilmPlan(6.0, front=False))
        fronted = shot("front", FilmPlan(6.0))
        assert plain != fronted
        view = PlayerView(game)
        assert shot("open", FilmPlan(6.0, front=False), view) == plain
        view.seat = Seat(game.system.sides[0].id, Fog.STACKS)
        assert shot("fog", FilmPlan(6.0, front=False), view) != plain


def test_cancelling_leaves_no_picture(war: Path, tmp_path: Path) -> None:
    class StoppedError(Exception):
        pass

    def report(share: float, words: str) -> None:
        if words.startswith("Picture 3"):
            raise StoppedError

    with GameSession.open(war) as game:
        for name in ("a.png", "a.webp", "a.apng"):
            with pytest.raises(StoppedError):
                write_film(game, tmp_path / name, FilmPlan(8.0), report)
        with pytest.raises(KnownError, match="film"):
            write_film(game, tmp_path / "a.avi")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-o", "a.mp4"), "film"),
        (("-o", "a.webp", "--hex", "2"), "4 to 400"),
        (("-o", "a.webp", "--seconds", "0"), "0 ms"),
        (("-o", "a.webp", "--region", "0101"), "region"),
        (("-o", "a.webp", "--hex", "400", "--region", "9999..0101"), "hex"),
    ],
)
def test_what_cannot_be_filmed_is_told(
    war: Path, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    placed = [str(tmp_path / word) if word.startswith("a.") else word for word in words]
    done = run("export", "film", war, *placed)
    assert done.exit_code == 2 and said in done.output, done.output
    assert not list(tmp_path.iterdir())
