"""The state of a game of Fire in the East with its table."""
