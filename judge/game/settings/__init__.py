"""Settings of a game: the table of options, their values, and changing them."""
