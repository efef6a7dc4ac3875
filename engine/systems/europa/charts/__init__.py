"""The charts of every Europa title, typed."""
