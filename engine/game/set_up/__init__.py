"""What a game begins from: scenario, opening, charts that fit, and what keeps it from beginning."""
