"""What bars units of Fire in the East from works."""

from __future__ import annotations

from engine.core.actions import Objection
from engine.systems.europa.production.initial_actions import Task
from engine.systems.europa.state.constants import Phase
from engine.systems.fire_in_the_east.state.raided import RaidedPosition
from maps.hexgrid import Hex
from oob.model import UnitId


class WorkingPosition(RaidedPosition):
    """A position with what it says of works."""

    def bars_work(self, unit: UnitId, what: str, at: Hex) -> Objection | None:
        """Motorized engineers use no construction abilities in the exploitation phase, though they
        damage airbases like any unit (FE-14A1d.1, 17D.1).
        """
        late = self.state.phase == Phase.EXPLOITATION.value and what != Task.DAMAGE
        if late and self.facts(unit).construction:
            text = f"{self.called(unit)} uses no construction abilities in exploitation."
            return Objection("FE-14A1d.1", text)
        return super().bars_work(unit, what, at)
