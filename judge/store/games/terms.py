"""The settings of a game and its guest lists as text, both ways.

A setting that the text does not name has its default: games outlive versions of the
judge, and a new setting must not need a migration.
"""

import json

from judge.game import GameSettings, Guests
from judge.store.codec import fields_of, text_of, value_of

# What a kind of phases always tells; the others only where they are not as for all.
_OF_A_KIND = ("clock", "days", "grace")


def settings_text(settings: GameSettings) -> str:
    """Return the settings as a JSON object, which EXPORT shows as it is."""
    facts = fields_of(settings)
    timing, changes = facts["timing"], facts.pop("changes")
    timing["kinds"] = {
        one.pop("kind"): {name: x for name, x in one.items() if x is not None or name in _OF_A_KIND}
        for one in timing["kinds"]
    }
    facts["twists"] = changes | {"units": dict(changes["units"])}
    facts["choices"] = dict(facts["choices"])
    facts["press_limits"].sort()
    return text_of(facts)


def read_settings(text: str) -> GameSettings:
    """Return the settings stored in `text`; ValueError where there are none."""
    facts = json.loads(text)
    if "kinds" in (timing := facts.get("timing", {})):
        timing["kinds"] = [{"kind": name, **one} for name, one in timing["kinds"].items()]
    if "units" in (changes := facts.pop("twists", {})):
        changes["units"] = [*changes["units"].items()]
    facts["choices"] = [*facts.get("choices", {}).items()]
    return value_of(facts | {"changes": changes}, GameSettings)


def guests_text(guests: Guests) -> str:
    """Return the guest lists as a JSON object, "" for empty ones."""
    return text_of(fields_of(guests)) if guests != Guests() else ""


def read_guests(text: str) -> Guests:
    """Return the guest lists stored in `text`."""
    return value_of(json.loads(text), Guests) if text else Guests()
