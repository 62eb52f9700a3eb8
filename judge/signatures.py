"""Checks in a child process, within limits, whether the sender's domain signed a letter.

Anybody can write a signature, and can run the name servers that it makes the judge ask.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from judge.child import AbsentError, Child, FailedError, Limits, LostError, StoppedError
from judge.mail import Unshown, signed_words

# A check takes some milliseconds, and the time that name servers need to answer. A body whose
# Content-Type is not signed is read twice more, each time as slowly as a letter may be read.
LIMITS = Limits(patience=timedelta(seconds=5), cpu=timedelta(seconds=3), memory=160 * 2**20)
# After this many failures in a row there is a pause: if the DNS is silent, each letter would wait.
_MOST_FAILURES = 3
_PAUSE = timedelta(minutes=10)


class SignatureCheck:
    """Checks signatures by `ask`, which returns the same as `signed_words` or raises an error.

    After some failures in a row there is a pause without checks. A letter that was not checked
    counts as not signed.
    """

    def __init__(self, ask: Callable[[Unshown], str]) -> None:
        self._ask = ask
        self._failures = 0
        self._paused: datetime | None = None

    def signed(self, unshown: Unshown, now: datetime) -> str:
        """Return the digest of the content that the sender's domain signed, or "" without one."""
        if self._paused is not None and self._paused <= now < self._paused + _PAUSE:
            return ""
        try:
            found = self._ask(unshown)
        except StoppedError:
            return ""  # this letter needed too much; the next one may not
        except (AbsentError, FailedError, LostError, TimeoutError):
            self._failures += 1
            self._paused = now if self._failures >= _MOST_FAILURES else None
            return ""
        self._failures = 0
        return found


def signature_process(servers: frozenset[str]) -> Child[Unshown, str]:
    """Return the process that checks signatures, within `LIMITS`."""
    return Child(partial(signed_words, servers=servers), LIMITS)
