"""What mouse and keys do with the selected units: groups, orders, drags, ends of phases."""
