"""A process whose children edit and play until they are killed; see test_kill.

It imports everything once. For each line ``scenario seed path`` on standard input it forks a child
that opens (or begins) the game and goes on for ever, saying in one line what was done after it was
shown as done. When a child has ended it says ``gone``, so that nothing said before is missed.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

from engine import systems
from engine.core.chance import Stream
from engine.editing.map_session import EditSession
from engine.game.session import GameSession
from engine.play.log import ROOT
from engine.scenarios import load_scenario
from maps import edits
from maps.hexgrid import Hex
from maps.model import GameMap
from tests.engine.fakes import Skirmish, small_scenario


def fingerprint(board: GameMap) -> str:
    """A short word for all the terrain of a map."""
    return hashlib.blake2b(repr(sorted(board.terrain.items())).encode(), digest_size=8).hexdigest()


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def opened(name: str, seed: int, path: Path) -> GameSession:
    if path.exists():
        return GameSession.open(path)
    scenario = small_scenario(turns=10**6) if name == Skirmish.id else load_scenario(name)
    return GameSession.begin(scenario, seed=seed, path=path)


def live(name: str, seed: int, path: Path) -> None:
    """Edit and play without end."""
    if name == Skirmish.id:
        systems.SYSTEMS[name] = Skirmish()
    game = opened(name, seed, path)
    edit = EditSession.beside(game)
    stream = Stream(seed, f"{len(game.log)}/{edit.revision}")
    kinds = sorted(kind.id for kind in edit.map.legend.kinds.values() if kind.layer == "terrain")
    say("open")
    while True:
        deed = stream.below(20)
        if deed < 9:
            action = game.view().legal.random(stream)
            if action is None:
                game.goto(ROOT)
            else:
                game.act(action)
        elif deed < 10:
            game.undo() if stream.below(2) else game.redo()
        elif deed < 17:
            scribble(edit, stream, kinds)
        elif deed < 19:
            edit.undo(knowing=True)
        else:
            edit.redo(knowing=True)
        say("done", game.log.current, game.digest(), edit.revision, fingerprint(edit.map))


def scribble(edit: EditSession, stream: Stream, kinds: list[str]) -> None:
    """Paint a few hexes, sometimes as a stroke."""
    hexes: list[Hex] = stream.shuffled(sorted(edit.map.terrain))[: 1 + stream.below(3)]
    stroke = "stroke" if stream.below(3) else ""
    change = edits.paint(edit.map, hexes, kinds[stream.below(len(kinds))], stroke=stroke)
    edit.apply(change, knowing=True)


def main() -> None:
    say("ready")
    for line in sys.stdin:
        name, seed, path = line.rstrip("\n").split(" ", 2)
        child = os.fork()
        if child == 0:
            live(name, int(seed), Path(path))
        say("child", child)
        _, status = os.waitpid(child, 0)
        say("gone", -os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
