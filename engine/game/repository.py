"""A game session's hand in the file: its log as rows and back, and the states the file keeps."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice

from engine.core.actions import Action, Roll
from engine.core.codec import CLASS_KEY, Codec, digest
from engine.core.referee import Override, Overrule
from engine.core.state import State
from engine.core.system import System
from engine.game.set_up.failing import playable
from engine.game.set_up.openings import opened
from engine.play.log import ROOT, How, LogTree, Node, canonical, child_key, key_after
from engine.scenarios import system_of
from engine.store.faults import DAMAGED
from engine.store.plain import plain_of
from engine.store.rows.games import GameRecord, GameStore, NodeRow, SnapshotRow
from maps.errors import KnownError
from maps.untyped import Json

SNAPSHOT_EVERY = 64
"""At most how many steps apart on a line the states are that a file keeps for quick opening."""


Told = tuple[tuple[str, str], ...]
"""What a step keeps of warnings that were told with it: rules and sentences."""


class GameRepository:
    """Writes what is new of one game's log and reads what was written."""

    def __init__(self, store: GameStore, codec: Codec) -> None:
        self.store = store
        self.digests: dict[int, str] = {}
        self._codec = codec
        self._snapshots: set[int] = set()
        self._saved = self._opened = -1

    def save(
        self,
        log: LogTree,
        dice: str,
        state_at: Callable[[int], State],
        recorded: Callable[[int], str | None] = lambda _node: None,
    ) -> None:
        """Commit the steps that are new, where the log stands, and who makes the dice.

        States are asked for where no digest is ``recorded``.
        Raises KnownError, and writes nothing, when the file cannot take them.
        """
        rows = [
            self._row(node, recorded(node.id) or digest(state_at(node.id)))
            for node in log.newer_than(self._saved)
        ]
        snapshot = None
        if rows and not self._snapshot_near(log):
            snapshot = self._snapshot(log.current, state_at(log.current))
        self.store.append(rows, log.current, log.tip, dice, snapshot)
        self.digests.update((row.id, row.digest) for row in rows)
        if rows:
            self._saved = rows[-1].id
        if snapshot:
            self._snapshots.add(snapshot.node)

    def keep_last(self, log: LogTree, state: State | None) -> None:
        """Keep the state where a game that was played on is closed, so that nothing is replayed
        when it is opened there; one kept at an earlier closing goes where those that stay are near
        enough. The game is complete without it: what cannot be written is left out.
        """
        back = list(islice((node.id for node in log.back()), SNAPSHOT_EVERY))
        kept = [node for node in back if node in self._snapshots]
        played = self._saved > self._opened
        if state is None or not played or not back or log.current in kept[:1]:
            return
        gone = kept[:1] if len(kept) > 1 else []
        try:
            self.store.keep(self._snapshot(log.current, state), gone)
        except KnownError:
            return
        self._snapshots.add(log.current)
        self._snapshots.difference_update(gone)

    def _snapshot(self, node: int, state: State) -> SnapshotRow:
        return SnapshotRow(node, json.dumps(self._codec.to_plain(state), separators=(",", ":")))

    def read(self, record: GameRecord) -> LogTree:
        """The log of a game as it was saved. Raises KnownError when it does not hold together."""
        with _sound(record.where):
            nodes = []
            keys: dict[int, str] = {}
            reader = _Reader(self._codec, record.where)
            for row in record.nodes:
                node, way = reader.step(row)
                nodes.append(node)
                _check_way(row, way, keys)
            _check_places(record)
            log = LogTree(nodes, record.current, record.tip)
        self._saved = self._opened = nodes[-1].id
        self._snapshots = set(record.snapshots)
        self.digests = {row.id: row.digest for row in record.nodes}
        return log

    def forget(self, nodes: Iterable[int]) -> None:
        """Steps were removed from the log and the file."""
        for node in nodes:
            self.digests.pop(node, None)
            self._snapshots.discard(node)

    def state(self, node: int) -> State | None:
        """The state the file keeps of a node, or None. Raises KnownError when it is damaged.

        What an earlier version of the program did not know yet has its default.
        """
        text = self.store.snapshot(node) if node in self._snapshots else None
        if text is None:
            return None
        where = f"{self.store.path}, state of step {node}"
        with _sound(where):
            plain = plain_of(text)
            found = self._codec.record(plain, where)
            if not isinstance(found, State) or not (
                digest(found) == self.digests.get(node)
                or _lacks(plain, self._codec.to_plain(found))
            ):
                raise ValueError("it is not the state that was saved")
        return found

    def _snapshot_near(self, log: LogTree) -> bool:
        """True when the file keeps a state on the current line less than so many steps back."""
        at: int | None = log.current
        for _ in range(SNAPSHOT_EVERY):
            if at is None or at in self._snapshots:
                return at is not None
            at = log[at].parent
        return False

    def _row(self, node: Node, digested: str) -> NodeRow:
        action = None if node.action is None else json.dumps(self._codec.to_plain(node.action))
        return NodeRow(
            id=node.id,
            parent=node.parent,
            action=action,
            how=node.how.value,
            draw=node.draw,
            key=node.key,
            side=node.side,
            told=json.dumps([*node.told], ensure_ascii=False),
            digest=digested,
            board=node.board,
            why=node.why,
        )


