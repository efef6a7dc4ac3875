"""Counter sheets: what counters a roster has, and scans of sheets cut, paired and read."""
