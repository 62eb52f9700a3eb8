"""What the web face is handed: pages, and the site that makes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class Opened:
    """A browser was opened: it gets this cookie, and goes to `path`; "" takes a cookie away."""

    cookie: str = field(repr=False)
    path: str = "/me"


Answer = Page | Redirect
Form = Mapping[str, Sequence[str]]


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


class PrivateSite(Protocol):
    """Makes the pages of single persons, whom it knows by the cookie of their browser."""

    def key_page(self, key: str) -> Page:
        """Return the page of a key: one button, which spends it."""

    def spend(self, key: str, browser: str) -> Opened | Page:
        """Open a browser that calls itself so, if the key is good."""

    def me(self, cookie: str) -> Page:
        """Return `/me`: the places of a person, or for a stranger how to get a key."""

    def key_asked(self) -> Page:
        """Return the page that says that a key was asked for, whether its owner is known or not."""

    def mail_key(self, form: Form) -> None:
        """Mail a key to the address in the form, if it is known."""

    def shut(self, cookie: str, form: Form) -> Opened | Redirect | Page:
        """Shut a browser of the person."""

    def place(self, cookie: str, name: str, query: Mapping[str, str]) -> Answer:
        """Return `/me/NAME`: the person's place in a game."""

    def send(self, cookie: str, name: str, form: Form) -> Answer:
        """Keep the letter in the form, and lead to its page."""

    def letter(self, cookie: str, name: str, letter: str) -> Page:
        """Return the page of a letter with its answer."""

    def leave(self, key: str, *, ends: bool) -> Page:
        """Return the page that ends an observer's mail of a game, and end it if it is sent."""
