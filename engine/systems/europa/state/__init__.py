"""A state of Europa's titles: its records, units and scenario, and the position rules ask."""
