"""Nations of Balkan Front: garrisons, government, revolt, morale, victory."""
