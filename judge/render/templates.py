"""Templates: their environment, their filters, and messages in one language."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import partial, wraps
from gettext import NullTranslations
from pathlib import Path

from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateSyntaxError,
    nodes,
    pass_context,
    pass_environment,
)
from jinja2.meta import find_referenced_templates, find_undeclared_variables
from jinja2.runtime import Context

from judge.engine import Phase, Variant
from judge.game import ENTRANT, MASTER, OBSERVER, TUTOR
from judge.messages import Message, Text, all_of, message, unlinked
from judge.render import clock, filters
from judge.render.facts.table import name_of, person, settings_of
from judge.render.rulebook import NumberedClause, RuleText, clauses_in, every_text
from judge.render.words import phase_text


class Language:
    """Translates messages by a catalog; without an entry the message itself is used."""

    def __init__(self, catalog: NullTranslations) -> None:
        self._catalog = catalog

    def text(self, value: Text) -> str:
        """Return a message translated; a text that needs no catalog is returned unchanged."""
        if not isinstance(value, Message):
            return value
        if value.many:
            words = self._catalog.ngettext(value.words, value.many, value.count)
        else:
            words = self._catalog.gettext(value.words)
        return value.filled(words, self.text)

    def spoken(self, value: object) -> object:
        """Return `value` with all messages in it, also in nested rows, translated."""
        match value:
            case Message():
                return self.text(value)
            case tuple() | list():
                return [self.spoken(item) for item in value]
            case _:
                return value

    def on_texts(self, change: Callable[..., object]) -> Callable[..., object]:
        """Return the filter `change` of texts or rows as a filter that also takes messages."""

        @wraps(change)
        def changed(*values: object, **options: object) -> object:
            return change(*map(self.spoken, values), **options)

        return changed


ENGLISH = Language(NullTranslations())


Filter = Callable[..., object]
_ROLES = {
    MASTER: message("the Master"),
    OBSERVER: message("the observers"),
    TUTOR: message("a tutor"),
    ENTRANT: message("those who joined"),
}
_OFFICES = {TUTOR: message("tutor"), OBSERVER: message("observer"), MASTER: message("Master")}


def filters_of(language: Language) -> Mapping[str, Filter]:
    """Return the filters of templates, with messages in `language`."""

    @pass_context
    def when_lines(context: Context, moment: datetime) -> str:
        utc, local = moment_parts(context, moment)
        first = filters.wrap(language.text(utc), 2, 2)
        second = filters.wrap(f"= {language.text(local)}", 2, 2)
        return f"{first}\n{second}" if local else first

    of_texts = {name: language.on_texts(change) for name, change in _OF_TEXTS.items()}
    return {**_OF_OTHERS, **of_texts, "when_lines": when_lines}


def moment_parts(context: Context, moment: datetime) -> tuple[Text, Text]:
    """Return a moment in UTC and in the zone of a template's reader, as in `clock`."""
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


@pass_context
def _phase(context: Context, phase: Phase) -> Message:
    return phase_text(phase, context["game"].variant)


def _roles(roles: Iterable[str]) -> Text:
    return all_of(_role_names(roles))


def _role_names(roles: Iterable[str]) -> list[Text]:
    return [_ROLES.get(role, role) for role in roles]


def _office(role: str) -> Text:
    return _OFFICES.get(role, role)


_OF_TEXTS: Mapping[str, Filter] = {
    "columns": filters.columns,
    "dotted": str,
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
    "phase": _phase,
    "plural": filters.plural,
    "prose": filters.prose,
    "quoted": filters.quoted,
    "role_names": _role_names,
    "roles": _roles,
    "settings": settings_of,
    "spans": _spans,
    "unlinked": unlinked,
    "verbatim": filters.verbatim,
    "when": _when,
}


_ENDS = re.compile(r"[.:;]")
_WORD = re.compile(r"(?<!^)(?=[A-Z])")
_MOST_PAGES = 5  # that mention the words of the question
_LONG = 5  # characters; shorter words are ignored
# Endings that differ between the forms of longer words: `attachments`, `announced`.
_ENDING = re.compile(r"(?<=\w{4})(?:ments?|ings?|ed|es|s)$", re.IGNORECASE)


def environment_of(
    templates: Path, *, autoescape: bool, language: Language = ENGLISH
) -> Environment:
    """Return the Jinja environment of a folder of templates; an unknown name raises an error.

    Messages are in `language`.
    """
    environment = Environment(
        loader=FileSystemLoader(templates),
        auto_reload=False,  # a changed template is read after a restart
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=autoescape,
        finalize=language.spoken,
    )
    environment.filters |= filters_of(language)
    environment.filters["gists"] = _gists
    environment.globals["picture"] = ""
    environment.filters["mentioning"] = _mentioning
    # Rule texts are plain text even inside HTML: the filters there escape them.
    plain = environment.overlay(autoescape=False)
    environment.filters["clauses"] = partial(_clauses, plain)
    return environment


