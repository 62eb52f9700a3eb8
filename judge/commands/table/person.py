"""What a letter tells the judge of its writer."""

from judge.commands.grammar.blocks import register
from judge.commands.grammar.passage import Found, Misread, Passage, alone
from judge.commands.grammar.plain import mail_address
from judge.commands.grammar.words import hidden
from judge.commands.model import (
    AlsoKnown,
    Command,
    ForgetAddress,
    Register,
    SetAddress,
    SetPassword,
)
from judge.commands.table.row import Row, Who
from judge.commands.unobeyed import NotUnderstood


def _set_address(rest: str) -> Command | None:
    """Return SET ADDRESS with the address named."""
    address = mail_address(rest)
    return SetAddress(address) if address else None


def _forget(rest: str) -> Command | None:
    """Return FORGET ADDRESS with the address named."""
    address = mail_address(rest)
    return ForgetAddress(address) if address else None


def _also_known(passage: Passage) -> Found | Misread:
    """Return I AM ALSO with the address named, and a password behind it.

    Where that is more than one word, none of it is shown.
    """
    first, _, password = passage.rest.partition(" ")
    address = mail_address(first)
    if not address:
        return Misread()
    if " " in password.strip():
        shown = hidden(f"I AM ALSO {passage.rest}", 4)
        return Found((NotUnderstood(shown, (f"I AM ALSO {address} password",)),))
    return Found((AlsoKnown(address, password.strip() or None),))


def _set_password(passage: Passage) -> Found | Misread:
    """Return SET PASSWORD with its word, which no answer shows, read or not."""
    word = passage.rest.lstrip(":= ")
    if len(word.split()) == 1:
        return Found((SetPassword(word),))
    shown = hidden(f"SET PASSWORD {word}".strip(), 2)
    return Found((NotUnderstood(shown, ("SET PASSWORD word", "HELP ADDRESSES")),))


def _set_name(rest: str) -> Command | None:
    """Return REGISTER with the name alone."""
    name = rest.strip(' :="')
    return Register((("name", name),)) if name else None


_MOVE, _SET = ("SET ADDRESS you@new.example.org",), ("SET PASSWORD word",)
_ALSO = ("I AM ALSO you@old.example.org", "I AM ALSO you@old.example.org password")
_FORGET = ("FORGET ADDRESS you@old.example.org",)
PERSON = (
    Row(("REGISTER",), register, Who.ANYBODY, "register", ("REGISTER Your Name",)),
    Row(
        ("SET NAME",),
        alone(_set_name),
        Who.ANYBODY,
        "register",
        ("SET NAME Your Name",),
    ),
    Row(("SET ADDRESS",), alone(_set_address), Who.ANYBODY, "addresses", _MOVE),
    Row(("I AM ALSO",), _also_known, Who.ANYBODY, "addresses", _ALSO),
    Row(("FORGET ADDRESS",), alone(_forget), Who.ANYBODY, "addresses", _FORGET),
    Row(("SET PASSWORD",), _set_password, Who.ANYBODY, "addresses", _SET),
)
