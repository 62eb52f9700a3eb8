"""Commands that enter a game: the lines below them belong to it."""

from judge.commands import entries
from judge.commands.passage import entering
from judge.commands.table.row import Row
from judge.game import Who

ENTRIES = (
    Row(
        ("SIGN ON", "TAKE OVER"),
        entering(entries.sign_on),
        Who.ANYBODY,
        "signon",
        ("SIGN ON power@game", "SIGN ON power@game password"),
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
        entering(entries.stand_by),
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
