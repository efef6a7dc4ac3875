"""The sea of Europa's titles: ships that carry units and supplies, and those who hunt them."""
