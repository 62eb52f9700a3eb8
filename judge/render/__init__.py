"""Renders events as mails: event -> facts for a template -> Notice.

The modules of mails are imported when first used, because `judge adjudicate` needs only the words
for boards and starts faster without them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from judge.render.facts.board import standing
from judge.render.facts.results import Results, results_of
from judge.render.facts.variant import (
    RECONSTRUCTION,
    headline,
    neutral_rows,
    option_rows,
    power_rows,
    variant_rows,
)
from judge.render.filters import columns, listed
from judge.render.rulebook import rule_parameters
from judge.render.words import NamedPosition, phase_text

if TYPE_CHECKING:
    from judge.render.facts.table import stage_and_phase
    from judge.render.html import web_page
    from judge.render.notices import Answer, Renderer
    from judge.render.place import PlaceFacts
    from judge.render.site import FILES, PageRenderer, Trial, board_facts
    from judge.render.templates import broken_templates, stated_rules
    from judge.render.trouble import (
        AddressPaused,
        AlarmOver,
        AlarmRaised,
        BrowserOpened,
        DeliveryFailed,
        ForgeriesDenied,
        Forgery,
        GameStuck,
        InvitationFailed,
        LetterAwaited,
        LetterSetAside,
        LettersRescued,
        LetterUnread,
        MailMoved,
        MailPaused,
        MastersChanged,
        PasswordGuessed,
        PlayersEjected,
        PostmasterWritten,
        RescuedLetter,
        Trouble,
        TroublesGathered,
        TwoSeats,
    )

__all__ = [
    "FILES",
    "RECONSTRUCTION",
    "AddressPaused",
    "AlarmOver",
    "AlarmRaised",
    "Answer",
    "BrowserOpened",
    "DeliveryFailed",
    "ForgeriesDenied",
    "Forgery",
    "GameStuck",
    "InvitationFailed",
    "LetterAwaited",
    "LetterSetAside",
    "LetterUnread",
    "LettersRescued",
    "MailMoved",
    "MailPaused",
    "MastersChanged",
    "NamedPosition",
    "PageRenderer",
    "PasswordGuessed",
    "PlaceFacts",
    "PlayersEjected",
    "PostmasterWritten",
    "Renderer",
    "RescuedLetter",
    "Results",
    "Trial",
    "Trouble",
    "TroublesGathered",
    "TwoSeats",
    "board_facts",
    "broken_templates",
    "columns",
    "headline",
    "listed",
    "neutral_rows",
    "option_rows",
    "phase_text",
    "power_rows",
    "results_of",
    "rule_parameters",
    "stage_and_phase",
    "standing",
    "stated_rules",
    "variant_rows",
    "web_page",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Return a public name of this package, imported from its module when it is first used."""
        # Python asks here for the package's own modules too; these are not handled.
        if name in __all__:
            for module in ("notices", "trouble", "html", "templates", "facts.table", "site"):
                found = import_module(f"{__name__}.{module}")
                if hasattr(found, name):
                    return getattr(found, name)
        raise AttributeError(name)
