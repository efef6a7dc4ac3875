"""Charts: typed tables, their cells, edits of them, and sets that a person changed."""
