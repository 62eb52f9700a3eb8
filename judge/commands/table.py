"""The table of commands: one row each."""

import re
from dataclasses import dataclass
from enum import Enum

from judge.commands.grammar import entry, plain
from judge.commands.grammar.blocks import register, resign
from judge.commands.grammar.headings import later_phase
from judge.commands.grammar.messages import ADDRESSES, broadcast, press
from judge.commands.grammar.options import set_option
from judge.commands.grammar.passage import (
    Found,
    Heading,
    Misread,
    Passage,
    Read,
    Stop,
    alone,
    entering,
)
from judge.commands.grammar.phases import read_phase
from judge.commands.known import Role
from judge.commands.lines import Meaning
from judge.commands.model import (
    ClearOrders,
    Command,
    NewReplyAddress,
    Resume,
    SetWait,
    ShowOrders,
    StartGame,
    SubmitOrders,
    UndoOrders,
    WithdrawDraw,
)


class Who(Enum):
    """Who may give a command."""

    ANYBODY = "Anybody"
    PLAYER = "Players"
    MASTER = "Masters"


@dataclass(frozen=True, slots=True)
class Row:
    """A command: its words, what reads it, who may give it, its help, its right forms.

    Blanks between the words of a form may be left out. `topic` is "" for a command of
    another judge that this one does not have. Where a Master does it otherwise than
    others `masters` are his forms. `unclear` tells that it says how orders are to be
    taken, so that none are complete while it is not understood.
    """

    forms: tuple[str, ...]
    read: Read
    who: Who
    topic: str
    usage: tuple[str, ...] = ()
    masters: tuple[str, ...] = ()
    unclear: bool = False

    def usage_for(self, role: Role) -> tuple[str, ...]:
        """Return the right forms for one who writes as `role`."""
        return self.masters if self.masters and role is Role.MASTER else self.usage


def _stop(passage: Passage) -> Found | Misread:
    return Misread() if passage.rest else Found((Stop(),))


def _begin(passage: Passage) -> Found | Misread:
    """Return nothing: BEGIN stands above orders, as END stands below them."""
    return Misread() if passage.rest else Found()


def _clear(rest: str) -> Command | None:
    """Return CLEAR of what is stored, or of what is kept for the phase named."""
    if not rest:
        return ClearOrders()
    named = read_phase(re.sub(r"^phase\s+", "", rest, flags=re.I))
    return ClearOrders(named) if named else None


def _undo(rest: str) -> Command | None:
    """Return UNDO of the last receipt, or of the one with the number named."""
    found = re.fullmatch(r"(?:receipt\s*)?#?(\d{1,6})|", rest.strip(), re.I)
    return None if found is None else UndoOrders(int(found[1] or 0))


def _end_phase(passage: Passage) -> Found | Misread:
    return Misread() if passage.rest else Found((Heading(None),))


def _prefer(passage: Passage) -> Found | Misread:
    """Return a list of builds or removals; it stands among orders, and is none."""
    names = passage.place.names
    listed = [item for item in re.split(r"[,;]", passage.rest) if item.strip()]
    if not listed or names is None or not passage.place.power:
        return Misread()
    line = f"PREFER {passage.rest}"
    return Found((SubmitOrders((line,)),), meaning=Meaning.ORDER)


def _wait_until(rest: str) -> Command | None:
    return SetWait(True, rest) if rest else None


def _ready(passage: Passage) -> Found | Misread:
    """Return that nobody need wait for one any more, and his orders as they stand."""
    return Misread() if passage.rest else Found((SetWait(False), ShowOrders()))


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
        ("CREATE", "CREATE GAME", "NEW GAME"),
        entering(entry.create),
        Who.ANYBODY,
        "create",
        ("CREATE game password variant",),
    ),
)

_MOVE, _SET = ("SET ADDRESS you@new.example.org",), ("SET PASSWORD word",)
_ALSO = ("I AM ALSO you@old.example.org", "I AM ALSO you@old.example.org password")
_FORGET = ("FORGET ADDRESS you@old.example.org",)

