"""Boot Camp: the Balkan Campaign from Nov I 40 by the learner's rules of Europa. Air forces are
points, ships carry so many units a turn, and Germany comes with the first clear weather of 1941.
"""

from __future__ import annotations

from engine.core.system import SideInfo
from engine.systems.boot_camp import actions
from engine.systems.boot_camp.charts import Charts, chart_text, problems
from engine.systems.boot_camp.rules import BootCamp
from engine.systems.boot_camp.state.records import FRAMES, RECORDS
from engine.systems.europa.scenario.figures import Figures
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.title import EuropaSystem

SYSTEM = EuropaSystem(
    id="boot_camp",
    title="Boot Camp",
    sides=(
        SideInfo(AXIS, "Axis", "#5b5b5b"),
        SideInfo(ALLIED, "Allied", "#3f7f96"),
    ),
    charts=Charts,
    figures=Figures,
    text=chart_text,
    rules=BootCamp,
    own_actions=actions.ACTIONS,
    own_records=(*RECORDS, *FRAMES),
    problems=problems,
)
"""The one instance."""
