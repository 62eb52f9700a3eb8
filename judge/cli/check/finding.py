"""What `judge check` says about one thing that it looked at."""

import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at, in one line, in exactly one of three ways.

    `good` says what is well, `trouble` what is wrong and what to do, and `note` what
    works, but could be better, or could not be looked at.
    """

    subject: str
    good: str = ""
    trouble: str = ""
    note: str = ""

    @property
    def state(self) -> str:
        """Return `problem`, `note` or `ok`."""
        return "problem" if self.trouble else "note" if self.note else "ok"

    def line(self) -> str:
        """Return the line that a person reads."""
        mark = "PROBLEM" if self.trouble else self.state
        return f"{mark:8}{self.subject}: {self.trouble or self.note or self.good}"

    def json(self) -> str:
        """Return the line that a program reads: `subject`, `state` and `text`."""
        text = self.trouble or self.note or self.good
        return json.dumps({"subject": self.subject, "state": self.state, "text": text})
