"""Where the counters of a scanned sheet lie: its ground, its marks, its grid, how it repeats."""
