"""Folders that another program copies to other machines: files in them need more care."""

from __future__ import annotations

from pathlib import Path

_NAMES = (
    ("dropbox", "Dropbox"),
    ("onedrive", "OneDrive"),
    ("google drive", "Google Drive"),
    ("googledrive", "Google Drive"),
    ("my drive", "Google Drive"),
    ("nextcloud", "Nextcloud"),
    ("owncloud", "ownCloud"),
    ("mobile documents", "iCloud Drive"),
    ("icloud", "iCloud Drive"),
    ("iclouddrive", "iCloud Drive"),
)
_MARKS = ((".dropbox.cache", "Dropbox"), (".stfolder", "Syncthing"))


def synced_by(path: Path) -> str | None:
    """The service that copies a file's folder elsewhere, as far as names and marks tell."""
    for folder in path.parents:
        name = folder.name.casefold()
        for start, service in _NAMES:
            if name == start or name.startswith((f"{start} ", f"{start}-", f"{start}@")):
                return service
        for mark, service in _MARKS:
            if (folder / mark).exists():
                return service
    return None
