"""What mouse and keys do with the selected units: groups, their orders, drags, the end of a phase."""
