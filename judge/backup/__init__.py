"""Backups: all that a judge is made of in one file, and a judge made of it again.

That is its store, the key of its reply addresses, its settings, and the key that its
mail is signed with.
"""

from judge.backup.archive import Unusable, configuration_in
from judge.backup.making import BackedUp, back_up
from judge.backup.refused import Refused
from judge.backup.restoring import Restored, restore

__all__ = ["BackedUp", "Refused", "Restored", "Unusable", "back_up", "configuration_in", "restore"]
