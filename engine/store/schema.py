"""The tables of a project file, and the steps from one version of them to the next.

Each step is a migration: never edited once shipped, only followed by another. The file's
``user_version`` is the number of steps it has taken.
"""

from __future__ import annotations

from sqlite_utils import Database, Migrations

APPLICATION_ID = 0x53414E44
"""``SAND`` in SQLite's header: how a Sandtable file is told from other databases."""

MIGRATIONS = Migrations("sandtable")
"""All steps, oldest first."""

_MAPS = """
CREATE TABLE map (
    id INTEGER PRIMARY KEY, ident TEXT NOT NULL, title TEXT NOT NULL, orientation TEXT NOT NULL
) STRICT;
CREATE TABLE map_kind (
    map INTEGER NOT NULL REFERENCES map ON DELETE CASCADE, position INTEGER NOT NULL,
    layer TEXT NOT NULL, ident TEXT NOT NULL, name TEXT NOT NULL,
    look TEXT NOT NULL CHECK (json_valid(look)),
    PRIMARY KEY (map, layer, ident)
) STRICT;
CREATE TABLE map_sheet (
    map INTEGER NOT NULL REFERENCES map ON DELETE CASCADE, position INTEGER NOT NULL,
    ident TEXT NOT NULL, orientation TEXT NOT NULL, columns INTEGER NOT NULL, rows INTEGER NOT NULL,
    digit_order TEXT NOT NULL, parity TEXT NOT NULL,
    columns_grow TEXT NOT NULL, rows_grow TEXT NOT NULL,
    first_column INTEGER NOT NULL, first_row INTEGER NOT NULL, digits INTEGER NOT NULL,
    prefix TEXT NOT NULL, separator TEXT NOT NULL, q INTEGER NOT NULL, r INTEGER NOT NULL,
    PRIMARY KEY (map, position)
) STRICT;
CREATE TABLE map_hex (
    id INTEGER PRIMARY KEY, map INTEGER NOT NULL REFERENCES map ON DELETE CASCADE,
    q INTEGER NOT NULL, r INTEGER NOT NULL, terrain TEXT NOT NULL, UNIQUE (map, q, r)
) STRICT;
CREATE TABLE map_draft (
    map INTEGER NOT NULL REFERENCES map ON DELETE CASCADE, q INTEGER NOT NULL, r INTEGER NOT NULL,
    PRIMARY KEY (map, q, r)
) STRICT, WITHOUT ROWID;
CREATE TABLE map_hexside (
    id INTEGER PRIMARY KEY, map INTEGER NOT NULL REFERENCES map ON DELETE CASCADE,
    q INTEGER NOT NULL, r INTEGER NOT NULL,
    direction INTEGER NOT NULL CHECK (direction IN (0, 1, 2)),
    kinds TEXT NOT NULL CHECK (json_valid(kinds)), UNIQUE (map, q, r, direction)
) STRICT;
CREATE TABLE map_line (
    id INTEGER PRIMARY KEY, map INTEGER NOT NULL REFERENCES map ON DELETE CASCADE,
    q INTEGER NOT NULL, r INTEGER NOT NULL, to_q INTEGER NOT NULL, to_r INTEGER NOT NULL,
    kinds TEXT NOT NULL CHECK (json_valid(kinds)), UNIQUE (map, q, r, to_q, to_r)
) STRICT;
CREATE TABLE map_place (
    id INTEGER PRIMARY KEY, map INTEGER NOT NULL REFERENCES map ON DELETE CASCADE,
    position INTEGER NOT NULL, ident TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
    q INTEGER NOT NULL, r INTEGER NOT NULL, modern TEXT NOT NULL, UNIQUE (map, ident)
) STRICT;
CREATE TABLE map_place_tag (
    place INTEGER NOT NULL REFERENCES map_place ON DELETE CASCADE, tag TEXT NOT NULL,
    PRIMARY KEY (place, tag)
) STRICT, WITHOUT ROWID;
CREATE TABLE map_region_layer (
    id INTEGER PRIMARY KEY, map INTEGER NOT NULL REFERENCES map ON DELETE CASCADE,
    position INTEGER NOT NULL, layer TEXT NOT NULL, UNIQUE (map, layer)
) STRICT;
CREATE TABLE map_region (
    id INTEGER PRIMARY KEY, layer INTEGER NOT NULL REFERENCES map_region_layer ON DELETE CASCADE,
    position INTEGER NOT NULL, name TEXT NOT NULL, UNIQUE (layer, name)
) STRICT;
CREATE TABLE map_region_hex (
    region INTEGER NOT NULL REFERENCES map_region ON DELETE CASCADE,
    q INTEGER NOT NULL, r INTEGER NOT NULL, PRIMARY KEY (region, q, r)
) STRICT, WITHOUT ROWID;
CREATE TABLE map_box (
    id INTEGER PRIMARY KEY, map INTEGER NOT NULL REFERENCES map ON DELETE CASCADE,
    position INTEGER NOT NULL, ident TEXT NOT NULL, name TEXT NOT NULL,
    x REAL NOT NULL, y REAL NOT NULL, width REAL NOT NULL, height REAL NOT NULL, UNIQUE (map, ident)
) STRICT;
CREATE TABLE map_box_link (
    box INTEGER NOT NULL REFERENCES map_box ON DELETE CASCADE, position INTEGER NOT NULL,
    target TEXT NOT NULL, distance INTEGER NOT NULL, PRIMARY KEY (box, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE map_note (
    map INTEGER NOT NULL REFERENCES map ON DELETE CASCADE, position INTEGER NOT NULL,
    key TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (map, key)
) STRICT, WITHOUT ROWID;
"""

