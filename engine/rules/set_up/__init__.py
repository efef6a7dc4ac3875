"""Set-up: what players place before the first turn."""
