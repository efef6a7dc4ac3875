"""Air transport: units and supplies are loaded, flown to airbases, or dropped (BF-20E)."""
