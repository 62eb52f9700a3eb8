"""Ways into a game."""

from judge.commands.grammar import entry
from judge.commands.grammar.passage import entering
from judge.commands.table.row import Row
from judge.game import Who

ENTRIES = (
    Row(
        ("SIGN ON", "TAKE OVER"),
        entering(entry.sign_on),
        Who.ANYBODY,
        "signon",
        ("SIGN ON power@game", "SIGN ON power@game password"),
    ),
    Row(
        ("JOIN", "JOIN GAME"),
        entering(entry.join),
        Who.ANYBODY,
        "joining",
        ("JOIN game", "JOIN game password"),
    ),
    Row(
        ("OBSERVE", "OBSERVE GAME", "WATCH", "MONITOR"),
        entering(entry.observe),
        Who.ANYBODY,
        "observe",
        ("OBSERVE game",),
    ),
    Row(
        ("STAND BY", "STAND BY FOR", "STAND BY IN"),
        entering(entry.stand_by),
        Who.ANYBODY,
        "standby",
        ("STAND BY game",),
    ),
    Row(
        ("CREATE", "CREATE GAME", "NEW GAME"),
        entering(entry.create),
        Who.ANYBODY,
        "create",
        ("CREATE game password variant",),
    ),
    Row(
        ("SANDBOX", "OPEN SANDBOX", "CREATE SANDBOX"),
        entering(entry.sandbox),
        Who.ANYBODY,
        "sandbox",
        ("SANDBOX name", "SANDBOX name variant", "SANDBOX name FROM game S1901M"),
    ),
)
