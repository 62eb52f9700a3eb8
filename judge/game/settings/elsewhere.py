"""Options that other judges have, and our lines for the same effect.

The words are those of njudge, and of the rules of DPjudge.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from judge.messages import Message, message


@dataclass(frozen=True, slots=True)
class ForeignOption:
    """The answer about another judge's option: a remark, and the lines that come nearest to it."""

    remark: Message
    lines: tuple[str, ...] = ()


SAME: Mapping[str, str] = MappingProxyType(
    {
        "WHITE": "PRESS WHITE",
        "WHITE PRESS": "PRESS WHITE",
        "GREY": "PRESS GREY",
        "GRAY": "PRESS GREY",
        "GREY PRESS": "PRESS GREY",
        "GRAY PRESS": "PRESS GREY",
        "PUBLIC PRESS": "PRESS PUBLIC",
        "BROADCAST PRESS": "PRESS BROADCAST",
        "NO PARTIAL": "PRESS BROADCAST",
        "NO PARTIAL PRESS": "PRESS BROADCAST",
        "PARTIAL": "PRESS FULL",
        "PARTIAL PRESS": "PRESS FULL",
        "WHITE GREY": "PRESS WHITE/GREY",
        "WHITE GREY PRESS": "PRESS WHITE/GREY",
        "WHITE GRAY PRESS": "PRESS WHITE/GREY",
        "GREY WHITE PRESS": "PRESS GREY/WHITE",
        "GRAY WHITE PRESS": "PRESS GREY/WHITE",
        "OBSERVER ANY": "OBSERVER PRESS ON",
        "OBSERVER NO": "OBSERVER PRESS OFF",
        "MUTE OBSERVERS": "OBSERVER PRESS OFF",
        "WHITE GRAY": "PRESS WHITE/GREY",
        "GREY WHITE": "PRESS GREY/WHITE",
        "GRAY WHITE": "PRESS GREY/WHITE",
        "FAKE": "FAKE PRESS ON",
        "PARTIAL FAKE": "FAKE PRESS ON",
        "PARTIAL MAY BE FAKED": "FAKE PRESS ON",
        "PARTIAL FAKES BROADCAST": "FAKE PRESS ON",
        "FAKES BROADCAST": "FAKE PRESS ON",
        "NO FAKE": "FAKE PRESS OFF",
        "PRIVATE": "LIST NO",
        "HIDE LATE POWERS": "LATE NOTICES PRIVATE",
        "PROXY OK": "PROXIES ON",
        "APPROVAL": "ENTRY APPROVAL",
        "NO APPROVAL": "ENTRY OPEN",
        "DARK": "BLIND",
        "ANY CENTER": "BUILDS OWNED",
        "ANY CENTERS": "BUILDS OWNED",
        "BUILD ANY": "BUILDS OWNED",
        "BUILD ANYWHERE": "BUILDS OWNED",
        "HOME CENTER": "BUILDS HOME",
        "HOME CENTERS": "BUILDS HOME",
        "ONE CENTER": "BUILDS ABERRATION",
        "ONE CENTERS": "BUILDS ABERRATION",
        "REMOTE BUILDS": "BUILDS ABERRATION",
        "ABERRATION": "BUILDS ABERRATION",
        "BLANK BOARD": "UNITS NONE",
        "EMPTY BOARD": "UNITS NONE",
        "NO UNITS": "UNITS NONE",
        "MOBILIZE": "UNITS NONE",
        "CIVIL DISORDER": "NMR HOLD",
        "CD DUMMIES": "NMR HOLD",
        "HOME BUILDS": "BUILDS HOME",
        "NOT VARIANT": "NO",
        "VARIANT": "",
        "RULE": "",
    }
)
"""Words that mean the same as others here, which stand in their place.

They do only where that gives something known: `VARIANT GUNBOAT` is `GUNBOAT`.
"""

