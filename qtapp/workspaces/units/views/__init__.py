"""An order of battle seen as table, tree, calendar, totals, comparison."""
