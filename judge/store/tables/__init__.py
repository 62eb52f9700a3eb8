"""The tables: what the judge remembers, and what must always be true of it.

What people wrote is kept as text: mails as the bytes that came, orders and positions in
their canonical notation. `migrations/` builds the same tables, step by step.
"""

from judge.store.tables.base import metadata
from judge.store.tables.games import (
    diary,
    entrants,
    filings,
    followers,
    games,
    held_press,
    journal,
    phases,
    press,
    seats,
)
from judge.store.tables.keeper import blocks, messages
from judge.store.tables.mail import (
    LetterState,
    NoticeState,
    alarms,
    attachments,
    inbox,
    letter_games,
    marks,
    openings,
    outbox,
    pictures,
    stopped,
    troubles,
)
from judge.store.tables.people import (
    ClaimOutcome,
    addresses,
    apart,
    bounces,
    claims,
    conduct,
    confirmations,
    guesses,
    players,
    renewals,
    tokens,
)
from judge.store.tables.trail import trail

__all__ = [
    "ClaimOutcome",
    "LetterState",
    "NoticeState",
    "addresses",
    "alarms",
    "apart",
    "attachments",
    "blocks",
    "bounces",
    "claims",
    "conduct",
    "confirmations",
    "diary",
    "entrants",
    "filings",
    "followers",
    "games",
    "guesses",
    "held_press",
    "inbox",
    "journal",
    "letter_games",
    "marks",
    "messages",
    "metadata",
    "openings",
    "outbox",
    "phases",
    "pictures",
    "players",
    "press",
    "renewals",
    "seats",
    "stopped",
    "tokens",
    "trail",
    "troubles",
]
