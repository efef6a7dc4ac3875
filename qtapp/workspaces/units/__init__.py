"""The Units workspace: an order of battle as tree, table, calendar, totals and comparison."""
