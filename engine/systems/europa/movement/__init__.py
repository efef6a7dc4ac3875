"""Movement in Europa: costs, reach, rail, overruns, bridges, engineering."""
