"""What a turn begins and the game ends with: the weather, and what was won."""
