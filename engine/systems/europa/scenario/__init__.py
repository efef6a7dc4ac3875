"""What a scenario of Europa's titles begins with and brings: figures, set-up, schedule."""
