"""Settings of a game: the table of options, their values, and how they are changed."""
