"""Orders of one power: reading, checking, merging with stored orders, showing the result."""
