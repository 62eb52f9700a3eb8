"""The filters that templates may use."""

from collections.abc import Iterable
from datetime import datetime

from jinja2 import Environment, pass_context
from jinja2.runtime import Context

from judge.game.model import ENTRANT, MASTER, OBSERVER, Player
from judge.render import clock, filters
from judge.render.table import person

_ROLES = {
    MASTER: "the Master",
    OBSERVER: "the observers",
    ENTRANT: "those who joined",
}


def add_filters(environment: Environment) -> None:
    """Make the filters known to the templates of `environment`."""
    environment.filters |= {
        "brief": filters.brief,
        "briefly": filters.briefly,
        "columns": filters.columns,
        "date": _date,
        "duration": filters.duration,
        "ledger": filters.ledger,
        "listed": filters.listed,
        "first_upper": filters.first_upper,
        "lines": _lines,
        "person": _person,
        "plural": filters.plural,
        "prose": filters.prose,
        "quoted": filters.quoted,
        "role_names": _role_names,
        "roles": _roles,
        "verbatim": filters.verbatim,
        "when": _when,
        "when_lines": _when_lines,
        "wrapped": filters.wrap,
    }


@pass_context
def _when(context: Context, moment: datetime) -> str:
    return clock.moment_text(moment, context["now"], context["zone"])


@pass_context
def _when_lines(context: Context, moment: datetime) -> str:
    return clock.moment_lines(moment, context["now"], context["zone"])


@pass_context
def _date(context: Context, moment: datetime) -> str:
    return clock.date_text(moment, context["zone"])


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(filters.quoted(line) for line in lines)


def _roles(roles: Iterable[str]) -> str:
    return filters.listed(_role_names(roles))


def _role_names(roles: Iterable[str]) -> list[str]:
    return [_ROLES.get(role, role) for role in roles]


def _person(player: Player) -> str:
    return person(player)
