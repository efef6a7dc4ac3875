"""Dialogs and the command palette."""
