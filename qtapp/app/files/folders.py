"""Where the program keeps things of its user: campaigns, settings, the log of faults."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from PySide6.QtCore import QSettings

from maps.errors import KnownError

APP = "sandtable"
VARIABLE = "SANDTABLE_DIR"
"""The environment variable that names a folder for everything that is kept."""


@dataclass(frozen=True, slots=True)
class Folders:
    """The user's folders; none is created before something is put in it."""

    config: Path
    data: Path
    log: Path

    @classmethod
    def standard(cls, config: Path | None = None) -> Folders:
        """The platform's own folders, or for everything ``config`` or what SANDTABLE_DIR names."""
        if config is None and os.environ.get(VARIABLE):
            config = Path(os.environ[VARIABLE])
        if config is not None:
            return cls(config, config, config)
        return cls(
            platformdirs.user_config_path(APP),
            platformdirs.user_data_path(APP),
            platformdirs.user_log_path(APP),
        )

    def require(self) -> None:
        """Make the folders of settings and campaigns; KnownError where nothing can be kept."""
        for folder in (self.config, self.data):
            try:
                folder.mkdir(parents=True, exist_ok=True)
                with tempfile.TemporaryFile(dir=folder):
                    pass
            except OSError as error:
                raise KnownError(
                    str(folder),
                    f"your campaigns and settings cannot be kept there ({error.strerror}).",
                    f"Name another: `sandtable open --config-dir FOLDER`, or set {VARIABLE}.",
                ) from error

    @property
    def backups(self) -> Path:
        """Where a few copies of each file that was opened are kept."""
        return self.data / "backups"

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
