"""When orders are due: deadlines in wall-clock time, and what they ask of a game."""
