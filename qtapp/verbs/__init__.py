"""The verbs that open the window, paint a board, or measure painting; imported when typed."""
