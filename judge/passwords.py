"""Hashes of the passwords that players may set; the words themselves are never kept."""

from base64 import b64encode
from hashlib import sha256

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_HASHER = PasswordHasher()


def hash_password(password: str) -> str:
    """Return the argon2id hash of `password`, with its salt."""
    return _HASHER.hash(password)


def hash_of_none(name: str) -> str:
    """Return a hash that no password has, for what has the `name` but no password.

    To try one takes as long as elsewhere, so the time does not tell which is which.
    """
    cost = f"m={_HASHER.memory_cost},t={_HASHER.time_cost},p={_HASHER.parallelism}"
    digest = sha256(name.encode()).digest()
    salt, kept = (b64encode(part).decode().rstrip("=") for part in (digest[:16], digest))
    return f"$argon2id$v=19${cost}${salt}${kept}"


def is_password(password: str | None, kept: str | None) -> bool:
    """Return whether `password` is the one whose hash is `kept`; no word never is."""
    if password is None or kept is None:
        return False
    try:
        return _HASHER.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False
