"""The filters of templates, by the names that they have there."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from jinja2 import pass_context
from jinja2.runtime import Context

from judge.game import ENTRANT, MASTER, OBSERVER, TUTOR
from judge.messages import Text, all_of, message, unlinked
from judge.render import clock, filters
from judge.render.facts.table import name_of, person
from judge.render.language import Language

Filter = Callable[..., object]
_ROLES = {
    MASTER: message("the Master"),
    OBSERVER: message("the observers"),
    TUTOR: message("a tutor"),
    ENTRANT: message("those who joined"),
}
_OFFICES = {TUTOR: message("tutor"), OBSERVER: message("observer"), MASTER: message("Master")}


def filters_of(language: Language) -> Mapping[str, Filter]:
    """Return the filters of templates whose messages are in words of `language`."""

    @pass_context
    def when_lines(context: Context, moment: datetime) -> str:
        utc, local = moment_parts(context, moment)
        first = filters.wrap(language.text(utc), 2, 2)
        second = filters.wrap(f"= {language.text(local)}", 2, 2)
        return f"{first}\n{second}" if local else first

    of_texts = {name: language.on_texts(change) for name, change in _OF_TEXTS.items()}
    return {**_OF_OTHERS, **of_texts, "when_lines": when_lines}


def moment_parts(context: Context, moment: datetime) -> tuple[Text, Text]:
    """Return a moment in UTC, and for the reader of a template, as `clock` does."""
    return clock.moment_parts(moment, context["now"], context["zone"])


@pass_context
def _when(context: Context, moment: datetime) -> Text:
    return clock.moment_text(moment, context["now"], context["zone"])


@pass_context
def _day(context: Context, moment: datetime) -> Text:
    return clock.day_text(moment, context["zone"])


@pass_context
def _date(context: Context, moment: datetime) -> Text:
    return clock.date_text(moment, context["zone"])


@pass_context
def _spans(context: Context, spans: clock.Spans) -> list[tuple[Text, Text]]:
    return clock.spans_text(spans, context["zone"], context["now"])


def _roles(roles: Iterable[str]) -> Text:
    return all_of(_role_names(roles))


def _role_names(roles: Iterable[str]) -> list[Text]:
    return [_ROLES.get(role, role) for role in roles]


def _office(role: str) -> Text:
    return _OFFICES.get(role, role)


_OF_TEXTS: Mapping[str, Filter] = {
    "columns": filters.columns,
    "first_upper": filters.first_upper,
    "first_width": filters.first_width,
    "ledger": filters.ledger,
    "wrapped": filters.wrap,
}
_OF_OTHERS: Mapping[str, Filter] = {
    "brief": filters.brief,
    "briefly": filters.briefly,
    "date": _date,
    "day": _day,
    "duration": filters.duration,
    "framed": filters.framed,
    "lines": filters.lines,
    "listed": filters.listed,
    "name_of": name_of,
    "office": _office,
    "person": person,
    "plural": filters.plural,
    "prose": filters.prose,
    "quoted": filters.quoted,
    "role_names": _role_names,
    "roles": _roles,
    "spans": _spans,
    "unlinked": unlinked,
    "verbatim": filters.verbatim,
    "when": _when,
}
