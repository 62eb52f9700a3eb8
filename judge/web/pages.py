"""What the web face is handed: pages, and the site that makes them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

HTML = "text/html; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Page:
    """What an address answers with."""

    body: str | bytes
    media_type: str = HTML
    status: int = 200
    #: Search engines are asked to leave it out, and no other site learns its address.
    unlisted: bool = False
    #: Browsers may keep it for good: its address changes with its content.
    lasting: bool = False


@dataclass(frozen=True, slots=True)
class Redirect:
    """What an address answers with if its page has another address."""

    path: str


Answer = Page | Redirect


class PublicSite(Protocol):
    """Makes the pages that everybody may read; each method is one address or a kind of them.

    A page that does not exist is one with status 404.
    """

    def state(self, game: str = "") -> str:
        """Return what changes with each event of a game, or of any game."""

    def front(self) -> Page:
        """Return `/`."""

    def games(self, query: Mapping[str, str]) -> Page:
        """Return `/games`, the list, with filters."""

    def game(self, name: str, phase: str = "") -> Answer:
        """Return `/games/NAME`, or that of one phase."""

    def game_file(self, name: str, kind: str) -> Page:
        """Return `/games/NAME.KIND`: json, atom or ics."""

    def picture(self, name: str, phase: str, query: Mapping[str, str]) -> Page:
        """Return `/games/NAME/PHASE.svg`, the board after a phase."""

    def openings(self) -> Page:
        """Return `/openings.atom`."""

    def variants(self) -> Page:
        """Return `/variants`."""

    def variant(self, name: str) -> Page:
        """Return `/variants/NAME`."""

    def variant_file(self, name: str) -> Page:
        """Return `/variants/NAME.json`."""

    def trial(self, name: str, query: Mapping[str, str]) -> Page:
        """Return `/try/VARIANT`, a board of one's own."""

    def help_page(self, topic: str) -> Page:
        """Return `/help/TOPIC`, a page of the manual."""

    def hall(self, query: Mapping[str, str]) -> Page:
        """Return `/hall`."""

    def hall_file(self) -> Page:
        """Return `/hall.json`."""

    def person(self, name: str) -> Page:
        """Return `/people/NAME`."""

    def status(self) -> Page:
        """Return `/status`."""

    def static(self, name: str) -> Page:
        """Return `/static/NAME`: the style sheet, a script, a font."""

    def robots(self) -> Page:
        """Return `/robots.txt`."""

    def trouble(self, status: int) -> Page:
        """Return the page that says why there is no other."""
