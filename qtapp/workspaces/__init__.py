"""The workspaces of the window: each is a table of what it has and an object that does it."""
