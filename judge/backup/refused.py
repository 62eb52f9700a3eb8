"""Why a backup is not made or not restored."""


class Refused(Exception):  # noqa: N818 - as everywhere, a refusal is an answer
    """A backup is not made or not restored; the text is why, and what to do."""