_JOURNAL = """
CREATE TABLE map_edit (
    id INTEGER PRIMARY KEY, map INTEGER NOT NULL REFERENCES map ON DELETE CASCADE,
    step INTEGER NOT NULL, label TEXT NOT NULL, stroke TEXT NOT NULL,
    change TEXT NOT NULL CHECK (json_valid(change)),
    standing TEXT NOT NULL CHECK (standing IN ('done', 'undone', 'dropped'))
) STRICT;
CREATE INDEX map_edit_step ON map_edit (map, step);
CREATE INDEX map_edit_standing ON map_edit (map, standing, step);
CREATE TABLE map_history (
    seq INTEGER PRIMARY KEY, map INTEGER NOT NULL REFERENCES map ON DELETE CASCADE,
    deed TEXT NOT NULL CHECK (deed IN ('edit', 'undo', 'redo')), what INTEGER NOT NULL
) STRICT;
CREATE INDEX map_history_map ON map_history (map, seq);
"""

_OOBS = """
CREATE TABLE oob (id INTEGER PRIMARY KEY, ident TEXT NOT NULL, title TEXT NOT NULL) STRICT;
CREATE TABLE oob_nation (
    oob INTEGER NOT NULL REFERENCES oob ON DELETE CASCADE, position INTEGER NOT NULL,
    ident TEXT NOT NULL, name TEXT NOT NULL, side TEXT NOT NULL,
    fill TEXT NOT NULL, ink TEXT NOT NULL, band TEXT NOT NULL, PRIMARY KEY (oob, ident)
) STRICT;
CREATE TABLE oob_unit (
    id INTEGER PRIMARY KEY, oob INTEGER NOT NULL REFERENCES oob ON DELETE CASCADE,
    position INTEGER NOT NULL, ident TEXT NOT NULL, name TEXT NOT NULL, nation TEXT NOT NULL,
    side TEXT NOT NULL, type TEXT NOT NULL, size TEXT NOT NULL, steps INTEGER NOT NULL,
    formation TEXT NOT NULL, note TEXT NOT NULL, UNIQUE (oob, ident)
) STRICT;
CREATE TABLE oob_face (
    unit INTEGER NOT NULL REFERENCES oob_unit ON DELETE CASCADE, position INTEGER NOT NULL,
    attack INTEGER, defense INTEGER, move INTEGER,
    parenthesised INTEGER NOT NULL CHECK (parenthesised IN (0, 1)), label TEXT NOT NULL,
    PRIMARY KEY (unit, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE oob_trait (
    unit INTEGER NOT NULL REFERENCES oob_unit ON DELETE CASCADE, trait TEXT NOT NULL,
    PRIMARY KEY (unit, trait)
) STRICT, WITHOUT ROWID;
CREATE TABLE oob_formation (
    oob INTEGER NOT NULL REFERENCES oob ON DELETE CASCADE, position INTEGER NOT NULL,
    ident TEXT NOT NULL, name TEXT NOT NULL, parent TEXT NOT NULL, PRIMARY KEY (oob, ident)
) STRICT;
CREATE TABLE oob_setup (
    id INTEGER PRIMARY KEY, oob INTEGER NOT NULL REFERENCES oob ON DELETE CASCADE,
    position INTEGER NOT NULL, place TEXT NOT NULL, doubt TEXT NOT NULL, steps INTEGER NOT NULL,
    UNIQUE (oob, position)
) STRICT;
CREATE TABLE oob_setup_unit (
    setup INTEGER NOT NULL REFERENCES oob_setup ON DELETE CASCADE, position INTEGER NOT NULL,
    unit TEXT NOT NULL, PRIMARY KEY (setup, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE oob_entry (
    id INTEGER PRIMARY KEY, oob INTEGER NOT NULL REFERENCES oob ON DELETE CASCADE,
    position INTEGER NOT NULL, kind TEXT NOT NULL, turn INTEGER NOT NULL, place TEXT NOT NULL,
    cost INTEGER NOT NULL, note TEXT NOT NULL, UNIQUE (oob, position)
) STRICT;
CREATE TABLE oob_entry_unit (
    entry INTEGER NOT NULL REFERENCES oob_entry ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('enters', 'replaced')), position INTEGER NOT NULL,
    unit TEXT NOT NULL, PRIMARY KEY (entry, role, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE oob_choice (
    id INTEGER PRIMARY KEY, oob INTEGER NOT NULL REFERENCES oob ON DELETE CASCADE,
    position INTEGER NOT NULL, count INTEGER NOT NULL, UNIQUE (oob, position)
) STRICT;
CREATE TABLE oob_choice_unit (
    choice INTEGER NOT NULL REFERENCES oob_choice ON DELETE CASCADE, position INTEGER NOT NULL,
    unit TEXT NOT NULL, PRIMARY KEY (choice, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE oob_note (
    oob INTEGER NOT NULL REFERENCES oob ON DELETE CASCADE, position INTEGER NOT NULL,
    key TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (oob, key)
) STRICT, WITHOUT ROWID;
"""

