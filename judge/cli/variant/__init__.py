"""`judge variant`: what a map maker does with boards, from a first one to a game."""