class _Reader:
    """Reads steps of one game; a text that many steps share, as branches do, is read once."""

    def __init__(self, codec: Codec, where: str) -> None:
        self._codec, self._where = codec, where
        self._actions: dict[str, tuple[Action, str]] = {}
        self._told: dict[str, Told] = {}

    def step(self, row: NodeRow) -> tuple[Node, str]:
        """A step, and the canonical text of its action, "" of the first step. Raises KnownError or
        ValueError when none was saved so.
        """
        action, way = (None, "") if row.action is None else self._read(row.action, row)
        how, told = How(row.how), self._said(row)
        made = (
            row.id,
            row.parent,
            action,
            how,
            row.draw,
            row.key,
            row.side,
            told,
            row.board,
            row.why,
        )
        return Node(*made), way

    def _read(self, text: str, row: NodeRow) -> tuple[Action, str]:
        found = self._actions.get(text)
        if found is None:
            plain = plain_of(text)
            try:
                action = self._codec.record(plain)
            except KnownError:  # once more, to tell the place, which sound ones need not spell
                action = self._codec.record(plain, self._spot(row))
            found = self._actions[text] = action, canonical(plain)
        return found

    def _said(self, row: NodeRow) -> Told:
        found = self._told.get(row.told)
        if found is None:
            pairs = _pairs(plain_of(row.told))
            if pairs is None:
                raise KnownError(self._spot(row), "what was told of it is no list of pairs.")
            found = self._told[row.told] = pairs
        return found

    def _spot(self, row: NodeRow) -> str:
        return f"{self._where}, step {row.id}"


def _pairs(plain: Json) -> Told | None:
    """Rules and sentences; None for anything else."""
    if not isinstance(plain, list):
        return None
    found: list[tuple[str, str]] = []
    for pair in plain:
        if not (isinstance(pair, list) and len(pair) == 2):
            return None
        rule, sentence = pair
        if not (isinstance(rule, str) and isinstance(sentence, str)):
            return None
        found.append((rule, sentence))
    return tuple(found)


def _lacks(old: Json, now: Json) -> bool:
    """Whether JSON holds what that of today does, but for fields that there were not yet."""
    return old != now and _within(old, now)


def _within(old: Json, now: Json) -> bool:
    if isinstance(old, dict) and isinstance(now, dict) and CLASS_KEY in old:
        return all(key in now and _within(old[key], now[key]) for key in old)
    if isinstance(old, dict) and isinstance(now, dict):
        return old.keys() == now.keys() and all(_within(old[key], now[key]) for key in old)
    if isinstance(old, list) and isinstance(now, list):
        return len(old) == len(now) and all(map(_within, old, now))
    return bool(old == now)


@contextmanager
def _sound(where: str) -> Iterator[None]:
    """Tell a log that no program could have written as damage."""
    try:
        yield
    except KnownError as error:
        raise KnownError(error.where, error.what, error.fix or DAMAGED) from error
    except ValueError as error:
        raise KnownError(where, f"the log is damaged ({error}).", DAMAGED) from error


def codec_of(system: System) -> Codec:
    """How states and actions of a system are written."""
    return Codec(classes_of(system))


def classes_of(system: System) -> tuple[type, ...]:
    """All records that a game of a system writes."""
    return (*system.actions(), Roll, Overrule, Override, *system.records())


def sound_steps(store: GameStore) -> frozenset[int]:
    """The steps of a game that can be read and follow from one that can."""
    reader = _Reader(codec_of(system_of(store.scenario.system)), str(store.path))
    keys: dict[int, str] = {}
    for row in store.node_rows():
        try:
            with _sound(str(store.path)):
                _check_way(row, reader.step(row)[1], keys)
        except KnownError:
            keys.pop(row.id, None)
    return frozenset(keys)


def begins_as_recorded(store: GameStore) -> bool:
    """Whether the rules begin a game with the very state its first step records."""
    first = next(iter(store.node_rows()), None)
    if first is None or first.id != ROOT:
        return False
    board = store.board.at(first.board)
    with playable(str(store.path)):
        rules = system_of(store.scenario.system).bind(replace(store.scenario, map=board))
        codec = codec_of(system_of(store.scenario.system))
        begun = opened(rules, codec, store.load().laid, str(store.path))
        return digest(begun.state) == first.digest


def bad_snapshots(store: GameStore) -> frozenset[int]:
    """The steps whose states are kept in the file but are not what was saved."""
    repository = GameRepository(store, codec_of(system_of(store.scenario.system)))
    repository.digests = {row.id: row.digest for row in store.node_rows()}
    repository._snapshots = set(store.snapshot_nodes())
    bad = set()
    for node in sorted(repository._snapshots):
        try:
            repository.state(node)
        except KnownError:
            bad.add(node)
    return frozenset(bad)


def _check_places(record: GameRecord) -> None:
    """Where the log stands and how far its line goes are steps of it."""
    known = {row.id for row in record.nodes}
    for step in (record.current, record.tip):
        if step not in known:
            raise ValueError(f"step {step} is missing")


def _check_way(row: NodeRow, text: str, keys: dict[int, str]) -> None:
    """A step comes from an earlier one and its key tells how; an altered one betrays itself."""
    if row.parent is None or row.action is None:
        sound = row.id == ROOT
    elif row.parent not in keys:
        raise ValueError(f"step {row.parent}, before step {row.id}, is missing")
    else:
        key = key_after(keys[row.parent], text)
        sound = row.key == (child_key(key, row.draw) if row.draw else key)
    if not sound:
        raise ValueError(f"step {row.id} is not the one that was saved")
    keys[row.id] = row.key
