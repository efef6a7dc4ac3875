"""The log tree, replay and fuzzing, and the automatic player."""
