"""Supply in Europa: sources, graph, trace, allocation."""
