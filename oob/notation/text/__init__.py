"""The notation as text, read and written by one walk: lines, entries, headings, fixed texts."""
