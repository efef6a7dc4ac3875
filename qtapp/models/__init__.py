"""Qt item models: adapters over the session, never copies of it."""
