"""Adds to a notice in plain text what repeats it for programs that show more."""

from dataclasses import dataclass, replace
from pathlib import Path

from markupsafe import Markup

from judge.game import Event
from judge.letter import Notice
from judge.render.enclosed.html import Layout
from judge.render.enclosed.invitation import calendar_of
from judge.render.enclosed.pictures import drawing_of
from judge.render.facts.pages import Facts, Scene, powers_in
from judge.render.language import Language
from judge.render.picture import Drawing
from judge.render.templates import template_of


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
        self,
        notice: Notice,
        told: tuple[ToldEvent, ...],
        scene: Scene,
        frame: Facts,
    ) -> Notice:
        """Return `notice` with HTML, a picture and an invitation as they fit."""
        drawing = self._drawing(told, scene)
        blocks = (
            self._layout.block(template_of(one.event), one.block, one.facts)
            for one in told
        )
        html = self._layout.page(
            Markup("\n\n").join(blocks),
            frame,
            notice.subject,
            drawing.alternative if drawing else "",
        )
        return replace(
            notice,
            html=html,
            drawing=drawing.text() if drawing else "",
            calendar=self._calendar(told, scene),
        )

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
        """Return the picture of the last event that has one."""
        game, role = scene.game, scene.reader.role
        found = (
            drawing_of(one.event, game, role, self._language) for one in reversed(told)
        )
        return next(filter(None, found), None)
