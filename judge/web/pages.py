"""The pages that the web face shows, and the interface of the site that makes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

HTML = "text/html; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Page:
    """The answer to a request: a status, a media type and a body."""

    body: str | bytes
    media_type: str = HTML
    status: int = 200
    #: Whether search engines are asked to ignore it, and browsers to tell its address to no site.
    unlisted: bool = False
    #: Whether browsers may cache it for ever, because its address changes with its content.
    lasting: bool = False


@dataclass(frozen=True, slots=True)
class Redirect:
    """The answer to a request for a page that has another address."""

    path: str


@dataclass(frozen=True, slots=True)
class Opened:
    """The answer that signs a browser in: it sets this cookie and leads to `path`.

    The cookie "" deletes the browser's cookie, which signs it out.
    """

    cookie: str = field(repr=False)
    path: str = "/me"


Answer = Page | Redirect
Form = Mapping[str, Sequence[str]]


class PublicSite(Protocol):
    """Makes the pages that everybody may read; each method is for one address or a kind of address.

    For a page that does not exist it returns a page with status 404.
    """

    def front(self) -> Page:
        """Return `/`."""

    def games(self, query: Mapping[str, str]) -> Page:
        """Return `/games`, the list of games; `query` may have filters."""

    def game(self, name: str, phase: str = "") -> Answer:
        """Return `/games/NAME`, or `/games/NAME/PHASE`."""

    def tried_again(self, name: str, phase: str) -> Answer:
        """Return `/games/NAME/PHASE/try`: a phase with its orders as a board of one's own."""

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
        """Return `/try/VARIANT`, a board on which anybody can try positions and orders."""

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
        """Return the page for an error with this HTTP status."""


class PrivateSite(Protocol):
    """Makes the private pages of a person, who is known by the cookie of their browser."""

    def key_page(self, key: str) -> Page:
        """Return the page of a key: it has one button, which uses the key up to sign in."""

    def spend(self, key: str, browser: str) -> Opened | Page:
        """Sign a browser in if the key is valid; `browser` is its User-Agent."""

    def me(self, cookie: str) -> Page:
        """Return `/me`: a person's games, or for a stranger the way to get a key."""

    def key_asked(self) -> Page:
        """Return the page after a request for a key; it is the same for an unknown address."""

    def mail_key(self, form: Form) -> None:
        """Mail a key to the address in the form, if it is known."""

    def shut(self, cookie: str, form: Form) -> Opened | Redirect | Page:
        """Sign one of the person's browsers out."""

    def place(self, cookie: str, name: str, query: Mapping[str, str]) -> Answer:
        """Return `/me/NAME`: the person's place in a game."""

    def preview(self, cookie: str, name: str, form: Form) -> Answer:
        """Return the same page with the letter in the form, and what its orders would bring."""

    def send(self, cookie: str, name: str, form: Form) -> Answer:
        """Store the letter in the form, and lead to its page."""

    def letter(self, cookie: str, name: str, letter: str, query: Mapping[str, str]) -> Page:
        """Return the page of a letter with its answer."""

    def question(self, cookie: str, key: str) -> Page:
        """Return the page of a question that was mailed: a button for no, and perhaps for yes."""

    def answer(self, cookie: str, key: str, form: Form) -> Page:
        """Send the answer in the form, and return the page that says so."""

    def leave(self, key: str, *, ends: bool) -> Page:
        """Return the page on which an observer stops the mails of a game.

        With `ends` they are stopped now.
        """