TABLE = (
    *ENTRIES,
    Row(("REGISTER",), register, Who.ANYBODY, "register", ("REGISTER Your Name",)),
    Row(("SET ADDRESS",), alone(plain.set_address), Who.ANYBODY, "addresses", _MOVE),
    Row(("I AM ALSO",), plain.also_known, Who.ANYBODY, "addresses", _ALSO),
    Row(("FORGET ADDRESS",), alone(plain.forget), Who.ANYBODY, "addresses", _FORGET),
    Row(("SET PASSWORD",), plain.set_password, Who.ANYBODY, "addresses", _SET),
    Row(
        ("LIST", "LIST GAMES"),
        alone(plain.list_games),
        Who.ANYBODY,
        "list",
        ("LIST", "LIST game", "LIST FULL"),
    ),
    Row(("SUMMARY",), alone(plain.summary), Who.ANYBODY, "summary", ("SUMMARY game",)),
    Row(
        ("STATUS",),
        alone(plain.status),
        Who.ANYBODY,
        "status",
        ("STATUS", "STATUS game"),
    ),
    Row(
        ("HISTORY",),
        alone(plain.history),
        Who.ANYBODY,
        "history",
        ("HISTORY game", "HISTORY game FROM S1901M TO F1902M"),
    ),
    Row(
        ("INFO", "INFO ON", "INFO VARIANT", "VARIANTS", "LIST VARIANTS"),
        alone(plain.variant),
        Who.ANYBODY,
        "info",
        ("INFO", "INFO variant"),
    ),
    Row(
        ("MAP", "SHOW MAP"),
        alone(plain.board),
        Who.ANYBODY,
        "map",
        ("MAP", "MAP game", "MAP game S1901M"),
    ),
    Row(
        ("EXPLAIN",),
        alone(plain.explain),
        Who.ANYBODY,
        "explain",
        ("EXPLAIN A PAR", "EXPLAIN game A PAR S1901M"),
    ),
    Row(
        ("HELP", "?"),
        alone(plain.help_on),
        Who.ANYBODY,
        "help",
        ("HELP", "HELP topic"),
    ),
    Row(("GET", "SEND ME", "SEND"), alone(plain.get), Who.ANYBODY, "help"),
    Row(
        ("SIGN OFF", "QUIT", "END"),
        _stop,
        Who.ANYBODY,
        "signoff",
        ("SIGN OFF",),
    ),
    Row(("BEGIN",), _begin, Who.ANYBODY, "signoff"),
    Row(
        ("ORDERS", "ORDERS ?", "SHOW ORDERS", "SHOW MY ORDERS", "MY ORDERS"),
        alone(plain.show_orders),
        Who.PLAYER,
        "show",
        ("ORDERS?",),
    ),
    Row(("PREVIEW",), alone(plain.show_orders), Who.PLAYER, "show"),
    Row(
        ("CLEAR", "CLEAR ORDERS", "CLEAR MY ORDERS", "CLEAR ALL", "CLEAR ALL ORDERS"),
        alone(_clear),
        Who.PLAYER,
        "clear",
        ("CLEAR", "CLEAR F1901M"),
    ),
    Row(
        ("REPLACE", "REPLACE ORDERS", "REPLACE ALL", "REPLACE ALL ORDERS"),
        alone(plain.bare(SubmitOrders((), replaces=True))),
        Who.PLAYER,
        "replace",
        ("REPLACE",),
        unclear=True,
    ),
    Row(
        ("UNDO", "UNDO ORDERS", "UNDO RECEIPT"),
        alone(_undo),
        Who.PLAYER,
        "undo",
        ("UNDO", "UNDO 3"),
        unclear=True,
    ),
    Row(("PHASE",), later_phase, Who.PLAYER, "phase", ("PHASE F1901M",)),
    Row(("END PHASE",), _end_phase, Who.PLAYER, "phase", ("END PHASE",)),
    Row(
        ("PREFER", "PREFERENCES", "PREFERENCE"),
        _prefer,
        Who.PLAYER,
        "prefer",
        ("PREFER F Brest, A Paris",),
    ),
    Row(("PRESS", "SEND PRESS"), press, Who.PLAYER, "press", ADDRESSES),
    Row(("BROADCAST",), broadcast, Who.PLAYER, "press", ADDRESSES),
    Row(
        ("SET WAIT", "WAIT", "SET UNREADY", "UNREADY"),
        alone(plain.bare(SetWait(True))),
        Who.PLAYER,
        "wait",
        ("SET WAIT",),
    ),
    Row(
        ("WAIT UNTIL", "SET WAIT UNTIL"),
        alone(_wait_until),
        Who.PLAYER,
        "wait",
        ("WAIT UNTIL Friday 18:00",),
    ),
    Row(("READY", "SET READY"), _ready, Who.PLAYER, "wait", ("READY",)),
    Row(
        ("SET NO WAIT", "NO WAIT"),
        alone(plain.bare(SetWait(False))),
        Who.PLAYER,
        "wait",
        ("SET NOWAIT",),
    ),
    Row(
        ("SET DRAW", "DRAW", "VOTE DRAW", "VOTE FOR DRAW", "VOTE FOR A DRAW"),
        alone(plain.draw),
        Who.PLAYER,
        "draw",
        ("SET DRAW", "SET DRAW FRANCE, ENGLAND"),
    ),
    Row(
        (
            "SET NO DRAW",
            "NO DRAW",
            "VOTE NO DRAW",
            "VOTE NO",
            "WITHDRAW DRAW",
            "SET NO CONCEDE",
            "NO CONCEDE",
        ),
        alone(plain.bare(WithdrawDraw())),
        Who.PLAYER,
        "draw",
        ("SET NODRAW",),
    ),
    Row(
        ("CONCEDE", "CONCEDE TO", "SET CONCEDE", "SET CONCEDE TO", "VOTE CONCEDE"),
        alone(plain.concede),
        Who.PLAYER,
        "draw",
        ("CONCEDE FRANCE",),
    ),
    Row(("RESIGN", "WITHDRAW"), resign, Who.PLAYER, "resign"),
    Row(
        ("NEW REPLY ADDRESS", "SET NEW REPLY ADDRESS", "CHANGE REPLY ADDRESS"),
        alone(plain.bare(NewReplyAddress())),
        Who.ANYBODY,
        "newaddress",
        ("NEW REPLY ADDRESS",),
    ),
    Row(
        ("SET",), alone(set_option), Who.MASTER, "set", ("SET option value", "HELP SET")
    ),
    Row(
        ("PROCESS", "PROCESS!"),
        alone(plain.process),
        Who.MASTER,
        "process",
        ("PROCESS S1901M",),
    ),
    Row(
        ("SET DEADLINE", "DEADLINE"),
        alone(plain.deadline),
        Who.MASTER,
        "setdeadline",
        ("STATUS", "HELP DEADLINES"),
        ("SET DEADLINE +24h", "SET DEADLINE Friday 21:00"),
    ),
    Row(
        ("EJECT",),
        alone(plain.eject),
        Who.MASTER,
        "eject",
        ("EJECT power", "EJECT address"),
    ),
    Row(
        ("ROLLBACK", "ROLL BACK", "ROLLBACK TO", "ROLL BACK TO"),
        alone(plain.rollback),
        Who.MASTER,
        "rollback",
        ("ROLLBACK", "ROLLBACK S1901M"),
    ),
    Row(
        ("PAUSE", "PAUSE GAME", "PAUSE THE GAME", "SUSPEND", "SUSPEND THE GAME"),
        alone(plain.pause),
        Who.MASTER,
        "pause",
        ("PAUSE", "RESUME", "SET DEADLINE Friday 21:00"),
    ),
    Row(
        ("RESUME", "UNPAUSE"),
        alone(plain.bare(Resume())),
        Who.MASTER,
        "pause",
        ("RESUME",),
    ),
    Row(
        ("TERMINATE", "TERMINATE GAME"),
        alone(plain.terminate),
        Who.MASTER,
        "terminate",
        ("TERMINATE",),
    ),
    Row(
        ("START", "START GAME", "FORCE BEGIN", "BEGIN GAME"),
        alone(plain.bare(StartGame())),
        Who.MASTER,
        "start",
        ("FORCE BEGIN",),
    ),
    Row(("BECOME",), alone(plain.become), Who.MASTER, "become", ("BECOME power",)),
)
