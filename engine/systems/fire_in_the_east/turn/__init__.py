"""What a scenario and a turn begin with, and the game ends with: what is named and where all stand,
the weather, and what was won.
"""
