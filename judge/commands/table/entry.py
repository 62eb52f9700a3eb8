"""Commands that enter a game: the lines below them belong to it."""

from judge.commands import entries
from judge.commands.known import Role
from judge.commands.passage import Found, Misread, Passage, entering
from judge.commands.table.row import Row
from judge.game import NotUnderstood, SignOn, Who


def _stand_by(passage: Passage) -> Found | Misread:
    """Return the command STAND BY for the named game, or for the game that the writer observes.

    A player cannot stand by in their own game; they may mean that somebody shall replace them.
    """
    place = passage.place
    if passage.rest or not place.game:
        return _NAMED_STAND_BY(passage)
    if place.role is Role.OBSERVER:
        return Found((SignOn(((entries.STAND_BY, place.game.lower()),), words="STAND BY"),))
    wanted = ("SEEK SUBSTITUTE",) if place.role is Role.PLAYER else ()
    return Found((NotUnderstood("STAND BY", (*wanted, "STAND BY game")),))


_NAMED_STAND_BY = entering(entries.stand_by)
ENTRIES = (
    Row(
        ("SIGN ON",),
        entering(entries.sign_on),
        Who.ANYBODY,
        "signon",
        ("SIGN ON power@game", "SIGN ON power@game password"),
    ),
    Row(
        ("TAKE OVER",),
        entering(entries.take_over),
        Who.ANYBODY,
        "signon",
        ("TAKE OVER power@game",),
    ),
    Row(
        ("JOIN", "JOIN GAME"),
        entering(entries.join),
        Who.ANYBODY,
        "joining",
        ("JOIN game", "JOIN game password"),
    ),
    Row(
        ("OBSERVE", "OBSERVE GAME", "WATCH", "MONITOR"),
        entering(entries.observe),
        Who.ANYBODY,
        "observe",
        ("OBSERVE game",),
    ),
    Row(
        ("STAND BY", "STAND BY FOR", "STAND BY IN"),
        _stand_by,
        Who.ANYBODY,
        "standby",
        ("STAND BY game",),
    ),
    Row(
        ("CREATE", "CREATE GAME", "NEW GAME"),
        entering(entries.create),
        Who.ANYBODY,
        "create",
        ("CREATE game password variant",),
    ),
    Row(
        ("SANDBOX", "OPEN SANDBOX", "CREATE SANDBOX"),
        entering(entries.sandbox),
        Who.ANYBODY,
        "sandbox",
        ("SANDBOX name", "SANDBOX name variant", "SANDBOX name FROM game S1901M"),
    ),
)