_GAMES = """
CREATE TABLE charts (id INTEGER PRIMARY KEY, system TEXT NOT NULL, text TEXT NOT NULL) STRICT;
CREATE TABLE scenario (
    id INTEGER PRIMARY KEY, ident TEXT NOT NULL, title TEXT NOT NULL, system TEXT NOT NULL,
    source TEXT NOT NULL, map INTEGER NOT NULL REFERENCES map, oob INTEGER NOT NULL REFERENCES oob,
    charts INTEGER NOT NULL REFERENCES charts
) STRICT;
CREATE TABLE game (
    id INTEGER PRIMARY KEY, scenario INTEGER NOT NULL REFERENCES scenario,
    seed INTEGER NOT NULL, dice TEXT NOT NULL CHECK (dice IN ('program', 'typed', 'ask')),
    options TEXT NOT NULL CHECK (json_valid(options)),
    current INTEGER NOT NULL, tip INTEGER NOT NULL
) STRICT;
CREATE TABLE game_node (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE, id INTEGER NOT NULL, parent INTEGER,
    action TEXT CHECK (action IS NULL OR json_valid(action)), how TEXT NOT NULL,
    draw INTEGER NOT NULL, key TEXT NOT NULL, side TEXT NOT NULL,
    told TEXT NOT NULL CHECK (json_valid(told)),
    digest TEXT NOT NULL, board INTEGER NOT NULL, PRIMARY KEY (game, id),
    FOREIGN KEY (game, parent) REFERENCES game_node (game, id), CHECK (parent < id)
) STRICT, WITHOUT ROWID;
CREATE TABLE game_snapshot (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE, node INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (json_valid(state)), PRIMARY KEY (game, node),
    FOREIGN KEY (game, node) REFERENCES game_node (game, id)
) STRICT;
"""


@MIGRATIONS(name="1 maps, orders of battle, scenarios and games")
def first(db: Database) -> None:
    """The tables a new project begins with."""
    for part in (_MAPS, _JOURNAL, _OOBS, _GAMES):
        _create(db, part)
    db.execute("PRAGMA user_version = 1")


@MIGRATIONS(name="2 names of places put by hand")
def second(db: Database) -> None:
    """Where a place's name stands, in hexes from the hex's centre; NULL leaves it to painters."""
    db.execute("ALTER TABLE map_place ADD COLUMN label_x REAL")
    db.execute("ALTER TABLE map_place ADD COLUMN label_y REAL")
    db.execute("PRAGMA user_version = 2")


