"""Positions of Boot Camp laid out by hand, and told again."""

from __future__ import annotations

from typing import Any

from engine.core.handler import Transition
from engine.core.laying import Number, Wanted, refusal
from engine.core.state import Location
from engine.systems.boot_camp import politics
from engine.systems.boot_camp.sequence import OPENINGS, PLAYER_TURN, SURPRISE
from engine.systems.boot_camp.state.constants import EASTERN_GREECE, ENTRY, GREEK
from engine.systems.boot_camp.state.context import BootCampContext
from engine.systems.boot_camp.state.position import BootCampPosition
from engine.systems.boot_camp.state.records import Campaign
from engine.systems.europa.scenario.laying import NEUTRAL_WORD, EuropaLaying
from engine.systems.europa.state.constants import DEAD, Phase
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Theatre
from maps.hexgrid import Hex
from maps.untyped import JsonObject

AIR = ("bombers", "fighters")


class BootCampLaying(EuropaLaying):
    """Lays out and tells positions of one scenario."""

    context: BootCampContext
    entry = ENTRY
    phases = (
        Phase.MOVEMENT,
        *(phase for phase in PLAYER_TURN if phase is not Phase.MOVEMENT),
        *SURPRISE,
        Phase.WEATHER,
    )

    def begun(self, state: Theatre, phase: Phase, side: str) -> Campaign:
        """The sequence has opened a phase; the surprise sub-turn is a German one."""
        assert isinstance(state, Campaign)
        bare = state.having(surprise=phase in SURPRISE, flown={}, flights=())
        transition = Transition(bare)
        OPENINGS[phase](self.context, transition, side)
        return transition.state

    def entering(self, state: Any, wanted: Wanted, joined: dict[str, str]) -> JsonObject:
        """All that wait for German entry join with it (BC-24)."""
        waiting = [
            row
            for row in self.context.charts.nations.rows
            if row.side and not row.from_start and row.id not in state.surrendered
        ]
        surprise = wanted.fresh and wanted.phase in SURPRISE
        asked = surprise or ENTRY in wanted.points or any(joined.get(row.id) for row in waiting)
        if not asked:
            return {"entered": 0}
        for row in waiting:
            if wanted.nations.get(row.id) == NEUTRAL_WORD:
                what = f"{row.name} joins when Germany enters the war."
                raise refusal(what, "Say of no other nation that it has joined.", part="nations")
            joined[row.id] = row.side
        turn = int(wanted.points.get(ENTRY, state.entered or max(1, wanted.turn - 1)))
        return {"entered": wanted.turn if surprise else turn}

    def fitting(self, state: object) -> Any:
        """Losses are those counted so far; nations whose capital has fallen have surrendered."""
        assert isinstance(state, Campaign)
        units, nations = self.context.units, self._counted
        tallied = {
            unit: piece.steps
            for unit, piece in state.pieces.items()
            if units[unit].nation in nations
            and piece.steps != units[unit].steps
            and (isinstance(piece.at, Hex) or piece.at in (*self.context.holding, DEAD))
        }
        state = state.having(tallied=tallied)
        pos = self._look(state)
        for nation in politics.fallen(pos):
            row = self.context.nation_row(nation)
            what = f"{row.name} has surrendered: the enemy owns {row.capital_name} [{row.rule}]."
            fix = f'Write {nation} = "surrendered" under [nations], or give the city back.'
            raise refusal(what, fix, part="owners")
        if GREEK in state.surrendered and not state.athens:
            state = state.having(athens=max(1, state.turn - 1))
        return state

    @property
    def _counted(self) -> frozenset[str]:
        """The nations whose losses count."""
        rows = self.context.charts.victory.losses
        return frozenset(nation for row in rows for nation in row.nations)

    def _look(self, state: Campaign) -> BootCampPosition:
        found = self.context.look(state)
        assert isinstance(found, BootCampPosition)
        return found

    @property
    def nations(self) -> tuple[str, ...]:
        """The nations of the game."""
        return tuple(row.id for row in self.context.charts.nations.rows)

    def spared(self, nation: str, at: Location) -> bool:
        """Greek units on islands and in Eastern Greece fight on (BC-24A.2)."""
        if not self.context.nation_row(nation).spares_islands:
            return False
        return at in self.context.islands or at == EASTERN_GREECE

    @property
    def point_words(self) -> tuple[str, ...]:
        """Air points left in this game turn, by nation and kind."""
        nations = dict.fromkeys(row.nation for row in self.context.charts.air_points.rows)
        return tuple(f"{nation} {kind}" for nation in nations for kind in AIR)

    def points(self, state: Any, key: str, amount: Number) -> Any:
        """Air points left: what is missing has flown."""
        nation, _, kind = key.partition(" ")
        row = self.context.charts.air_points.row(nation, state.turn, state.entered)
        most = 0 if row is None else row.bombers if kind == AIR[0] else row.fighters
        if not 0 <= amount <= most:
            raise refusal(f"{nation} has {most} {kind} this turn.", part=f"points, {key}")
        return state.having(flown={**state.flown, key: most - int(amount)})

    def own_points(self, pos: Position) -> dict[str, Number]:
        """Air points that have flown in part, as what is left of them."""
        assert isinstance(pos, BootCampPosition)
        found: dict[str, Number] = {}
        for key in pos.state.flown:
            nation, _, kind = key.partition(" ")
            found[key] = pos.air_left(nation)[AIR.index(kind)]
        return found
