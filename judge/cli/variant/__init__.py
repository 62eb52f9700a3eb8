"""`judge variant`: the commands for makers of maps, from a first board to a game."""
