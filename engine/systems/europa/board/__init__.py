"""The board of Europa: countries, areas, rail network, zones of control, weather, ownership."""
