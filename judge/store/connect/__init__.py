"""Opening a store, and who of the threads of a program may write to it."""

from judge.store.connect.engine import PATIENCE, conninfo, open_store

__all__ = ["PATIENCE", "conninfo", "open_store"]
