"""The panels and dialogs of the Scan workspace."""
