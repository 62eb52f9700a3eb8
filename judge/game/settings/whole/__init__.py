"""All settings of a game at once: as a document, and changed by one."""
