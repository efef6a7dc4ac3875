"""What every game system shares: state, actions, events, chance, objections, displays."""
