"""Who may have which place in a game, and how one that is left is filled again."""