@MIGRATIONS(name="3 bookmarks")
def third(db: Database) -> None:
    """Views of a board one comes back to."""
    _create(
        db,
        """
CREATE TABLE map_bookmark (
    map INTEGER NOT NULL REFERENCES map ON DELETE CASCADE, position INTEGER NOT NULL,
    name TEXT NOT NULL, q INTEGER NOT NULL, r INTEGER NOT NULL, zoom INTEGER NOT NULL,
    key TEXT NOT NULL, PRIMARY KEY (map, name)
) STRICT, WITHOUT ROWID;
""",
    )
    db.execute("PRAGMA user_version = 3")


@MIGRATIONS(name="4 marks and reasons in the log of a game")
def fourth(db: Database) -> None:
    """Names of lines, bookmarks, notes and changes of who rolls; why the program chose a step."""
    _create(
        db,
        """
CREATE TABLE game_mark (
    game INTEGER NOT NULL, node INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('line', 'bookmark', 'note', 'dice')),
    text TEXT NOT NULL, PRIMARY KEY (game, node, kind),
    FOREIGN KEY (game, node) REFERENCES game_node (game, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
ALTER TABLE game_node ADD COLUMN why TEXT NOT NULL DEFAULT '';
""",
    )
    db.execute("PRAGMA user_version = 4")


@MIGRATIONS(name="5 orders of battle as rows")
def fifth(db: Database) -> None:
    """Orders of battle as they are edited, one row a unit, with their journal of edits."""
    _create(
        db,
        """
CREATE TABLE ledger (
    oob INTEGER PRIMARY KEY REFERENCES oob ON DELETE CASCADE,
    status TEXT NOT NULL, errata TEXT NOT NULL, mix TEXT NOT NULL,
    heads TEXT NOT NULL CHECK (json_valid(heads))
) STRICT;
CREATE TABLE ledger_row (
    oob INTEGER NOT NULL REFERENCES ledger ON DELETE CASCADE, key INTEGER NOT NULL,
    rank INTEGER NOT NULL, line INTEGER NOT NULL,
    side TEXT NOT NULL, turn TEXT NOT NULL, initial INTEGER NOT NULL CHECK (initial IN (0, 1)),
    army_group TEXT NOT NULL, force TEXT NOT NULL, part TEXT NOT NULL, area TEXT NOT NULL,
    nationality TEXT NOT NULL, kind TEXT NOT NULL, action TEXT NOT NULL, count INTEGER NOT NULL,
    type TEXT NOT NULL, size TEXT NOT NULL, attack INTEGER, defense INTEGER, move ANY,
    starred INTEGER NOT NULL CHECK (starred IN (0, 1)),
    names TEXT NOT NULL CHECK (json_valid(names)), suffix TEXT NOT NULL, back TEXT NOT NULL,
    grade TEXT NOT NULL, note TEXT NOT NULL, tags TEXT NOT NULL CHECK (json_valid(tags)),
    PRIMARY KEY (oob, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE ledger_laid (
    oob INTEGER NOT NULL REFERENCES ledger ON DELETE CASCADE, correction TEXT NOT NULL,
    change TEXT NOT NULL CHECK (json_valid(change)), PRIMARY KEY (oob, correction)
) STRICT, WITHOUT ROWID;
CREATE TABLE ledger_edit (
    id INTEGER PRIMARY KEY, ledger INTEGER NOT NULL REFERENCES ledger ON DELETE CASCADE,
    step INTEGER NOT NULL, label TEXT NOT NULL, stroke TEXT NOT NULL,
    change TEXT NOT NULL CHECK (json_valid(change)),
    standing TEXT NOT NULL CHECK (standing IN ('done', 'undone', 'dropped'))
) STRICT;
CREATE INDEX ledger_edit_step ON ledger_edit (ledger, step);
CREATE INDEX ledger_edit_standing ON ledger_edit (ledger, standing, step);
CREATE TABLE ledger_history (
    seq INTEGER PRIMARY KEY, ledger INTEGER NOT NULL REFERENCES ledger ON DELETE CASCADE,
    deed TEXT NOT NULL CHECK (deed IN ('edit', 'undo', 'redo')), what INTEGER NOT NULL
) STRICT;
CREATE INDEX ledger_history_ledger ON ledger_history (ledger, seq);
""",
    )
    db.execute("PRAGMA user_version = 5")


