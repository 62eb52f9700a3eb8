"""The board: where units may stand and go, which do, and which phase it is."""
