"""Whom a game lets in as text, both ways."""

import json
from datetime import datetime

from judge.game import Guests, Invitation


def guests_text(guests: Guests) -> str:
    """Return whom a game lets in, and whom not, as a JSON object."""
    facts = {
        "invitations": [
            [one.number, one.address, one.power, one.made.isoformat()]
            for one in guests.invitations
        ],
        "allowed": guests.allowed,
        "denied": guests.denied,
        "asked": guests.asked,
        "made": guests.made,
    }
    return json.dumps(facts) if guests != Guests() else ""


def read_guests(text: str) -> Guests:
    """Return whom a game lets in, and whom not."""
    if not text:
        return Guests()
    facts = json.loads(text)
    return Guests(
        tuple(
            Invitation(number, address, power, datetime.fromisoformat(made))
            for number, address, power, made in facts["invitations"]
        ),
        allowed=tuple(facts["allowed"]),
        denied=tuple(facts["denied"]),
        asked=tuple(facts["asked"]),
        made=facts["made"],
    )
