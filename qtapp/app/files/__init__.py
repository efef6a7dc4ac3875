"""The open file of the window: document, file menu, folders, backups, rescue."""
