"""An order of battle as rows, one for each unit: the one form in which it is edited.

Whatever it came from (notation, counters, a spreadsheet), a ledger holds all of it, and gives it
back to the letter.
"""
