"""Set-up: everything where it is recommended."""

from __future__ import annotations

from engine.core.system import Advice
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.advice.outlook import Outlook
from engine.systems.balkan_gambit.set_up import recommended_objections
from engine.systems.balkan_gambit.state.records import SettingUp


def set_up(look: Outlook, frame: SettingUp) -> Advice:
    """Use the recommended set-up, then finish."""
    recommend = do.UseRecommended()
    if any(True for _ in recommended_objections(look.pos, frame, recommend)):
        return Advice(do.FinishSetUp(), "Everything is set up.")
    return Advice(recommend, "Towns and ports first, the rest along the roads.")
