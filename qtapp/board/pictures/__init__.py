"""Pictures of boards and games, painted without a window."""
