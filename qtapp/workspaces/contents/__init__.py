"""The Contents workspace: what the open file holds."""
