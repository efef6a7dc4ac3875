"""What a window can show of a game: displays, outlook, ranges, fog, answers to planners."""