_ROWS: tuple[tuple[str, Message, tuple[str, ...]], ...] = (
    (
        "BROADCAST, NO BROADCAST",
        message("whoever is in a game gets what is sent to all."),
        ("SET DIGEST PHASE", "HELP MY"),
    ),
    (
        "HTML, PLAIN, PLAIN TEXT, TEXT, LANGUAGE, LANG, NOTIFICATIONS, MAIL, MAILS",
        message("how mail comes to you is a setting of your own."),
        ("SET FORMAT PLAIN", "SET MAP NONE", "HELP MY"),
    ),
    (
        "OBSERVER WHITE",
        message("observers write press as the players do, or none."),
        ("SET OBSERVER PRESS ON", "SET OBSERVER PRESS OFF"),
    ),
    (
        "FTF PRESS, PRESS MASTER, LATE SEND, NO LATE RECEIVE, GRACE PRESS,"
        " BLANK PRESS, ANONYMOUS PRESS",
        message("press goes by one rule, except for late players and minor phases."),
        ("SET LATE PRESS OFF", "SET MINOR PRESS OFF"),
    ),
    (
        "POSTAL PRESS, DIARY",
        message("everybody may send them, as lines of their own."),
        ("POSTAL PRESS", "DIARY RECORD"),
    ),
    (
        "ALL PRESS, NORMAL PRESS, WATCH ALL PRESS, EAVESDROP",
        message("press is read only by those it is sent to; the Master reads no other either."),
        (),
    ),
    (
        "STRICT WAIT, ALWAYS WAIT, NO MINOR WAIT, REAL TIME",
        message("SET WAIT is for every power that is still in the game."),
        ("SET EARLY NEVER", "SET EARLY ROLLING"),
    ),
    (
        "MOVE DELAY, RETREAT DELAY, ADJUST DELAY, BUILD DELAY",
        message("the delay is one for all kinds of phases."),
        ("SET DELAY 30m",),
    ),
    (
        "NO DEADLINE, NO LATE CHANGES, LATE CHANGES, TIMING, AT, NEXT, NOT",
        message("each kind of phase has its length, and deadlines fall on a time and on days."),
        ("SET MOVE 72", "SET CLOCK 21:00", "SET DAYS -MTWTF-"),
    ),
    (
        "STRICT GRACE",
        message("grace ends on a day that has deadlines."),
        ("SET GRACE 24", "SET DAYS -MTWTF-"),
    ),
    (
        "LATE COUNT",
        message("all are told who is late when it happens, and nobody is counted."),
        ("SET LATE NOTICES 12",),
    ),
    (
        "MIN, MOVE MIN, MOVEMENT MIN, RETREAT MIN, ADJUST MIN, BUILD MIN",
        message("a phase has no shortest time."),
        ("SET EARLY NEVER", "SET DELAY 12h"),
    ),
    (
        "AUTO PROCESS, MANUAL PROCESS",
        message("a phase is processed at its deadline, unless the game is paused."),
        ("PAUSE",),
    ),
    (
        "AUTO START, MANUAL START, START, START MASTER, SILENT JOIN",
        message("a game starts when all its seats are taken, or when its Master says so."),
        ("FORCE BEGIN",),
    ),
    ("RESUME, AUTO CREATE", message("this is for the Master to do."), ("RESUME",)),
    (
        "LEVEL, ACCESS, DEDICATION, ONTIMERAT, RESRAT, RATED, UNRATED, BN, MN, EP",
        message("the Master says whom a game lets in, and how reliable they must be."),
        ("SET RELIABILITY 80", "SET ENTRY APPROVAL", "SET MAX GAMES 3"),
    ),
    (
        "ALLOW, ALLOW PLAYER, DENY, DENY PLAYER, DENY MASTER, APPROVE, APPROVED",
        message("that is a command of its own, without SET."),
        ("ALLOW PLAYER address", "DENY PLAYER address", "INVITE address"),
    ),
    (
        "PRFLIST, PRFBOTH, PRFRAND, POWER CHOICE",
        message("powers are dealt by what the players prefer, and else by lot."),
        ("JOIN game PREFER FRANCE, ENGLAND",),
    ),
    (
        "POWERS, SOLITAIRE, MULTIPLE POWERS PER PLAYER",
        message("a game has all the powers of its board, which fewer people may share."),
        ("SET PLAYERS 3", "FORCE BEGIN"),
    ),
    (
        "QUIET, SHOW, SECRET, REVEAL, HIDE ABSENTEES, HIDE DUMMIES",
        message("all are told of changes, and of who plays what unless it is a gunboat game."),
        ("SET GUNBOAT",),
    ),
    ("BCENTERS", message("in a blind game players see what is near them."), ("SET BLIND",)),
    (
        "CONCESSIONS, CONCEDE, PROPOSE DIAS, HIDE PROPOSER",
        message("votes are secret, and a game may always be drawn, or conceded to one power."),
        ("SET DIAS NO",),
    ),
    (
        "ALLIED WIN, CAPTURE WIN, HOLD WIN, SHARED VICTORY",
        message("a game is won by one power, with so many centers."),
        ("SET VICTORY 18",),
    ),
    (
        "VARIANT, MAP, BOARD",
        message("the board is chosen when the game is created."),
        ("CREATE game variant",),
    ),
    (
        "NORMAL DISBAND, ANY DISBAND, DISBAND, AUTO DISBAND, NO RETREAT, NO RETREATS",
        message("units disband as the rulebook has it."),
        (),
    ),
    (
        "TRANSFORM, ATTACK TRANSFORM, PORTAGE, COASTAL CONVOYS, COASTAL CONVOY,"
        " DUALITY, GATEWAYS, RAILWAYS, HONG KONG, SUMMER, HOME TRANSFER, NEUTRALS,"
        " WINGS, SHORTHAND, INTIMATE, PRIMARY, SECONDARY",
        message("this rule is not played here; the boards have the rules of their own."),
        ("CREATE game variant",),
    ),
    (
        "NO CHECK, DONT SKIP PHASES, UNITS ADAPT, FRIENDLY FIRE, WEAK BOUNCES,"
        " COASTAL CRAWL, IGNORE ERRORS",
        message("orders are read and phases follow one another as in the rulebook."),
        ("HELP ORDERS",),
    ),
    (
        "NO OBSERVATIONS",
        message("anybody who knows a game may follow it; its Master can take people out."),
        ("EJECT address",),
    ),
    ("NAME, MASTER", message("these are fixed when a game is created."), ("CREATE game variant",)),
    (
        "STRICT CONVOY, SAFE CONVOYS, WEAK CONVOYS, CONVOY BACK",
        message("convoys follow the rulebook, with one choice."),
        ("SET CONVOY FALLBACK ON",),
    ),
    (
        "ADJACENCY, ASSASSINS, BANK, LOANS, DICE, FAMINE, PLAGUE, FORT, GARRISON,"
        " MONEY, SPECIAL, STORM, MACH2",
        message("this rule of Machiavelli is not played here."),
        (),
    ),
)
ELSEWHERE: Mapping[str, ForeignOption] = MappingProxyType(
    {
        name: ForeignOption(remark, lines)
        for names, remark, lines in _ROWS
        for name in names.split(", ")
    }
)
"""Options that there are not, by their names."""
