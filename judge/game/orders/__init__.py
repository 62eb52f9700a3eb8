"""Orders of one power: reading, checking, merging with stored orders, showing as a sheet."""
