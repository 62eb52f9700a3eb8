"""Pages for everybody. They only read the store, and show games as a stranger may see them."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import quote

from sqlalchemy import Connection, Engine

from judge.boards import VariantFile
from judge.commands import TOPICS
from judge.conversation import person_shown
from judge.game import (
    OBSERVER,
    OVER,
    STRANGER,
    FinishedPhase,
    Game,
    Player,
    Reader,
    Stage,
    inquiry,
    is_blind,
    public_view,
)
from judge.pictures import Theme
from judge.render import FILES, PageRenderer, board_facts
from judge.service.export import hall_file
from judge.service.parts import Judge
from judge.service.site.trial import trial_page, trial_text
from judge.service.world import StoreWorld
from judge.store import exported, games, inbox, persons
from judge.web import Page, Redirect

_JSON = "application/json; charset=utf-8"
_ATOM = "application/atom+xml; charset=utf-8"
_OPEN, _RUNNING, _OVER = "open", "running", "over"
# A reader without a place in a game, who is told what all observers are told.
_ANYBODY = Reader(Player(0, "", ""), OBSERVER)
_ROBOTS = """\
User-agent: *
Disallow: /me
Disallow: /try/
Disallow: /people/
Disallow: /key/
Disallow: /answer/
Disallow: /leave/
"""


@dataclass(frozen=True, slots=True)
class Site:
    """The public pages of a judge; `store` is read-only."""

    judge: Judge
    store: Engine
    pages: PageRenderer
    clock: Callable[[], datetime]

    def front(self) -> Page:
        """Return the first page."""
        listed = self._listed()
        openings = inquiry.openings_for(listed, STRANGER.player)
        hall = inquiry.ShowHall().answer(inquiry.Asker(STRANGER.player, games=lambda: listed))
        assert isinstance(hall, inquiry.HallShown)
        running = sum(game.stage in (Stage.ACTIVE, Stage.PAUSED) for game in listed)
        seen = (game for game in listed if game.stage is Stage.ACTIVE and not is_blind(game, ""))
        # The board of the oldest game shows a newcomer most of what is played here.
        oldest = min(seen, key=lambda game: game.created, default=None)
        return Page(self.pages.front_page(openings, hall, running, oldest))

    def games(self, query: Mapping[str, str]) -> Page:
        """Return the list of games that pass the filters in `query`."""
        wanted = {
            key: query[key].lower()
            for key in (*inquiry.FILTERS, "state")
            if query.get(key, "") not in ("", "any")
            and query[key].lower() in (inquiry.FILTERS.get(key) or (query[key].lower(),))
        }
        state = wanted.get("state", "")
        chosen = tuple((key, value) for key, value in wanted.items() if key != "state")
        command = inquiry.ListGames(open=state == _OPEN, wanted=chosen)
        shown = command.answer(inquiry.Asker(STRANGER.player, games=self._listed))
        assert isinstance(shown, inquiry.GamesListed)
        some = [game for game in shown.games if _is_in(game, state)]
        # Games that seek players come first, then running games, then finished ones, each newest
        # first.
        some.sort(key=lambda game: (_rank(game), -game.created.timestamp()))
        variants = self.judge.variants.files
        return Page(self.pages.games_page(some, wanted, variants, self.clock()))

    def game(self, name: str, phase: str = "") -> Page | Redirect:
        """Return the page of a game: its newest phase, or the named one."""
        now = self.clock()
        with self.store.connect() as connection:
            found = self._shown_game(connection, name)
            said = self._open_press(connection, found, now)
        if found is None:
            return self.trouble(404)
        game = public_view(found)
        if (name, phase.upper()) != (game.name, phase):
            return Redirect(f"/games/{game.name}" + (f"/{phase.upper()}" if phase else ""))
        if game.position is not None and phase == str(game.position.phase):
            return Redirect(f"/games/{game.name}")
        done = _finished(game, phase)
        if phase and done is None:
            return self.trouble(404)
        page = self.pages.game_page(game, done, said, now)
        return Page(page, unlisted=not game.settings.listed)

    def tried_again(self, name: str, phase: str) -> Page | Redirect:
        """Return the board of one's own with a finished phase of a game, and with its orders."""
        with self.store.connect() as connection:
            found = self._shown_game(connection, name)
        game = public_view(found) if found else None
        done = _finished(game, phase.upper()) if game else None
        if game is None or done is None or is_blind(game, ""):
            return self.trouble(404)
        text = quote(trial_text(done, game.variant), safe="")
        return Redirect(f"/try/{game.variant.name}?text={text}")

    def game_file(self, name: str, kind: str) -> Page:
        """Return the public facts about a game for programs."""
        now = self.clock()
        with self.store.connect() as connection:
            found = self._shown_game(connection, name)
            said = self._open_press(connection, found, now)
        if found is None:
            return self.trouble(404)
        game = public_view(found)
        unlisted = not game.settings.listed
        if kind == "atom":
            return Page(self.pages.feed(game, now), _ATOM, unlisted=unlisted)
        if kind == "ics":
            calendar = self.pages.calendar(game, now)
            return Page(calendar, "text/calendar; charset=utf-8", unlisted=unlisted)
        # Diaries are opened to the people of the game alone.
        facts = exported.game_facts(game) | {"press": said, "diary": []}
        return Page(_json(facts), _JSON, unlisted=unlisted)

    def picture(self, name: str, phase: str, query: Mapping[str, str]) -> Page:
        """Return the current board, or the board after a phase, as a picture."""
        with self.store.connect() as connection:
            found = self._shown_game(connection, name)
        if found is None:
            return self.trouble(404)
        game = public_view(found)
        running = str(game.position.phase) if game.position else ""
        done = _finished(game, phase.upper())
        at_start = phase.upper() == "START" and not game.history
        if done is None and not at_start and phase.upper() != running:
            return self.trouble(404)
        theme = Theme.DARK if "dark" in query else Theme.LIGHT
        picture = self.pages.board(self.pages.game_board(game, done), theme)
        return Page(picture, FILES[".svg"], unlisted=True) if picture else self.trouble(404)

    def openings(self) -> Page:
        """Return the Atom feed of games that seek players."""
        found = inquiry.openings_for(self._listed(), STRANGER.player)
        return Page(self.pages.openings_feed(found), _ATOM)

    def variants(self) -> Page:
        """Return the list of variants."""
        return Page(self.pages.variants_page(self.judge.variants.files))

    def variant(self, name: str) -> Page:
        """Return the page of a variant."""
        file = self._file_of(name)
        if file is None:
            return self.trouble(404)
        return Page(self.pages.variant_page(file, self.clock()))

    def variant_file(self, name: str) -> Page:
        """Return a variant's board for programs."""
        file = self._file_of(name)
        if file is None:
            return self.trouble(404)
        return Page(_json(board_facts(file.variant)), _JSON)

    def trial(self, name: str, query: Mapping[str, str]) -> Page:
        """Return the page of a trial, with the position and the orders in the query."""
        variants = self.judge.variants
        if name not in variants.names:
            return self.trouble(404)
        page = trial_page(self.pages, variants, variants.read(name), query)
        return Page(page, unlisted=bool(query))

    def help_page(self, topic: str = "index") -> Page:
        """Return a page of the manual."""
        if topic not in TOPICS:
            return self.trouble(404)
        return Page(self.pages.help_page(topic, TOPICS, self.clock()))

    def hall(self, query: Mapping[str, str]) -> Page:
        """Return the page with the winners of finished games, of one variant if it is named."""
        asker = inquiry.Asker(
            STRANGER.player, games=self._listed, variants=self.judge.variants.files
        )
        shown = inquiry.ShowHall(query.get("variant", "")).answer(asker)
        if not isinstance(shown, inquiry.HallShown):
            return self.trouble(404)
        return Page(self.pages.hall_page(shown, self.judge.variants.files))

    def hall_file(self) -> Page:
        """Return the winners of finished games as a file for programs."""
        shown = inquiry.ShowHall().answer(inquiry.Asker(STRANGER.player, games=self._listed))
        assert isinstance(shown, inquiry.HallShown)
        return Page(hall_file(shown).content, _JSON)

    def person(self, name: str) -> Page:
        """Return the page with the facts that the person of this name shows to others."""
        now = self.clock()
        with self.store.connect() as connection:
            person = persons.find_named(connection, name)
            # Asked before their games are read, so that the time tells nothing of who is hidden. A
            # person without a name would be called by a part of their address.
            if person is None or "@" in person.name or not person.preferences.web:
                return self.trouble(404)
            world = StoreWorld(self.judge, connection, STRANGER.player, "", {}, now)
            found = world.person_called(name)
        if found is None:
            return self.trouble(404)
        paged = {game.name for game in self._listed()}
        found = replace(found, games=tuple(one for one in found.games if one[0] in paged))
        shown = person_shown(found, own=False)
        return Page(self.pages.person_page(shown, now), unlisted=True)

    def status(self) -> Page:
        """Return the page that tells whether the judge is awake, and how many games it has."""
        now = self.clock()
        with self.store.connect() as connection:
            awake = inbox.last_sign(connection)
        version = inquiry.ShowVersion().answer(
            inquiry.Asker(STRANGER.player, games=self._listed, variants=self.judge.variants.files)
        )
        page = self.pages.page(
            "status.html",
            awake=awake is not None and now - awake <= self.judge.outage,
            since=awake,
            blocks=self.pages.answer(version, now),
            now=now,
        )
        return Page(page, unlisted=True)

    def static(self, name: str) -> Page:
        """Return a file for browsers."""
        content = self.pages.file(name)
        if content is None:
            return self.trouble(404)
        kind = FILES["." + name.rpartition(".")[2]]
        return Page(content, kind, lasting=True)

    def robots(self) -> Page:
        """Return robots.txt, which lists pages that search engines should leave out."""
        return Page(_ROBOTS, "text/plain; charset=utf-8")

    def trouble(self, status: int) -> Page:
        """Return the page for an error with this HTTP status."""
        return Page(self.pages.page("trouble.html", status=status), status=status, unlisted=True)

    def _listed(self) -> tuple[Game, ...]:
        with self.store.connect() as connection:
            found = games.listed_games(connection, self.judge.variants.read)
        return tuple(game for game in found if game.settings.web)

    def _shown_game(self, connection: Connection, name: str) -> Game | None:
        """Return the game with this name, None if it has no pages."""
        found = games.load_game(connection, name, self.judge.variants.read)
        return found if found and found.settings.web else None

    def _file_of(self, name: str) -> VariantFile | None:
        files = self.judge.variants.files
        return next((file for file in files if file.variant.name == name), None)

    def _open_press(
        self, connection: Connection, game: Game | None, now: datetime
    ) -> list[exported.Facts]:
        """Return the press to everybody in a listed game, which any observer could read."""
        if game is None or not game.settings.listed:
            return []
        seen = exported.press_seen(connection, game, _ANYBODY, now)
        return [one for one in seen if one["to"] == "all"]


def _finished(game: Game, phase: str) -> FinishedPhase | None:
    return next((one for one in game.history if str(one.phase) == phase), None)


def _is_in(game: Game, state: str) -> bool:
    """Return whether a game is in this state of the filter."""
    match state:
        case "running":
            return game.stage in (Stage.ACTIVE, Stage.PAUSED)
        case "over":
            return game.stage in OVER
        case _:
            return True


def _rank(game: Game) -> int:
    if game.stage is Stage.FORMING:
        return 0
    return 2 if game.stage in OVER else 1


def _json(facts: object) -> str:
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":")) + "\n"
