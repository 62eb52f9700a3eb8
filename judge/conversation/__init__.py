"""What a whole letter brings about: a pure decision from what is known beside it."""

from judge.conversation.decide import LetterDecision, decide_letter
from judge.conversation.known import (
    AddressClaim,
    AddressDropped,
    AddressOwner,
    Deed,
    LetterFacts,
    MailMoved,
    PasswordChosen,
    ReplyPlace,
    Trial,
    addresses_opened,
    asks_for_a_list,
    asks_for_the_past,
    games_spoken_of,
    may_register,
    passwords_tried,
    passwords_written,
    speaks_of_addresses,
)
from judge.conversation.progress import Happening, Progress, is_answered_elsewhere
from judge.conversation.proof import asked_for, is_silent

__all__ = [
    "AddressClaim",
    "AddressDropped",
    "AddressOwner",
    "Deed",
    "Happening",
    "LetterDecision",
    "LetterFacts",
    "MailMoved",
    "PasswordChosen",
    "Progress",
    "ReplyPlace",
    "Trial",
    "addresses_opened",
    "asked_for",
    "asks_for_a_list",
    "asks_for_the_past",
    "decide_letter",
    "games_spoken_of",
    "is_answered_elsewhere",
    "is_silent",
    "may_register",
    "passwords_tried",
    "passwords_written",
    "speaks_of_addresses",
]
