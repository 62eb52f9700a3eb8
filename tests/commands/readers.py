"""Reading letters where the standard game is known, and no other unless named."""

from judge.commands import Section, read_commands

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


def read(
    body: str,
    subject: str = "",
    *,
    powers: tuple[str, ...] = POWERS,
    variants: tuple[str, ...] = ("standard",),
) -> tuple[Section, ...]:
    return read_commands(body, subject, powers=powers, variants=variants)