@MIGRATIONS(name="6 scans of maps")
def scans(db: Database) -> None:
    """Scans as tile pyramids, and the work done on them with its journal."""
    _create(
        db,
        """
CREATE TABLE scan (
    id INTEGER PRIMARY KEY, map INTEGER NOT NULL REFERENCES map ON DELETE CASCADE,
    ready INTEGER NOT NULL CHECK (ready IN (0, 1)), work TEXT NOT NULL CHECK (json_valid(work))
) STRICT;
CREATE INDEX scan_map ON scan (map);
CREATE TABLE scan_tile (
    scan INTEGER NOT NULL REFERENCES scan ON DELETE CASCADE,
    level INTEGER NOT NULL, across INTEGER NOT NULL, down INTEGER NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (scan, level, across, down)
) STRICT;
CREATE TABLE scans_edit (
    id INTEGER PRIMARY KEY, scans INTEGER NOT NULL REFERENCES map ON DELETE CASCADE,
    step INTEGER NOT NULL, label TEXT NOT NULL, stroke TEXT NOT NULL,
    change TEXT NOT NULL CHECK (json_valid(change)),
    standing TEXT NOT NULL CHECK (standing IN ('done', 'undone', 'dropped'))
) STRICT;
CREATE INDEX scans_edit_step ON scans_edit (scans, step);
CREATE INDEX scans_edit_standing ON scans_edit (scans, standing, step);
CREATE TABLE scans_history (
    seq INTEGER PRIMARY KEY, scans INTEGER NOT NULL REFERENCES map ON DELETE CASCADE,
    deed TEXT NOT NULL CHECK (deed IN ('edit', 'undo', 'redo')), what INTEGER NOT NULL
) STRICT;
CREATE INDEX scans_history_scans ON scans_history (scans, seq);
""",
    )
    db.execute("PRAGMA user_version = 6")


@MIGRATIONS(name="7 notes on the turns of a game")
def seventh(db: Database) -> None:
    """What a player wrote into the calendar of a game."""
    _create(
        db,
        """
CREATE TABLE game_turn (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE, turn INTEGER NOT NULL,
    note TEXT NOT NULL, PRIMARY KEY (game, turn)
) STRICT, WITHOUT ROWID;
""",
    )
    db.execute("PRAGMA user_version = 7")


@MIGRATIONS(name="8 edited charts")
def eighth(db: Database) -> None:
    """Charts as a person wants them: the text they derive from, and each cell that differs."""
    _create(
        db,
        """
CREATE TABLE chart_set (
    id INTEGER PRIMARY KEY, system TEXT NOT NULL, title TEXT NOT NULL,
    base INTEGER NOT NULL REFERENCES charts
) STRICT;
CREATE TABLE chart_cell (
    chart_set INTEGER NOT NULL REFERENCES chart_set ON DELETE CASCADE,
    path TEXT NOT NULL CHECK (json_valid(path)), value TEXT NOT NULL CHECK (json_valid(value)),
    note TEXT NOT NULL, PRIMARY KEY (chart_set, path)
) STRICT, WITHOUT ROWID;
CREATE TABLE chart_set_edit (
    id INTEGER PRIMARY KEY, chart_set INTEGER NOT NULL REFERENCES chart_set ON DELETE CASCADE,
    step INTEGER NOT NULL, label TEXT NOT NULL, stroke TEXT NOT NULL,
    change TEXT NOT NULL CHECK (json_valid(change)),
    standing TEXT NOT NULL CHECK (standing IN ('done', 'undone', 'dropped'))
) STRICT;
CREATE INDEX chart_set_edit_step ON chart_set_edit (chart_set, step);
CREATE INDEX chart_set_edit_standing ON chart_set_edit (chart_set, standing, step);
CREATE TABLE chart_set_history (
    seq INTEGER PRIMARY KEY, chart_set INTEGER NOT NULL REFERENCES chart_set ON DELETE CASCADE,
    deed TEXT NOT NULL CHECK (deed IN ('edit', 'undo', 'redo')), what INTEGER NOT NULL
) STRICT;
CREATE INDEX chart_set_history_chart_set ON chart_set_history (chart_set, seq);
""",
    )
    db.execute("PRAGMA user_version = 8")


@MIGRATIONS(name="9 seats of players")
def ninth(db: Database) -> None:
    """Marks may also say whose eyes a game is seen with."""
    _create(
        db,
        """
CREATE TABLE game_mark_new (
    game INTEGER NOT NULL, node INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('line', 'bookmark', 'note', 'dice', 'seat')),
    text TEXT NOT NULL, PRIMARY KEY (game, node, kind),
    FOREIGN KEY (game, node) REFERENCES game_node (game, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO game_mark_new SELECT game, node, kind, text FROM game_mark;
DROP TABLE game_mark;
ALTER TABLE game_mark_new RENAME TO game_mark;
""",
    )
    db.execute("PRAGMA user_version = 9")


