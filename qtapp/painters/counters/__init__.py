"""Painters of counters, stacks and symbols."""
