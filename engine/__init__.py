"""The rules, the game and the file."""
