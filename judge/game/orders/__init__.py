"""Orders of one power: read, checked, merged with those stored, shown as a sheet."""
