"""People: who plays, leads and follows a game, and who writes a letter."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from judge.game.model.preferences import DEFAULT_PREFERENCES, Preferences

MASTER = "Master"
OBSERVER = "Observer"
STANDBY = "Stand-by"
TUTOR = "Tutor"
MONITOR = "Monitor"  # has no place in any game, and reads what is public of all
ENTRANT = "Entrant"


@dataclass(frozen=True, slots=True)
class Player:
    """A person, known by mail address; `zone` is an IANA time zone.

    `preferences` are what he wants of his mail.

    `number` is the store's; 0 stands for somebody who is not registered.
    """

    number: int
    name: str
    address: str
    zone: str = "UTC"
    preferences: Preferences = DEFAULT_PREFERENCES


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who joined a game that has not started; `preferences` as written.

    When it was full he said that he was `here` still.
    """

    player: Player
    preferences: str = ""
    password: str | None = field(default=None, repr=False)
    here: datetime | None = None


@dataclass(frozen=True, slots=True)
class Follower:
    """A Master, an observer or a tutor of a game, or one who stands by to play in it.

    An observer may want its news after a `delay`.
    """

    player: Player
    password: str | None = field(default=None, repr=False)
    delay: timedelta = timedelta()


@dataclass(frozen=True, slots=True)
class Reader:
    """A person in a role who gets a notice.

    A role is a power's name, `Master`, `Observer`, `Tutor`, `Stand-by`, or `Entrant`
    while a game forms.
    """

    player: Player
    role: str


@dataclass(frozen=True, slots=True)
class LetterTimes:
    """When a letter is answered, when it had come, and when it was written.

    Whether it is in time is a matter of `arrived` alone, which is never before the mail
    that it answers was made. `dated` is by what the clock of its writer and that mail
    tell, and never later than `arrived`.
    """

    now: datetime
    arrived: datetime
    dated: datetime


@dataclass(frozen=True, slots=True)
class Sender:
    """Who gives a command, and in what role ("" for none).

    `proven` is true when a secret reply address, a password or the address he writes
    from showed it; without that nothing may be changed in the name of the role. Whoever
    knows the password of a place speaks for its holder: then `player` is the holder,
    whatever address the letter came from. `on_behalf` is true when the Master acts for
    the power. Orders are for the power `proxy_for`, "" for the sender's own.
    """

    player: Player
    role: str = ""
    proven: bool = False
    on_behalf: bool = False
    proxy_for: str = ""
