"""A small game by hand for tests: a board of one's own, six units, rules in pieces."""

from __future__ import annotations

from engine.core.actions import Action
from engine.core.system import Scenario
from engine.game.session import GameSession
from engine.scenarios import build_scenario
from engine.systems.by_hand.records import HandState
from engine.systems.by_hand.rules import HandRules
from maps.formats.text import loads as map_of
from maps.hexgrid import Hex
from maps.model import GameMap
from oob.formats.text import loads as order_of
from oob.model import OrderOfBattle, UnitId

GRID = (
    "parity=odd columns_grow=east rows_grow=south first_column=1 first_row=1 digits=2"
    ' prefix="" separator=:'
)
BOARD = """sandtable map 1

[map]
id: own
title: My board
orientation: flat

[legend]
terrain plain "Plain"
terrain wood "Wood"
terrain bog "Bog"
terrain water "Water" sea=yes
hexside stream "Stream"
line track "Track"
place village "Village"

[sheets]
own columns=5 rows=4 orientation=flat origin=0,0 order=CCRR {GRID}

[terrain]
0101 plain
0102 plain
0103 plain
0104 water
0201 plain
0202 wood
0203 plain
0204 plain
0301 plain
0302 plain
0303 bog
0304 plain
0401 plain
0402 plain
0403 plain
0404 plain
0501 plain
0502 plain
0503 plain
0504 plain

[hexsides]
0301/0401 stream

[lines]
track: 0101 0201 0301 0401

[places]
home village 0101 "Home"
goal village 0501 "Goal"

[end]
""".replace("{GRID}", GRID)
ORDER = """sandtable oob 1

[oob]
id: own
title: My counters

[nations]
red "Red" side=red fill=#a3483f ink=#ffffff
blue "Blue" side=blue fill=#4b6b8a ink=#ffffff

[units]
red:
3×4-4/2-4 Infantry XX 1, 2, 3
6-6/3-6 Armor XX 9
blue:
2×4-4/2-4 Infantry XX 5, 6

[setup]
0101: red-1
0102: red-2

[schedule]
arrives 2 Home: red-9

[end]
"""
HEAD = """
[turns]
last = 3

[[phases]]
id = "move"
name = "Movement"
kind = "move"
clears = ["tired"]

[[phases]]
id = "combat"
name = "Combat"
kind = "combat"

[[phases]]
id = "supply"
name = "Supply"
side = "both"
kind = "supply"

[[states]]
id = "tired"
name = "tired"
movement = 50
strength = 50

[[states]]
id = "hungry"
name = "out of supply"
movement = 50
excludes = ["tired"]

[[dice]]
id = "two"
name = "Two dice"
count = 2
"""
MOVEMENT = """
[movement]
rule = "4.1"
classes = [
    { id = "wheels", name = "Wheels", types = ["armor"] },
    { id = "boots", name = "Boots" },
]
terrain = [
    { id = "plain", cost = { every = "1" } },
    { id = "wood", cost = { boots = "2", wheels = "all" } },
    { id = "water", cost = { every = "no" } },
]
hexsides = [{ id = "stream", cost = { every = "+1" } }]
lines = [{ id = "track", cost = { every = "1/2" } }]
"""
ZONES = '[zones]\nrule = "5.2"\nbetween = "forbidden"\n'
STACKING = '[stacking]\nrule = "6.3"\nlimit = 2\n'
SUPPLY = """
[supply]
rule = "7.1"
length = 2
state = "hungry"
sources = { red = ["home"], blue = ["goal"] }
"""
COMBAT = """
[combat]
rule = "8.4"
kind = "odds"
columns = ["1:2", "1:1", "2:1", "3:1"]
rows = [
    ["A", "A", "N", "N"],
    ["A", "N", "N", "D"],
    ["A", "N", "D", "D"],
    ["N", "D", "D", "D"],
    ["N", "D", "D", "E"],
    ["D", "D", "E", "E"],
]
results = [
    { id = "A", text = "The attackers lose a step.", attacker_steps = 1 },
    { id = "N", text = "Nothing happens." },
    { id = "D", text = "The defenders retreat.", defender_retreat = 1 },
    { id = "E", text = "The defenders are out of the game.", defender_steps = -1 },
]
modifiers = [
    { id = "wood", text = "Wood", when = "terrain", of = ["wood"], shift = -1 },
    { id = "stream", text = "Over a stream", when = "hexside", of = ["stream"], factor = 50 },
]
"""
COMBAT = COMBAT.replace("factor = 50", 'whose = "attacker", factor = 50')
VICTORY = """
[victory]
rule = "9.1"
places = [{ id = "home", points = 2, owner = "red" }, { id = "goal", points = 3, owner = "blue" }]
"""
ALL = HEAD + MOVEMENT + ZONES + STACKING + SUPPLY + COMBAT + VICTORY
SOURCE = 'title = "Mine"\nsystem = "by_hand"\nmap = "own"\noob = "own"\n'


def board() -> GameMap:
    """The board: a wood, a bog nothing is declared of, water, a stream that a track bridges."""
    return map_of(BOARD, "own.map")


def order() -> OrderOfBattle:
    """Four units of red and two of blue, none of which is set up but two."""
    return order_of(ORDER, "own.oob")


def scenario(charts: str = ALL) -> Scenario:
    """The scenario by some declared rules."""
    return build_scenario("by_hand/own", SOURCE, game_map=board(), order=order(), charts=charts)


class Desk:
    """A game at the table, in words: units by number, hexes by label."""

    def __init__(self, charts: str = ALL, seed: int = 1) -> None:
        self.game = GameSession.begin(scenario(charts), seed=seed)

    @property
    def state(self) -> HandState:
        """The state now."""
        found = self.game.state
        assert isinstance(found, HandState)
        return found

    @property
    def rules(self) -> HandRules:
        """The rules."""
        found = self.game.rules
        assert isinstance(found, HandRules)
        return found

    def hex(self, label: str) -> Hex:
        """A hex by its label."""
        return self.game.scenario.map.parse_label(label)

    def label(self, unit: str) -> str:
        """The label or the box a unit is in."""
        at = self.state.pieces[UnitId(unit)].at
        return self.game.scenario.map.label(at) if isinstance(at, Hex) else at

    def do(self, action: Action) -> list[str]:
        """Take an action; the sentences that tell of it."""
        return [self.rules.prose(event) for event in self.game.act(action)]

    def disliked(self, action: Action) -> list[str]:
        """The cautions against an action: sentence and rule."""
        return [str(one) for one in self.rules.cautions(self.state, action)]

    def refused(self, action: Action) -> list[str]:
        """Why an action cannot be done."""
        return [one.text for one in self.game.check(action)]
