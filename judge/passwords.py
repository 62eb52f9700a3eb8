"""Hashes of the passwords that players may set; the words themselves are never kept."""

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_HASHER = PasswordHasher()


def hash_password(password: str) -> str:
    """Return the argon2id hash of `password`, with its salt."""
    return _HASHER.hash(password)


def is_password(password: str | None, kept: str | None) -> bool:
    """Return whether `password` is the one whose hash is `kept`; no word never is."""
    if password is None or kept is None:
        return False
    try:
        return _HASHER.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False
