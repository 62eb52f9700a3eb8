"""Adds to a notice in plain text what repeats it for programs that show more."""

from dataclasses import dataclass, replace
from pathlib import Path

from markupsafe import Markup

from judge.game import Event, Format, MapShown, Pictures
from judge.letter import REPLY_MARKER, Notice
from judge.pictures import Drawing
from judge.render.enclosed.html import Layout, Outside, Piece
from judge.render.enclosed.invitation import calendar_of
from judge.render.enclosed.pictures import drawing_of
from judge.render.facts.pages import Facts, Scene, powers_in
from judge.render.language import Language
from judge.render.templates import template_of

_SHOWN = 150  # letters: as many as wide lists of mails have room for


@dataclass(frozen=True, slots=True)
class ToldEvent:
    """An event that a notice tells of, by a block of its template, with these facts."""

    event: Event
    block: str
    facts: Facts


class NoticeEnricher:
    """The templates of one folder as HTML, in a language, and who invites."""

    def __init__(self, templates: Path, address: str, language: Language) -> None:
        self._layout = Layout(templates, language)
        self._address, self._language = address, language

    def enclosed(
        self, notice: Notice, told: tuple[ToldEvent, ...], scene: Scene, frame: Facts
    ) -> Notice:
        """Return `notice` with HTML, a picture and an invitation as they fit.

        Of HTML and pictures the reader says whether he wants them. For programs a mail
        is one text.
        """
        form = scene.reader.player.preferences.format
        if form is Format.COMPAT:
            return notice
        calendar = self._calendar(told, scene)
        if form is Format.PLAIN:
            return replace(notice, calendar=calendar)
        drawing = self._drawing(told, scene)
        blocks = (self._layout.block(template_of(one.event), one.block, one.facts) for one in told)
        html = self._layout.page(
            Markup("\n\n").join(blocks),
            frame,
            Outside(notice.subject, _beginning(notice.text), drawing),
        )
        text = drawing.text() if drawing else ""
        return replace(notice, html=html, drawing=text, calendar=calendar)

    def bundled(self, pieces: tuple[Piece, ...], subject: str, text: str) -> str:
        """Return the page of several notices in one, whose text is `text`."""
        return self._layout.page_of(pieces, Outside(subject, _beginning(text)))

    def drawing(self, shown: MapShown) -> str:
        """Return the text of the small picture of a board, which its mail has not."""
        found = drawing_of(shown, shown.game, shown.role, self._language)
        assert found is not None
        return replace(found, small=True).text()

    def _calendar(self, told: tuple[ToldEvent, ...], scene: Scene) -> str:
        """Return the invitation for a player: that of the last event that has one."""
        reader, game = scene.reader, scene.game
        if game is None or reader.role not in powers_in(game):
            return ""
        found = (
            calendar_of(one.event, game, scene, self._address, self._language)
            for one in reversed(told)
        )
        return next(filter(None, found), "")

    def _drawing(self, told: tuple[ToldEvent, ...], scene: Scene) -> Drawing | None:
        """Return the picture of the last event that has one and whose reader wants it.

        What he asks for with MAP he wants.
        """
        game, role = scene.game, scene.reader.role
        wanted = scene.reader.player.preferences.pictures
        found = (
            drawing_of(one.event, game, role, self._language)
            for one in reversed(told)
            if wanted is not Pictures.NO or isinstance(one.event, MapShown)
        )
        drawing = next(filter(None, found), None)
        if drawing is None or wanted is not Pictures.SMALL:
            return drawing
        return replace(drawing, small=True)


def _beginning(text: str) -> str:
    """Return what a mailbox shows of a mail beside its subject: how it begins."""
    words = " ".join(text.removeprefix(REPLY_MARKER).split())
    return words if len(words) <= _SHOWN else words[:_SHOWN].rpartition(" ")[0]
