"""Movement: cheapest paths over known step costs."""
