"""Commands about orders, and the lines that begin or end a list of orders."""

import re

from judge.commands.blocks import later_phase, preview
from judge.commands.known import Place
from judge.commands.passage import (
    Found,
    Heading,
    Meaning,
    Misread,
    Passage,
    Stop,
    Whole,
    alone,
    names_in,
    only,
    proxy,
    unit_of_proxy,
)
from judge.commands.table.row import Row, row_of
from judge.game import Command, Who, filing, proxies, starting
from judge.notation import find_power, provinces_named, read_phase_name, words_of

_FOR = re.compile(r"^(?:(?:the\s+)?orders?\s+)?(?:for|of|to)\s+", re.I)
_BETWEEN_UNITS = re.compile(r"\s*(?:[,;]|\band\b)\s*", re.I)
# A unit without an order; a target would follow a dash.
_UNIT = re.compile(r"(?:a|f|army|fleet)\s+\w[^->–—→]*", re.I)  # noqa: RUF001 - dashes of phones
_LONGEST_UNIT = 6  # words: `Fleet St. Petersburg (south coast)`


def _show_orders(rest: str) -> Command | None:
    """Return the command ORDERS?, with or without the question mark; None if words follow."""
    return None if rest.strip(" ?") else filing.ShowOrders()


def _clear(passage: Passage) -> Found | Misread:
    """Return the command CLEAR for all stored orders, for a later phase's, or for some units'."""
    rest, names = passage.rest, passage.place.names
    if not rest:
        return Found((filing.ClearOrders(),))
    if named := read_phase_name(re.sub(r"^phase\s+", "", rest, flags=re.I)):
        return Found((filing.ClearOrders(named),))
    units = tuple(filter(None, _BETWEEN_UNITS.split(_FOR.sub("", rest))))
    known = names is not None and all(
        _UNIT.fullmatch(unit) and len(unit.split()) <= _LONGEST_UNIT for unit in units
    )
    if not known or names is None or not all(provinces_named(u, names) for u in units):
        return Misread()
    return Found((filing.ClearOrders(units=units),))


def _undo(rest: str) -> Command | None:
    """Return the command UNDO for the last receipt, or for the receipt with a number; or None."""
    match = re.fullmatch(r"(?:receipt\s*)?#?(\d{1,6})|(?:(?:my\s+)?last)?", rest.strip(), re.I)
    return None if match is None else filing.UndoOrders(int(match[1] or 0))


def _end_proxy(rest: str) -> Command:
    """Return the command NO PROXY for the named unit, or for all units."""
    return proxies.EndProxy(unit_of_proxy(rest))


def _prefer(passage: Passage) -> Found | Misread:
    """Return PREFER with a list of builds or removals; the line is stored among the orders.

    Before a game begins, PREFER with a list of powers is SET PREFERENCE.
    """
    rest, place = passage.rest.strip(" ,;:"), passage.place
    if rest and place.reader is None and _names_powers(rest, place):
        return Found((starting.PreferPowers(rest),))
    if not rest or not place.power:
        return Misread()
    line = f"PREFER {passage.rest.lstrip(' :')}"
    return Found((filing.SubmitOrders((line,)),), meaning=Meaning.ORDER)


def _names_powers(rest: str, place: Place) -> bool:
    names, words = place.names, names_in(rest)
    if names is None or not words:
        return False
    return all(find_power(words_of(word), names) for word in words)


ORDERS = (
    Row(("SIGN OFF", "QUIT", "END"), only(Stop()), Who.ANYBODY, "signoff", ("SIGN OFF",)),
    # BEGIN and END PREVIEW have no effect, and are no mistakes.
    Row(("BEGIN",), only(), Who.ANYBODY, "signoff"),
    Row(
        ("ALL OR NOTHING", "ALL OR NONE", "ATOMIC"),
        only(Whole()),
        Who.ANYBODY,
        "allornothing",
        ("ALL OR NOTHING",),
    ),
    row_of(
        filing.ShowOrders,
        ("ORDERS", "ORDERS ?", "SHOW ORDERS", "SHOW MY ORDERS", "MY ORDERS"),
        alone(_show_orders),
        "show",
        ("ORDERS?",),
    ),
    row_of(
        filing.PreviewOrders,
        ("PREVIEW", "PREVIEW ORDERS"),
        preview,
        "preview",
        ("PREVIEW", "END PREVIEW"),
    ),
    Row(("END PREVIEW",), only(), Who.PLAYER, "preview"),
    row_of(
        filing.ClearOrders,
        (
            *("CLEAR", "CLEAR ORDERS", "CLEAR MY ORDERS", "CLEAR ALL"),
            *("CLEAR ALL ORDERS", "WITHDRAW ORDERS", "WITHDRAW MY ORDERS"),
            *("REMOVE ORDERS", "REMOVE MY ORDERS", "DELETE ORDERS", "DELETE MY ORDERS"),
        ),
        _clear,
        "clear",
        ("CLEAR", "CLEAR F1901M", "CLEAR A Paris"),
    ),
    row_of(
        filing.SubmitOrders,
        ("REPLACE", "REPLACE ORDERS", "REPLACE ALL", "REPLACE ALL ORDERS"),
        only(filing.SubmitOrders((), replaces=True)),
        "replace",
        ("REPLACE",),
        masters=("EJECT power", "HELP MASTER"),
        unclear=True,
    ),
    row_of(
        filing.UndoOrders,
        ("UNDO", "UNDO ORDERS"),
        alone(_undo),
        "undo",
        ("UNDO", "UNDO 3"),
        unclear=True,
    ),
    row_of(filing.PlanOrders, ("PHASE",), later_phase, "phase", ("PHASE F1901M",)),
    Row(("END PHASE",), only(Heading(None)), Who.PLAYER, "phase", ("END PHASE",)),
    row_of(
        filing.SubmitOrders,
        ("PREFER", "BUILD PREFER", "BUILDS PREFER", "REMOVE PREFER"),
        _prefer,
        "prefer",
        ("PREFER F Brest, A Paris",),
    ),
    row_of(
        proxies.GiveProxy,
        ("PROXY", "GIVE PROXY"),
        alone(proxy),
        "proxy",
        ("PROXY A Paris TO GERMANY", "PROXY ALL TO GERMANY UNTIL F1901M"),
        masters=("BECOME power", "CONTROL power BY power"),
    ),
    row_of(
        proxies.EndProxy,
        ("NO PROXY", "END PROXY", "WITHDRAW PROXY", "CANCEL PROXY"),
        alone(_end_proxy),
        "proxy",
        ("NO PROXY A Paris", "NO PROXY"),
    ),
)