def broken_templates(folder: Path, model: Path) -> tuple[str, ...]:
    """Return a line for each template with an error: its file, the line, the error.

    It cannot be parsed, includes a missing file, or uses a name that no template of `model` uses.
    """
    environment = environment_of(folder, autoescape=False)
    known = set[str]() if folder == model else _names_in(environment, model)
    broken: list[str] = []
    for file in sorted((*folder.rglob("*.txt"), *folder.rglob("*.html"))):
        name = str(file.relative_to(folder))
        try:
            parsed = environment.parse(file.read_text("utf-8"), name)
            broken += _missing_includes(parsed, name, folder)
            if not name.startswith("web/"):
                # Web pages have filters of their own.
                environment.compile(parsed, name)
                unknown = find_undeclared_variables(parsed) - known if known else set()
                broken += [f"{name}: unknown name {one}" for one in sorted(unknown)]
        except TemplateSyntaxError as error:
            reason = (error.message or "").rstrip(".")
            broken.append(f"{error.name or name}, line {error.lineno}: {reason}")
        except UnicodeDecodeError as error:
            broken.append(f"{name}: {error}")
    return tuple(broken)


def _names_in(environment: Environment, folder: Path) -> set[str]:
    """Return the names that the templates of mails in a folder get from the program."""
    files = (*folder.rglob("*.txt"), *folder.rglob("*.html"))
    mails = (file for file in files if folder / "web" not in file.parents)
    parsed = (environment.parse(file.read_text("utf-8")) for file in mails)
    return {one for mail in parsed for one in find_undeclared_variables(mail)}


def _missing_includes(parsed: nodes.Template, name: str, folder: Path) -> Iterator[str]:
    for other in find_referenced_templates(parsed):
        # A name that is made when the template is used is None here.
        if other is not None and not (folder / other).is_file():
            yield f"{name}: includes the missing {other}"


def template_of(value: object) -> str:
    """Return the name of the template for an event or a trouble."""
    return f"{block_of(value)}.txt"


def block_of(value: object) -> str:
    """Return the name of the block for a refusal: `no_such_game`."""
    return _WORD.sub("_", type(value).__name__).lower()


def stated_rules(templates: Path, variant: Variant) -> tuple[NumberedClause, ...]:
    """Return all clauses in which a variant differs from the standard rules.

    Clauses that apply only by a Master's choice come last.
    """
    environment = environment_of(templates, autoescape=False)
    return tuple(_clauses(environment, every_text(variant)))


def _clauses(plain: Environment, texts: Iterable[RuleText], word: str = "") -> list[NumberedClause]:
    """Return the clauses of rules, or only those about a word."""

    def told(text: RuleText) -> str:
        return plain.get_template(f"rules/{text.name}.txt").render(text.facts)

    return list(clauses_in(texts, word, told))


@pass_environment
def _mentioning(environment: Environment, topics: Iterable[str], words: str) -> tuple[str, ...]:
    """Return at most five topics whose pages mention `words`, the most frequent mentions first.

    If no page contains the phrase, pages that contain each of its words in any form count.
    """
    pages = {topic: _page(environment, topic) for topic in topics}
    whole = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)
    each = [
        re.compile(rf"(?<!\w){re.escape(_ENDING.sub('', word))}", re.IGNORECASE)
        for word in words.split()
        if len(word) >= _LONG
    ]
    counts = {topic: len(whole.findall(page)) for topic, page in pages.items()}
    if not any(counts.values()) and each:
        counts = {
            topic: min(len(pattern.findall(page)) for pattern in each)
            for topic, page in pages.items()
        }
    mentioned = [topic for topic, times in counts.items() if times]
    return tuple(sorted(mentioned, key=lambda topic: -counts[topic])[:_MOST_PAGES])


@pass_environment
def _gists(environment: Environment, topics: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield (topic, beginning of its page) for the index of the help.

    So each page contains its own line of the index.
    """
    for topic in topics:
        page = _page(environment, topic)
        first = _ENDS.split(page.split("\n\n")[1])[0]
        yield topic, " ".join((first[:1].lower() + first[1:]).split())


def _page(environment: Environment, topic: str) -> str:
    assert environment.loader is not None
    page, _, _ = environment.loader.get_source(environment, f"help/{topic}.txt")
    return page
