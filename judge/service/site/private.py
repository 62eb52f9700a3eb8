"""A person's private pages, and the letters that they write there.

A person is known by the cookie of their browser. A page changes nothing by itself: it writes a
letter to the person's secret reply address, which is stored, decided and answered like a mail.
"""

import hmac
import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTPUTF8

from sqlalchemy import Connection

from judge.engine import Order, Variant, Waive, possible_orders, power_of
from judge.game import (
    MASTER,
    OBSERVER,
    Codes,
    Game,
    LetterTimes,
    OrdersShown,
    Player,
    PreviewShown,
    Reader,
    Sender,
    Stage,
    decide,
    filing,
    order_sheet,
    ordered_board,
    power_names,
    profiles,
    roles_of,
    view,
)
from judge.letter import REPLY_MARKER, Delivery, Question, ReplyTo
from judge.mail import question_token, reply_address, reply_token, token_digest
from judge.notation import board_lines, is_order_like, names_of, write_order
from judge.render import BrowserOpened, PlaceFacts
from judge.service.parts import Judge, post_notices
from judge.service.signs import WrongClockError
from judge.service.site.public import Site
from judge.service.site.trial import is_small
from judge.store import STORE_ERRORS, browsers, exported, games, outbox, persons, questions
from judge.web import Form, Opened, Page, Redirect

log = logging.getLogger(__name__)

