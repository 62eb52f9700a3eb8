"""How templates are read, whatever is made of them."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_environment

from judge.engine import Variant
from judge.render.language import ENGLISH, Language
from judge.render.rulebook import NumberedClause, RuleText, clauses_in, every_text
from judge.render.template_filters import filters_of

_ENDS = re.compile(r"[.:;]")
_WORD = re.compile(r"(?<!^)(?=[A-Z])")
_MOST_PAGES = 5  # that speak of what is sought
_LONG = 5  # letters of a word that tells what is meant
# Of longer words what is the same in their forms: `attachments`, `announced`.
_ENDING = re.compile(r"(?<=\w{4})(?:ments?|ings?|ed|es|s)$", re.IGNORECASE)


def environment_of(
    templates: Path, *, autoescape: bool, language: Language = ENGLISH
) -> Environment:
    """Return what reads the templates of a folder; a name they do not know fails.

    What they show of messages is in words of `language`.
    """
    environment = Environment(
        loader=FileSystemLoader(templates),
        auto_reload=False,  # a change counts when the program starts again
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=autoescape,
        finalize=language.spoken,
    )
    environment.filters |= filters_of(language)
    environment.filters["gists"] = _gists
    environment.filters["mentioning"] = _mentioning
    # What a text holds is told as text, in HTML too: the filters there escape it.
    plain = environment.overlay(autoescape=False)
    environment.filters["clauses"] = partial(_clauses, plain)
    return environment


def template_of(value: object) -> str:
    """Return the name of the template that tells of an event or a trouble."""
    return f"{block_of(value)}.txt"


def block_of(value: object) -> str:
    """Return the name of the block that tells of a refusal: `no_such_game`."""
    return _WORD.sub("_", type(value).__name__).lower()


def stated_rules(templates: Path, variant: Variant) -> tuple[NumberedClause, ...]:
    """Return all in which a variant differs from the standard rules, clause by clause.

    What only a choice of its Master brings comes last.
    """
    environment = environment_of(templates, autoescape=False)
    return tuple(_clauses(environment, every_text(variant)))


def _clauses(plain: Environment, texts: Iterable[RuleText], word: str = "") -> list[NumberedClause]:
    """Return the clauses of rules, or of them those about a word."""

    def told(text: RuleText) -> str:
        return plain.get_template(f"rules/{text.name}.txt").render(text.facts)

    return list(clauses_in(texts, word, told))


@pass_environment
def _mentioning(environment: Environment, topics: Iterable[str], words: str) -> tuple[str, ...]:
    """Return the topics whose pages speak of `words`, most often first; a few alone.

    Where none does, those are meant that speak of each of them, in whatever form.
    """
    pages = {topic: _page(environment, topic) for topic in topics}
    whole = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)
    each = [
        re.compile(rf"(?<!\w){re.escape(_ENDING.sub('', word))}", re.IGNORECASE)
        for word in words.split()
        if len(word) >= _LONG
    ]
    found = {topic: len(whole.findall(page)) for topic, page in pages.items()}
    if not any(found.values()) and each:
        found = {
            topic: min(len(one.findall(page)) for one in each) for topic, page in pages.items()
        }
    said = [topic for topic, times in found.items() if times]
    return tuple(sorted(said, key=lambda topic: -found[topic])[:_MOST_PAGES])


@pass_environment
def _gists(environment: Environment, topics: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each topic of the help with what its page begins with, as a list says it.

    So a page tells its own line of the index.
    """
    for topic in topics:
        page = _page(environment, topic)
        first = _ENDS.split(page.split("\n\n")[1])[0]
        yield topic, " ".join((first[:1].lower() + first[1:]).split())


def _page(environment: Environment, topic: str) -> str:
    assert environment.loader is not None
    page, _, _ = environment.loader.get_source(environment, f"help/{topic}.txt")
    return page
