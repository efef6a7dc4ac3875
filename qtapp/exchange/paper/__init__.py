"""A game on paper, page by page: board, counters, set-up, turn record, charts."""
