"""What is wrong with a map: all problems at once or step by step, and the certain fixes."""