@MIGRATIONS(name="10 the stamp of the file")
def tenth(db: Database) -> None:
    """Which transaction was the last, so that a log left behind is told from another file's."""
    _create(
        db,
        """
CREATE TABLE file_stamp (
    id INTEGER PRIMARY KEY CHECK (id = 1), session TEXT NOT NULL, count INTEGER NOT NULL,
    floor INTEGER NOT NULL, before TEXT NOT NULL
) STRICT;
INSERT INTO file_stamp VALUES (1, lower(hex(randomblob(16))), 0, 0, '');
""",
    )
    db.execute("PRAGMA user_version = 10")


@MIGRATIONS(name="11 laid-out openings")
def eleventh(db: Database) -> None:
    """The position a game begins from where it is not the scenario's own, as JSON."""
    db.execute(
        "ALTER TABLE game ADD COLUMN opening TEXT NOT NULL DEFAULT ''"
        " CHECK (opening = '' OR json_valid(opening))"
    )
    db.execute("PRAGMA user_version = 11")


@MIGRATIONS(name="12 fills in the journal")
def twelfth(db: Database) -> None:
    """No table changes: edits of many hexes may be journalled as runs from here on, which a program
    that knows eleven steps would take for damage.
    """
    db.execute("PRAGMA user_version = 12")


@MIGRATIONS(name="13 player aids")
def thirteenth(db: Database) -> None:
    """Pictures of charts, kept whole, with the journal of what was done with them."""
    _create(
        db,
        """
CREATE TABLE aids (id INTEGER PRIMARY KEY CHECK (id = 1)) STRICT;
INSERT INTO aids VALUES (1);
CREATE TABLE aid (
    id INTEGER PRIMARY KEY, aids INTEGER NOT NULL REFERENCES aids ON DELETE CASCADE,
    name TEXT NOT NULL, folder TEXT NOT NULL, note TEXT NOT NULL, rank INTEGER NOT NULL,
    present INTEGER NOT NULL CHECK (present IN (0, 1)),
    media TEXT NOT NULL CHECK (media IN ('png', 'jpeg')),
    width INTEGER NOT NULL, height INTEGER NOT NULL, data BLOB NOT NULL
) STRICT;
CREATE TABLE aids_edit (
    id INTEGER PRIMARY KEY, aids INTEGER NOT NULL REFERENCES aids ON DELETE CASCADE,
    step INTEGER NOT NULL, label TEXT NOT NULL, stroke TEXT NOT NULL,
    change TEXT NOT NULL CHECK (json_valid(change)),
    standing TEXT NOT NULL CHECK (standing IN ('done', 'undone', 'dropped'))
) STRICT;
CREATE INDEX aids_edit_step ON aids_edit (aids, step);
CREATE INDEX aids_edit_standing ON aids_edit (aids, standing, step);
CREATE TABLE aids_history (
    seq INTEGER PRIMARY KEY, aids INTEGER NOT NULL REFERENCES aids ON DELETE CASCADE,
    deed TEXT NOT NULL CHECK (deed IN ('edit', 'undo', 'redo')), what INTEGER NOT NULL
) STRICT;
CREATE INDEX aids_history_aids ON aids_history (aids, seq);
""",
    )
    db.execute("PRAGMA user_version = 13")


@MIGRATIONS(name="14 numbers with letters")
def fourteenth(db: Database) -> None:
    """How the numbers of a sheet are written where they are not two runs of digits."""
    _create(
        db,
        """
CREATE TABLE map_sheet_style (
    map INTEGER NOT NULL, position INTEGER NOT NULL, style TEXT NOT NULL,
    PRIMARY KEY (map, position),
    FOREIGN KEY (map, position) REFERENCES map_sheet (map, position) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
""",
    )
    db.execute("PRAGMA user_version = 14")


@MIGRATIONS(name="15 places beside the middle of their hexes")
def fifteenth(db: Database) -> None:
    """Where a place's symbol stands, in hexes from the hex's centre; NULL leaves it to painters."""
    db.execute("ALTER TABLE map_place ADD COLUMN offset_x REAL")
    db.execute("ALTER TABLE map_place ADD COLUMN offset_y REAL")
    db.execute("PRAGMA user_version = 15")


def versions(migrations: Migrations) -> int:
    """How many steps there are: the newest version this program knows."""
    return len(migrations.pending(Database(memory=True, execute_plugins=False)))


def _create(db: Database, statements: str) -> None:
    for statement in statements.split(";"):
        if statement.strip():
            db.execute(statement)
