"""What a whole letter brings about: a pure decision from what is known beside it."""

from judge.conversation.decide import LetterDecision, decide_letter
from judge.conversation.deeds import (
    AddressClaim,
    AddressDropped,
    AddressOwner,
    Deed,
    MailRedirected,
    PasswordChosen,
    claims_with_password,
    speaks_of_addresses,
)
from judge.conversation.known import (
    Guessed,
    Lately,
    LetterFacts,
    ReplyPlace,
    Trial,
    asks_for_a_list,
    asks_for_the_past,
    asks_for_the_trail,
    asks_how_it_stands,
    creates_a_game,
    games_spoken_of,
    gives_a_name,
    may_register,
    sends_press,
    signs_on,
)
from judge.conversation.passwords import (
    guessed_at,
    hashes_asked,
    passwords_for_new_places,
    passwords_tried,
    wrong_guesses,
)
from judge.conversation.progress import Happening, Progress, is_answered_elsewhere
from judge.conversation.proof import asked_for, is_silent
from judge.conversation.secrets import without_secrets

__all__ = [
    "AddressClaim",
    "AddressDropped",
    "AddressOwner",
    "Deed",
    "Guessed",
    "Happening",
    "Lately",
    "LetterDecision",
    "LetterFacts",
    "MailRedirected",
    "PasswordChosen",
    "Progress",
    "ReplyPlace",
    "Trial",
    "asked_for",
    "asks_for_a_list",
    "asks_for_the_past",
    "asks_for_the_trail",
    "asks_how_it_stands",
    "claims_with_password",
    "creates_a_game",
    "decide_letter",
    "games_spoken_of",
    "gives_a_name",
    "guessed_at",
    "hashes_asked",
    "is_answered_elsewhere",
    "is_silent",
    "may_register",
    "passwords_for_new_places",
    "passwords_tried",
    "sends_press",
    "signs_on",
    "speaks_of_addresses",
    "without_secrets",
    "wrong_guesses",
]
