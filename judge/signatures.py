"""Looking whether a letter is signed by the domain of its sender, within limits.

What stands in a signature is anybody's, and so are the name servers that are asked.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from judge.child import AbsentError, Child, FailedError, Limits, LostError, StoppedError
from judge.mail import Unshown, signed_words

# It takes some milliseconds and as long as name servers take to answer; a body whose type
# nobody signed is read twice more, which may take twice what reading a letter may take.
LIMITS = Limits(patience=timedelta(seconds=5), cpu=timedelta(seconds=3), memory=160 * 2**20)
# Where the DNS is silent, each letter would wait as long.
_MOST_FAILURES = 3
_PAUSE = timedelta(minutes=10)


class SignatureCheck:
    """Finds by `ask` what was signed, which answers as `signed_words` does or raises.

    After some failures in a row nothing is asked for a while; what is not found out is
    taken for not signed.
    """

    def __init__(self, ask: Callable[[Unshown], str]) -> None:
        self._ask = ask
        self._failures = 0
        self._paused: datetime | None = None

    def signed(self, unshown: Unshown, now: datetime) -> str:
        """Return the digest of what the domain of the sender signed, "" for nothing."""
        if self._paused is not None and self._paused <= now < self._paused + _PAUSE:
            return ""
        try:
            found = self._ask(unshown)
        except StoppedError:
            return ""  # the letter wanted too much; the next one need not
        except (AbsentError, FailedError, LostError, TimeoutError):
            self._failures += 1
            self._paused = now if self._failures >= _MOST_FAILURES else None
            return ""
        self._failures = 0
        return found


def signature_process(servers: frozenset[str]) -> Child[Unshown, str]:
    """Return the process that looks for signatures, within `LIMITS`."""
    return Child(partial(signed_words, servers=servers), LIMITS)
