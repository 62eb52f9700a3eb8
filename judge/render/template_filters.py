"""The filters of templates, by the names that they have there."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from jinja2 import pass_context
from jinja2.runtime import Context

from judge.game import ENTRANT, MASTER, OBSERVER
from judge.messages import Text, all_of, message
from judge.render import clock, filters
from judge.render.facts.table import person
from judge.render.language import Language

Filter = Callable[..., object]
_ROLES = {
    MASTER: message("the Master"),
    OBSERVER: message("the observers"),
    ENTRANT: message("those who joined"),
}


def filters_of(language: Language) -> Mapping[str, Filter]:
    """Return the filters of templates whose messages are in words of `language`."""
    of_texts = {name: language.on_texts(change) for name, change in _OF_TEXTS.items()}
    return {**_OF_OTHERS, **of_texts}


@pass_context
def _when(context: Context, moment: datetime) -> str:
    return clock.moment_text(moment, context["now"], context["zone"])


@pass_context
def _when_lines(context: Context, moment: datetime) -> str:
    return clock.moment_lines(moment, context["now"], context["zone"])


@pass_context
def _day(context: Context, moment: datetime) -> str:
    return clock.day_text(moment, context["zone"])


@pass_context
def _date(context: Context, moment: datetime) -> str:
    return clock.date_text(moment, context["zone"])


def _roles(roles: Iterable[str]) -> Text:
    return all_of(_role_names(roles))


def _role_names(roles: Iterable[str]) -> list[Text]:
    return [_ROLES.get(role, role) for role in roles]


_OF_TEXTS: Mapping[str, Filter] = {
    "briefly": filters.briefly,
    "columns": filters.columns,
    "first_upper": filters.first_upper,
    "first_width": filters.first_width,
    "ledger": filters.ledger,
    "listed": filters.listed,
    "wrapped": filters.wrap,
}
_OF_OTHERS: Mapping[str, Filter] = {
    "brief": filters.brief,
    "date": _date,
    "day": _day,
    "duration": filters.duration,
    "lines": filters.lines,
    "person": person,
    "plural": filters.plural,
    "prose": filters.prose,
    "quoted": filters.quoted,
    "role_names": _role_names,
    "roles": _roles,
    "verbatim": filters.verbatim,
    "when": _when,
    "when_lines": _when_lines,
}
