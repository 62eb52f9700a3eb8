"""An e-mail judge for the board game Diplomacy."""
