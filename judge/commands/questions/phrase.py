"""How something is asked or wished in plain words, and the lines that serve it.

`{game}`, `{power}`, `{variant}`, `{day}`, `{days}` and `{hours}` stand for what the
line names; a phrase with one of them fits only where it is named, but for `{game}`,
which is the game of the letter or the word `game`, and `{hours}`, which is then a day.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from judge.commands.known import Role

EVERYBODY = (Role.STRANGER, Role.PLAYER, Role.MASTER, Role.OBSERVER)
MEMBERS = (Role.PLAYER, Role.OBSERVER)
DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow"  # as SET DEADLINE reads them


@dataclass(frozen=True, slots=True)
class Phrase:
    """How something is asked or wished, and which lines serve those who may say it.

    An `offered` line would do what is wished; else the lines answer. One that is
    `asking` fits only what is put as a question.
    """

    pattern: re.Pattern[str]
    lines: Mapping[Role, tuple[str, ...]]
    offered: bool = False
    asking: bool = False


def phrase(
    words: str,
    *lines: str,
    by: tuple[Role, ...] = EVERYBODY,
    masters: str = "",
    offered: bool = False,
    asking: bool = False,
) -> Phrase:
    """Return the phrase for these words; a Master may be served by another line."""
    served = dict.fromkeys(by, lines)
    if masters:
        served[Role.MASTER] = (masters,)
    pattern = re.compile(words, re.IGNORECASE)
    return Phrase(pattern, MappingProxyType(served), offered, asking)


def asked(words: str, *lines: str, by: tuple[Role, ...] = EVERYBODY) -> Phrase:
    """Return a question that these lines answer."""
    return phrase(words, *lines, by=by, asking=True)


def wished(words: str, *lines: str, by: tuple[Role, ...] = EVERYBODY, masters: str = "") -> Phrase:
    """Return a wish that these lines would grant."""
    return phrase(words, *lines, by=by, masters=masters, offered=True)