_KEY_EVERY = 120  # seconds
_WAITED_FOR = 900  # seconds in which the page of a letter looks for an answer
_LONGEST_LETTER = 20_000  # characters
_LETTER = re.compile(r"[A-Za-z0-9_-]{16,64}")
_LONGEST_NAME = 120
_MOST_LETTERS = 8
_SENT = re.compile(r"<web-([A-Za-z0-9_-]{16,64})@")
_PRESS = re.compile(r"\s*(?:grey\s+)?(?:press|broadcast|note|diary\s+record)\b", re.IGNORECASE)
_END_OF_PRESS = re.compile(r"\s*end\s*(?:press|broadcast|note|diary)?\s*$", re.IGNORECASE)
# What a link of a mail may put into a letter.
_SAYINGS = {"ready": "READY", "back": "I AM BACK", "confirm": "CONFIRM"}
# The order matters: browsers put the names of others into their own.
_BROWSERS = ("Firefox", "Edg", "OPR", "SamsungBrowser", "Chrome", "Safari")
_SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, the person whose answer it waits for, and what it is about."""

    question: Question
    answerer: Player
    #: The command or the address, "" for a letter.
    about: str
    #: Whether the browser belongs to that person.
    may_agree: bool
    is_open: bool


@dataclass(frozen=True, slots=True)
class Rooms:
    """The private pages of a judge.

    `keep` stores a letter like any mail, and `chance` returns a random text that nobody can guess.
    """

    site: Site
    keep: Callable[[Delivery], None]
    chance: Callable[[], str]

    @property
    def _judge(self) -> Judge:
        return self.site.judge

    def key_page(self, key: str) -> Page:
        """Return the page of a key; it looks the same for a good and a bad key."""
        return Page(self.site.pages.page("key.html", key=key, spent=False))

    def spend(self, key: str, browser: str) -> Opened | Page:
        """Sign in a browser with a key, and mail this to its person; or return an error page."""
        now, cookie = self.site.clock(), self.chance()
        number, made = profiles.key_owner(self._judge.key, key, now) or (0, now)
        name = browser_name(browser)
        with self._judge.store.begin() as connection:
            person = persons.find_numbered(connection, number) if number else None
            opened = (
                person is not None
                and person.preferences.web
                and browsers.open_browser(
                    connection,
                    number,
                    cookie=token_digest(cookie),
                    key=token_digest(key),
                    made=made,
                    name=name,
                    now=now,
                )
            )
            if opened and person:
                told = self._judge.renderer.trouble(BrowserOpened(name), person.address)
                post_notices(self._judge, connection, [told], now)
        if opened:
            return Opened(cookie)
        return Page(self.site.pages.page("key.html", key=key, spent=True), status=403)

    def question(self, cookie: str, key: str) -> Page:
        """Return the page of a question; it changes nothing, so that scanners may read it."""
        with self.site.store.connect() as connection:
            asked = self._asked(connection, cookie, key)
        return self._answer_page(asked, key)

    def answer(self, cookie: str, key: str, form: Form) -> Page:
        """Write the answer to a question: no for its reader, yes for the person who was asked.

        The link of the question tells what is answered; only the cookie tells who says yes.
        """
        said = "".join(form.get("say", ()))
        with self.site.store.connect() as connection:
            asked = self._asked(connection, cookie, key)
        is_answer = said == "NO" or (said == "YES" and asked is not None and asked.may_agree)
        if asked is None or not asked.is_open or not is_answer:
            return self._answer_page(asked, key)
        to = reply_address(self._judge.address, question_token(self._judge.key, asked.question))
        try:
            self._write(asked.answerer, to, said, self._once(f"answer {key} {said}"))
        except (WrongClockError, *STORE_ERRORS):
            return self._lost("store", said, 503)
        return self._answer_page(asked, key, said)

    def _answer_page(self, asked: "_Asked | None", key: str, said: str = "") -> Page:
        if asked is None:
            return self.site.trouble(404)
        return Page(self.site.pages.page("answer.html", asked=asked, key=key, said=said))

    def _asked(self, connection: Connection, cookie: str, key: str) -> "_Asked | None":
        """Return the question with this key, and who would answer it from this browser."""
        digest = profiles.question_asked(self._judge.key, key)
        if digest is None:
            return None
        found = questions.question_with(connection, digest)
        browser = self._who(connection, cookie, self.site.clock())
        match found:
            case questions.Confirmation(player=player, command=command):
                asked, about = player, command
                may_agree = browser is not None and browser[1].number == player.number
            case questions.AskedLetter(asked=address) | questions.Claim(asked=address):
                asked = Player(0, "", address)
                about = found.address if isinstance(found, questions.Claim) else ""
                may_agree = browser is not None and persons.is_of(connection, address, browser[1])
            case None:
                return None
        is_open = found.until >= self.site.clock()
        return _Asked(Question(found.about), asked, about, may_agree=may_agree, is_open=is_open)

    def leave(self, key: str, *, ends: bool) -> Page:
        """Return the page of an observer's key; if it `ends` their mail, write RESIGN for them.

        The key is enough, because mail programs send this request for their users (RFC 8058).
        """
        found = profiles.who_leaves(self._judge.key, key)
        if found is None:
            return self.site.trouble(404)
        number, name = found
        if ends:
            with self._judge.store.begin() as connection:
                person = persons.find_numbered(connection, number)
                game = games.load_game(connection, name, self._judge.variants.read)
                token = ""
                if game and person and OBSERVER in roles_of(game, person):
                    token = self._token(connection, person, game.name, OBSERVER)
            if person and token:
                to = reply_address(self._judge.address, token)
                once = self._once(f"leave {key} {self.site.clock().date()}")
                self._write(person, to, "RESIGN", once, name)
        return Page(self.site.pages.page("leave.html", key=key, game_name=name, done=ends))

    def me(self, cookie: str) -> Page:
        """Return the page with the person's places, or how to get a key for a stranger."""
        now = self.site.clock()
        with self.site.store.connect() as connection:
            found = self._who(connection, cookie, now)
            if found is None:
                return Page(self.site.pages.page("me.html", person=None, asked=False))
            browser, person = found
            names = games.games_of(connection, person.number)
            read, past = self._judge.variants.read, games.Past.NONE
            some = games.load_games(connection, names, read, past=past)
            others = browsers.browsers_of(connection, person.number, now)
        places = [
            (view(game, Reader(person, roles[0])), roles, _owed(game, person, roles))
            for game in some
            if game.settings.web
            if (roles := roles_of(game, person))
        ]
        page = self.site.pages.me_page(person, places, others, browser.number, now)
        return Page(page)

    def key_asked(self) -> Page:
        """Return the page that says that a key was requested."""
        return Page(self.site.pages.page("me.html", person=None, asked=True))

    def mail_key(self, form: Form) -> None:
        """Write the command WEB in the name of an address's owner; the judge then mails them a key.

        The answer goes to the address on record, and is counted like an answer to any unproven
        letter. Repeated requests within two minutes get one key. Errors are only logged, because
        the page has been shown already.
        """
        try:
            self._mail_key(form)
        except (WrongClockError, *STORE_ERRORS) as error:
            log.warning("a key was not mailed: %s", type(error).__name__)

    def _mail_key(self, form: Form) -> None:
        address = "".join(form.get("address", ())).strip().lower()
        with self.site.store.connect() as connection:
            person = persons.find_player(connection, address)
        if person is not None and person.preferences.web:
            span = int(self.site.clock().timestamp()) // _KEY_EVERY
            once = self._once(f"key {person.number} {span}")
            self._write(person, self._judge.address, "WEB", once)

    def shut(self, cookie: str, form: Form) -> Opened | Redirect | Page:
        """Sign out one of the person's browsers, perhaps this one."""
        now = self.site.clock()
        number = "".join(form.get("browser", ()))
        with self._judge.store.begin() as connection:
            found = self._who(connection, cookie, now)
            if found is not None and number.isdecimal() and len(number) < 15:
                browsers.shut(connection, found[1].number, int(number))
        if found is None:
            return Redirect("/me")
        own = number == str(found[0].number)
        return Opened("") if own else Redirect("/me")

    def place(self, cookie: str, name: str, query: Mapping[str, str]) -> Page | Redirect:
        """Return the page of the person's place in a game; others are sent to the public page."""
        now = self.site.clock()
        with self.site.store.connect() as connection:
            found = self._who(connection, cookie, now)
            game = games.load_game(connection, name, self._judge.variants.read)
            if found is None or game is None or not game.settings.web:
                return Redirect("/me")
            person = found[1]
            roles = roles_of(game, person)
            if not roles:
                return Redirect(f"/games/{game.name}")
            role = query.get("as", roles[0])
            if role not in roles:
                return Redirect(f"/me/{game.name}")
            facts = self._facts(connection, game, person, role, now=now)
        if _is_own_sandbox(game, role) and any(seat.orders for seat in game.seats):
            facts = replace(facts, preview=self._previewed(game, person, role, (), now))
        # A link says what; only the person's button sends it.
        facts = replace(facts, text=_SAYINGS.get(query.get("say", ""), ""))
        return Page(self.site.pages.place_page(facts, now))

    def preview(self, cookie: str, name: str, form: Form) -> Page | Redirect:
        """Return the page of a place with the letter in the form, and the results of its orders."""
        now = self.site.clock()
        text, assumed = _letter_in(form), _words(form, "assumed")
        with self.site.store.connect() as connection:
            found = self._who(connection, cookie, now)
            game = games.load_game(connection, name, self._judge.variants.read)
            if found is None or game is None or not game.settings.web:
                return Redirect("/me")
            person, role = found[1], "".join(form.get("as", ()))
            if role not in roles_of(game, person) or len(text) + len(assumed) > _LONGEST_LETTER:
                return Redirect(f"/me/{game.name}")
            facts = self._facts(connection, game, person, role, now=now)
        shown: PreviewShown | None = None
        if facts.orders or _is_own_sandbox(game, role):
            lines = (*_order_lines(text, game.variant), *assumed.splitlines())
            shown = self._previewed(game, person, role, lines, now)
        facts = replace(facts, text=text, assumed=assumed, preview=shown)
        return Page(self.site.pages.place_page(facts, now))

    def _previewed(
        self, game: Game, person: Player, role: str, lines: tuple[str, ...], now: datetime
    ) -> PreviewShown | None:
        """Return the results of order lines together with the stored orders of the person.

        In a sandbox the person's orders are those of all powers.
        """
        sender = Sender(person, role, proven=True)
        if _is_own_sandbox(game, role):
            lines = tuple(_by_power(game, sender, lines))
            sender = replace(sender, role=game.seats[0].power, on_behalf=True)
        asked = filing.PreviewOrders(tuple(filter(None, map(str.strip, lines))))
        codes = Codes(self._judge.key, self._judge.address, person.number)
        events = decide(game, asked, sender, LetterTimes(now, now, now), codes=codes)
        return next((one for one in events if isinstance(one, PreviewShown)), None)

    def send(self, cookie: str, name: str, form: Form) -> Page | Redirect:
        """Store the letter that the person wrote on the page of their place."""
        try:
            return self._send(cookie, name, form)
        except (WrongClockError, *STORE_ERRORS):
            role = "".join(form.get("as", ()))
            return self._lost("store", _letter_in(form), 503, name, role)

    def _send(self, cookie: str, name: str, form: Form) -> Page | Redirect:
        now, once, text = self.site.clock(), "".join(form.get("once", ())), _letter_in(form)
        with self._judge.store.begin() as connection:
            found = self._who(connection, cookie, now)
            game = games.load_game(connection, name, self._judge.variants.read)
            if found is None:
                return self._lost("shut", text, 403)
            browser, person = found
            if game is None or not game.settings.web:
                return Redirect("/me")
            role = "".join(form.get("as", ()))
            if role not in roles_of(game, person):
                # Another person may have the role since the page was made.
                return self._lost("role", text, 409, game.name, role)
            if len(text) > _LONGEST_LETTER:
                return self._lost("long", text, 413, game.name)
            if not text or not _LETTER.fullmatch(once):
                return Redirect(f"/me/{game.name}")
            browsers.note_use(connection, browser.number, now)
            token = self._token(connection, person, game.name, role)
        self._write(person, reply_address(self._judge.address, token), text, once, game.name)
        return Redirect(f"/me/{game.name}/{once}?at={int(now.timestamp())}")

    def _lost(self, why: str, text: str, status: int, game: str = "", role: str = "") -> Page:
        """Return the page that hands back a letter that was not stored, for the reason `why`."""
        facts = {
            "why": why,
            "lost": text,
            "place": game,
            "role": role,
            "answers": (),
            "waits": False,
        }
        return Page(self.site.pages.page("letter.html", **facts), status=status)

    def letter(self, cookie: str, name: str, letter: str, query: Mapping[str, str]) -> Page:
        """Return the page of a letter: its answer, or that there is none yet.

        `query` tells when it was sent. A letter without an answer is not waited for without end.
        """
        now = self.site.clock()
        with self.site.store.connect() as connection:
            found = self._who(connection, cookie, now)
            if found is None or not _LETTER.fullmatch(letter):
                return self.site.trouble(404)
            name_of_letter = _message_id(letter, self._judge.address)
            mails = outbox.answers_to(connection, name_of_letter, found[1].address)
        answers = [
            (subject, text.removeprefix(REPLY_MARKER).strip(), self._answer_key(question))
            for subject, text, question in mails
        ]
        sent = query.get("at", "")
        waits = sent.isdecimal() and abs(now.timestamp() - int(sent[:12])) < _WAITED_FOR
        facts = {"place": name, "answers": answers, "lost": "", "waits": waits}
        return Page(self.site.pages.page("letter.html", **facts))

    def _answer_key(self, question: str) -> str:
        """Return the key of the page that answers a question with yes or no, "" for none."""
        asked = Question(question)
        if not question or not asked.has_page:
            return ""
        token = question_token(self._judge.key, asked)
        return profiles.question_key(self._judge.key, token_digest(token))

    def _token(self, connection: Connection, person: Player, game: str, role: str) -> str:
        """Return the token of a person's place."""
        place = ReplyTo(person.number, game, role)
        place = persons.with_generations(connection, [place])[place]
        token = reply_token(self._judge.key, place)
        persons.keep_tokens(connection, [(token_digest(token), place)])
        return token

    def _who(
        self, connection: Connection, cookie: str, now: datetime
    ) -> tuple[browsers.Browser, Player] | None:
        """Return the browser with this cookie and its person, None for a wrong cookie."""
        if not cookie:
            return None
        browser = browsers.browser_with(connection, token_digest(cookie), now)
        person = persons.find_numbered(connection, browser.player) if browser else None
        if browser is None or person is None or not person.preferences.web:
            return None
        return browser, person

    def _once(self, about: str) -> str:
        """Return a secret text that is the same for the same `about`: one letter is stored once."""
        return hmac.digest(self._judge.key, f"page {about}".encode(), "sha256").hex()[:32]

    def _write(self, person: Player, to: str, text: str, once: str, game: str = "") -> None:
        """Store a letter in the name of a person; a letter with the same `once` is stored once."""
        now = self.site.clock()
        mail = EmailMessage(policy=SMTPUTF8)
        user, _, domain = person.address.rpartition("@")
        mail["From"] = Address(person.name.partition("@")[0], user, domain)
        mail["To"], mail["Subject"] = to, game or "WEB"
        mail["Message-ID"] = _message_id(once, self._judge.address)
        mail.set_content(text + "\n")
        # Without a Date header it is the same mail when a button is pressed twice.
        self.keep(Delivery(mail.as_bytes(), to, person.address, now))

    def _facts(
        self, connection: Connection, game: Game, person: Player, role: str, *, now: datetime
    ) -> PlaceFacts:
        """Return what the person in this role may know of a game and order in it."""
        reader = Reader(person, role)
        seen = view(game, reader)
        orders: OrdersShown | None = None
        choices: tuple[Order, ...] = ()
        tried = "\n".join(board_lines(seen.position, game.variant)) if seen.position else ""
        orders_all = _is_own_sandbox(game, role)
        if _takes_orders(game) and role in power_names(game):
            seat = seen.seat(role)
            orders = OrdersShown(
                order_sheet(seen, role),
                wait=seat.wait,
                wait_until=seat.wait_until,
                draw=seat.draw,
                plans=seat.plans,
                absences=seat.absences,
            )
        board = ordered_board(game, role) if orders else game.position if orders_all else None
        if board is not None and is_small(board, game.variant):
            # Orders of other powers are offered as assumptions for a preview.
            found = possible_orders(board, game.variant)
            choices = tuple(sorted(found, key=lambda order: power_of(order) != role))
        if orders_all:
            # The line would not show whose build it waives; a build without an order is waived.
            choices = tuple(order for order in choices if not isinstance(order, Waive))
        answers = outbox.answers_on_pages(connection, game.name, person.address, _MOST_LETTERS)
        letters = [
            (letter[1], subject, at)
            for sent, subject, at in answers
            if (letter := _SENT.match(sent)) is not None
        ]
        return PlaceFacts(
            game=seen,
            reader=reader,
            roles=roles_of(game, person),
            orders=orders,
            possible=choices,
            press=exported.press_seen(connection, game, reader, now),
            letters=letters,
            tried=tried,
            once=self.chance(),
        )


