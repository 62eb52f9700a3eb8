"""What a person wants of their mail as text, both ways.

The text names only wishes that are not as for everybody, so a new wish needs no migration.
"""

import json
from functools import lru_cache

from judge.game import Preferences
from judge.store.codec import fields_of, text_of, value_of

_USUAL = fields_of(Preferences())


def preferences_text(wanted: Preferences) -> str:
    """Return `wanted` as a JSON object of what is not as for everybody, "" for none."""
    own = {name: wish for name, wish in fields_of(wanted).items() if wish != _USUAL[name]}
    return text_of(own) if own else ""


@lru_cache(maxsize=1024)
def read_preferences(text: str) -> Preferences:
    """Return the wishes that stand in `text`."""
    return value_of(json.loads(text or "{}"), Preferences)
