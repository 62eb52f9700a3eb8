"""What a person wants of his mail as text, both ways.

What the text does not name is as for everybody, so that a new wish needs no migration.
"""

import json
from datetime import time, timedelta
from functools import lru_cache

from judge.game import Digest, Format, Pictures, Preferences, WhoisPart

_NONE = Preferences()


def preferences_text(wanted: Preferences) -> str:
    """Return `wanted` as a JSON object of what is not as for everybody, "" for none.

    Lengths of time are in seconds.
    """
    usual, facts = _facts(_NONE), _facts(wanted)
    own = {name: value for name, value in facts.items() if value != usual[name]}
    return json.dumps(own) if own else ""


@lru_cache(maxsize=1024)
def read_preferences(text: str) -> Preferences:
    """Return the wishes that stand in `text`."""
    if not text:
        return _NONE
    facts = _facts(_NONE) | json.loads(text)
    quiet, reminders = facts["quiet"], facts["reminders"]
    return Preferences(
        format=Format(facts["format"]),
        pictures=Pictures(facts["pictures"]),
        digest=Digest(facts["digest"]),
        digest_at=time.fromisoformat(facts["digest_at"]),
        batch=timedelta(seconds=facts["batch"]),
        quiet=quiet and (time.fromisoformat(quiet[0]), time.fromisoformat(quiet[1])),
        reminders=None if reminders is None else tuple(timedelta(seconds=one) for one in reminders),
        shown=tuple(map(WhoisPart, facts["shown"])),
        json=facts["json"],
        openings=facts["openings"],
        monitor=facts["monitor"],
    )


def _facts(wanted: Preferences) -> dict[str, object]:
    reminders = wanted.reminders
    return {
        "format": wanted.format.value,
        "pictures": wanted.pictures.value,
        "digest": wanted.digest.value,
        "digest_at": wanted.digest_at.isoformat("minutes"),
        "batch": wanted.batch.total_seconds(),
        "quiet": wanted.quiet and [one.isoformat("minutes") for one in wanted.quiet],
        "reminders": None if reminders is None else [one.total_seconds() for one in reminders],
        "shown": [one.value for one in wanted.shown],
        "json": wanted.json,
        "openings": wanted.openings,
        "monitor": wanted.monitor,
    }