def _takes_orders(game: Game) -> bool:
    return game.stage is Stage.ACTIVE and game.review is None


def _is_own_sandbox(game: Game, role: str) -> bool:
    """Return whether the holder of a role orders for all powers of a game now."""
    return game.settings.sandbox and role == MASTER and _takes_orders(game)


def _by_power(game: Game, sender: Sender, lines: tuple[str, ...]) -> Iterator[str]:
    """Yield the stored orders of a sandbox and then `lines`, with a power's name above its own."""
    for seat in game.seats:
        yield f"{seat.power}:"
        yield from (write_order(order, game.variant.geography) for order in seat.orders)
    for part, giver in filing.orders_by_giver(game, filing.SubmitOrders(lines), sender):
        yield f"{giver.role}:"
        yield from part.lines


def _owed(game: Game, person: Player, roles: Sequence[str]) -> tuple[str, ...]:
    """Return the powers among a person's roles whose orders are not complete."""
    powers = [role for role in roles if role in power_names(game)] if _takes_orders(game) else []
    sheets = (order_sheet(view(game, Reader(person, power)), power) for power in powers)
    return tuple(sheet.power for sheet in sheets if not sheet.complete)


def browser_name(agent: str) -> str:
    """Return a browser's name for a sentence, from its User-Agent."""
    browser = next((one for one in _BROWSERS if one in agent), "")
    system = next((one for one in _SYSTEMS if one in agent), "")
    known = {"Edg": "Edge", "OPR": "Opera", "Mac OS": "a Mac", "SamsungBrowser": "Samsung Internet"}
    browser, system = known.get(browser, browser), known.get(system, system)
    return f"{browser or 'A browser'}{f' on {system}' if system else ''}"[:_LONGEST_NAME]


def _words(form: Form, name: str) -> str:
    return "\n".join(form.get(name, ())).replace("\r\n", "\n").strip("\n")


def _letter_in(form: Form) -> str:
    """Return the letter that a form writes: the orders that were chosen, and its text."""
    orders = [one for one in form.get("order", ()) if one]
    return "\n".join((*orders, _words(form, "text"))).strip("\n")


def _order_lines(text: str, variant: Variant) -> Iterator[str]:
    """Yield the order lines of a letter, without lines of its press."""
    names, is_press = names_of(variant), False
    for line in text.splitlines():
        if _PRESS.match(line):
            is_press = True
        elif _END_OF_PRESS.match(line):
            is_press = False
        elif not is_press and is_order_like(line, names):
            yield line


def _message_id(letter: str, address: str) -> str:
    return f"<web-{letter}@{address.rpartition('@')[2]}>"
