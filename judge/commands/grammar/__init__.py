"""How each command is read; the table of commands puts it together."""
