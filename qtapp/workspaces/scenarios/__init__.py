"""The Scenarios workspace: situations of a game by hand, laid out on its board."""
