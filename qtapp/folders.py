"""Where the program keeps things of its user: campaigns, settings, the log of faults."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import platformdirs
from PySide6.QtCore import QSettings

APP = "sandtable"


@dataclass(frozen=True, slots=True)
class Folders:
    """The user's folders; none is created before something is put in it."""

    config: Path
    data: Path
    log: Path

    @classmethod
    def standard(cls, config: Path | None = None) -> Folders:
        """The platform's own folders. With ``config`` everything lives in that folder instead."""
        if config is not None:
            return cls(config, config, config)
        return cls(
            platformdirs.user_config_path(APP),
            platformdirs.user_data_path(APP),
            platformdirs.user_log_path(APP),
        )

    @property
    def campaigns(self) -> Path:
        """Where campaign files are kept when the user names no other place."""
        return self.data / "campaigns"

    @property
    def fault_log(self) -> Path:
        """The file that unexpected errors are written to."""
        return self.log / "sandtable.log"

    def campaign_file(self, scenario: str) -> Path:
        """The file of the campaign that ``sandtable open SCENARIO`` goes on with."""
        return self.campaigns / f"{scenario.replace('/', '-')}.sandtable"

    def fresh_file(self, scenario: str) -> Path:
        """A file name for a further campaign of a scenario that is not taken yet."""
        first = self.campaign_file(scenario)
        found, number = first, 2
        while found.exists():
            found = first.with_name(f"{first.stem}-{number}.sandtable")
            number += 1
        return found

    def settings(self) -> QSettings:
        """The window's settings: layout, shortcuts, recent files."""
        self.config.mkdir(parents=True, exist_ok=True)
        return QSettings(str(self.config / "window.ini"), QSettings.Format.IniFormat)
