"""Everything one can do, as one table, and the menus and shortcuts made from it."""
