"""Renders events as notices to persons, by the templates in `templates/`."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

from jinja2 import Template

from judge.game import (
    MONITOR,
    STRANGER,
    Aside,
    Event,
    Fact,
    Format,
    Game,
    LeftOut,
    LineNotUnderstood,
    LinesNotObeyed,
    OrdersShown,
    Player,
    PlayerRegistered,
    PlayerSignedOn,
    PreviewShown,
    Reader,
    Refused,
    diaries,
    filing,
    holds,
    inquiry,
    inspection,
    press,
    profiles,
    roles_of,
)
from judge.letter import DIARY, REPLY_MARKER, Letter, Notice, ReplyTo, Tone, notes_address
from judge.render.compat import compat_facts, header_facts
from judge.render.enclosed import NoticeEnricher, ToldEvent
from judge.render.facts.pages import Facts, Scene, base_facts, game_of
from judge.render.filters import one_line, tidy
from judge.render.html import Piece
from judge.render.kinds import facts_of
from judge.render.templates import ENGLISH, Language, environment_of, template_of
from judge.render.trouble import AddressPaused, DeliveryFailed, GameStuck, InvitationFailed, Trouble


def present(reader: Reader, game: Game | None) -> Reader:
    """Return `reader` in their present role, which may have changed since.

    A Master who acts for a power is still the Master.
    """
    if game is None or reader.role == MONITOR or holds(game, reader.player, reader.role):
        return reader
    return replace(reader, role=next(iter(roles_of(game, reader.player)), ""))


def conversation_of(
    events: tuple[Event, ...], game: Game | None, reader: Reader
) -> tuple[str, ...]:
    """Return the recipients of a reply to a mail as press, () if a reply is not press.

    A reply to the answer about a diary note is another note; its recipient is DIARY.
    """
    if any(isinstance(event, diaries.NoteRecorded) and event.mailed for event in events):
        return (DIARY,)
    match events:
        case (press.PressSent() as sent,) if game is not None and reader.role != MONITOR:
            return sent.conversation(game, reader)
        case _:
            return ()


def place_of(reader: Reader, scene: Scene) -> ReplyTo | None:
    """Return the place for the reply address: the reader's present place, or the one they left.

    A reply from a place that the reader left is recognized, so they can be told that they left it.
    """
    role = scene.reader.role or reader.role
    if scene.game is None or not role or not reader.player.number:
        return None
    return ReplyTo(reader.player.number, scene.game.name, role)


def own_facts(
    address: str, version: str, scene: Scene, *, url: str = "", plus_addresses: bool = True
) -> Facts:
    """Return facts about the judge at `address` itself; `url` is its web face, "" for none.

    Without `plus_addresses` the judge gets no mail to an address for notes, so there is none.
    """
    name = scene.game.name if scene.game else "game"
    notes = notes_address(address, name) if plus_addresses else ""
    return {"judge_address": address, "notes_address": notes, "version": version, "url": url}


# Bytes of an answer outside its events: marker, closing words, list of omitted parts.
_AROUND = 2_000
# Files are counted apart. Of orders in press its writer perhaps only spoke.
_BESIDE = (Aside.FILE, Aside.PRESS)
# Command lines that request one answer alone, for answers that are often long; those in the second
# table may name a game.
_LINES: Mapping[type, str] = MappingProxyType(
    {
        profiles.DataShown: "MY DATA",
        inquiry.GamesListed: "LIST",
        inquiry.HallShown: "HALL OF FAME",
        diaries.NotesListed: "NOTES",
        OrdersShown: "ORDERS?",
        PreviewShown: "PREVIEW",
        inquiry.VariantsShown: "VARIANTS",
        inquiry.VersionShown: "VERSION",
    }
)
_LINES_OF_GAMES: Mapping[type, str] = MappingProxyType(
    {
        inspection.GameExported: "EXPORT",
        inspection.HistoryShown: "HISTORY",
        inspection.MapShown: "MAP",
        inspection.SettingsShown: "SETTINGS",
        inspection.StatusShown: "STATUS",
        inspection.SummaryShown: "SUMMARY",
        inspection.TrailShown: "AUDIT",
    }
)


@dataclass(frozen=True, slots=True)
class Answer:
    """The results of one section of a letter, for the player who wrote it."""

    player: Player
    #: The player's current role in `game`, "" if they have none.
    role: str
    game: Game | None
    events: tuple[Event, ...]
    letter: Letter
    now: datetime
    #: When the player gets answers again, if this is the last one for a while.
    again: datetime | None = None
    #: Whether the letter came from an address that is not registered for the player.
    is_foreign: bool = False
    #: The keeper's message of the day.
    message: str = ""
    #: The limit in bytes of text; parts without room are named by the lines that request them.
    most: int = 300_000
    proven: bool = True


class Renderer:
    """Renders notices of the judge at `address` from one folder of templates, in `language`."""

    def __init__(
        self,
        templates: Path,
        address: str,
        language: Language = ENGLISH,
        version: str = "",
        *,
        url: str = "",
        plus_addresses: bool = True,
    ) -> None:
        """Use the templates of a folder; `url` is the address of the web face, "" for none."""
        self._address, self._version, self._url = address, version, url
        self._plus_addresses = plus_addresses
        self._encloser = NoticeEnricher(templates, address, language)
        self._environment = environment_of(templates, autoescape=False, language=language)

    def has_answer(self, event: Event) -> bool:
        """Return whether the answer to a letter can report `event`."""
        return "answer" in self._template(event).blocks

    def answer(self, answer: Answer) -> Notice:
        """Return the answer to one section of a letter."""
        events, letter = answer.events, answer.letter
        game = answer.game or next(filter(None, map(game_of, events)), None)
        writer = Reader(answer.player, answer.role)
        alone = len(events) < 2
        scene = Scene(present(writer, game), game, answer.now, answering=True, alone=alone)
        told_events = tuple(
            ToldEvent(event, "answer", self._facts(event, _scene_at(number, events, scene)))
            for number, event in enumerate(events)
        )
        bodies = self._bodies(told_events)
        if sum(map(_size, bodies)) > answer.most - _AROUND:
            told_events, bodies = self._shortened(told_events, bodies, answer, scene)
        foreign = letter if answer.is_foreign else None
        conversation = conversation_of(events, None, writer)
        reply_to = place_of(writer, scene)
        frame = self._frame(scene, answer.again, foreign)
        frame |= {"message": answer.message, "conversation": conversation}
        notice = Notice(
            to=answer.player.address,
            subject=self._answer_subject(told_events, game),
            text=self._framed(bodies, frame),
            tone=Tone.ANSWER,
            game=game.name if game else None,
            phase=_phase(game),
            reply_to=reply_to and replace(reply_to, conversation=conversation),
            in_reply_to=letter.message_id or None,
            references=letter.references,
        )
        enclosed = self._encloser.enclosed(notice, told_events, scene, frame)
        # The text is complete on its own; HTML takes several times the room.
        has_room = _size(enclosed.text) + _size(enclosed.html) <= answer.most
        return enclosed if has_room else replace(enclosed, html="", drawings=())

    def with_answer_link(self, notice: Notice, key: str) -> Notice:
        """Return a question with the address of the page that answers it, which has this key."""
        text, html = (
            self._environment.get_template(f"parts/answer_link.{kind}").render(
                url=self._url, key=key
            )
            for kind in ("txt", "html")
        )
        # Above the line that separates the last words.
        before, line, last = notice.html.rpartition("<hr ")
        page = f"{before}{html}{line}{last}" if line else notice.html
        return replace(notice, text=f"{notice.text.rstrip()}\n{text}", html=page)

    def _shortened(
        self, told: tuple[ToldEvent, ...], bodies: list[str], answer: Answer, scene: Scene
    ) -> tuple[tuple[ToldEvent, ...], list[str]]:
        """Return the parts that an answer has room for; the longest are replaced by their lines.

        A single part that is too long is cut.
        """
        sizes = [_size(body) for body in bodies]
        room = answer.most - _AROUND
        left: list[int] = []
        while sum(sizes) > room and len(left) < len(sizes) - 1:
            longest = max(range(len(sizes)), key=sizes.__getitem__)
            left.append(longest)
            sizes[longest] = 0
        numbers = [number for number in range(len(told)) if number not in left]
        lines = dict.fromkeys(_line_for(told[number], scene.game) for number in sorted(left))
        shown = [_cut(bodies[number], room) for number in numbers]
        if shown != [bodies[number] for number in numbers]:
            line = _line_for(told[numbers[0]], scene.game)
            lines |= dict.fromkeys([f"HELP {line.split()[0]}" if answer.proven else line])
        event = LeftOut(tuple(lines), answer.proven)
        rest = ToldEvent(event, "answer", self._facts(event, scene))
        return (*(told[number] for number in numbers), rest), [*shown, *self._bodies((rest,))]

    def news(self, events: tuple[Fact, ...], game: Game, reader: Reader, now: datetime) -> Notice:
        """Return the notice that reports `events` (at least one) to `reader`."""
        alone = len(events) < 2
        scene = Scene(present(reader, game), game, now, answering=False, alone=alone)
        told_events = tuple(
            ToldEvent(event, "news", self._facts(event, _scene_at(number, events, scene)))
            for number, event in enumerate(events)
        )
        conversation = conversation_of(events, game, reader)
        frame = {**self._frame(scene), "conversation": conversation}
        reply_to = place_of(reader, scene)
        notice = Notice(
            to=reader.player.address,
            subject=self._news_subject(told_events, game),
            text=self._framed(self._bodies(told_events), frame),
            tone=Tone.NEWS,
            game=game.name,
            phase=_phase(game),
            reply_to=reply_to and replace(reply_to, conversation=conversation),
        )
        return self._encloser.enclosed(notice, told_events, scene, frame)

    def bundle(self, notices: tuple[Notice, ...]) -> Notice:
        """Return one notice in place of several for the same place in a game."""
        first = notices[0]
        pieces = tuple(map(_piece, notices))
        template = self._environment.get_template("bundle.txt")
        facts = {"pieces": pieces, "marker": REPLY_MARKER}
        text = tidy(_render(template, "news", facts))
        subject = _subject(first.game, _render(template, "subject", facts))
        wants_html = any(notice.html for notice in notices)
        html = self._encloser.bundled(pieces, subject, text) if wants_html else ""
        return Notice(
            to=first.to,
            subject=subject,
            text=text,
            tone=Tone.NEWS,
            game=first.game,
            phase=notices[-1].phase,
            reply_to=first.reply_to,
            html=html,
        )

    def headline(self, fact: Fact, game: Game, now: datetime) -> str:
        """Return one line about an event of `game`, as everybody may know it."""
        seen = fact.shown(game, STRANGER)
        scene = Scene(STRANGER, game, now, answering=False, alone=True)
        facts = self._facts(seen, scene)
        return one_line(_render(self._template(fact), "subject", facts))

    def drawing(self, shown: inspection.MapShown) -> str:
        """Return the text of the small drawing of a board."""
        return self._encloser.drawing(shown)

    def trouble(self, trouble: Trouble, to: str) -> Notice:
        """Return the notice about a trouble."""
        template = self._environment.get_template(f"trouble/{template_of(trouble)}")
        facts = {"trouble": trouble, "marker": REPLY_MARKER, "zone": "UTC"}
        game = None
        if isinstance(trouble, DeliveryFailed | AddressPaused | GameStuck | InvitationFailed):
            game = trouble.game
        return Notice(
            to=to,
            subject=_subject(game, _render(template, "subject", facts)),
            text=tidy(_render(template, "news", facts)),
            tone=Tone.NEWS,
            game=game,
        )

    def _answer_subject(self, told: tuple[ToldEvent, ...], game: Game | None) -> str:
        chief = max(told, key=lambda told_event: told_event.event.weight)
        text = one_line(self._subject_of(chief))
        others = [told_event.event for told_event in told if told_event.event is not chief.event]
        back = [event for event in others if isinstance(event, LinesNotObeyed)]
        # The commands and lines that had no effect.
        troubles = {
            "refused": sum(isinstance(event, Refused) for event in others),
            "strange": sum(isinstance(e, LineNotUnderstood) and not e.remark for e in others),
            "back": sum(len(e.lines) + e.count for e in back if e.why not in _BESIDE),
            "files": sum(len(e.lines) for e in back if e.why is Aside.FILE),
        }
        besides = self._environment.get_template("parts/besides.txt")
        text += besides.render(troubles).rstrip()
        return _subject(game.name if game else None, text)

    def _news_subject(self, told: tuple[ToldEvent, ...], game: Game) -> str:
        chief = max(told, key=lambda told_event: told_event.event.weight)
        more = self._environment.get_template("parts/more.txt")
        text = one_line(self._subject_of(chief))
        alike = [told_event for told_event in told if type(told_event.event) is type(chief.event)]
        others = more.render(others=len(alike) - 1).rstrip()
        return _subject(game.name, text + others)

    def _subject_of(self, told: ToldEvent) -> str:
        return _render(self._template(told.event), "subject", told.facts)

    def _bodies(self, told: tuple[ToldEvent, ...]) -> list[str]:
        return [
            _render(self._body(told_event), told_event.block, told_event.facts)
            for told_event in told
        ]

    def _framed(self, bodies: list[str], frame: Facts) -> str:
        template = self._environment.get_template("frame.txt")
        return tidy(template.render(frame, marker=REPLY_MARKER, body="\n\n".join(bodies)))

    def _template(self, event: Event) -> Template:
        return self._environment.get_template(template_of(event))

    def _body(self, told: ToldEvent) -> Template:
        """Return the template for an event; programs have one of their own for some events.

        They have it for events in which they look for more than the header and the orders.
        """
        name = template_of(told.event)
        usual = self._environment.get_template(name)
        if told.facts["programs"] is None:
            return usual
        own = self._environment.select_template((f"compat/{name}", name))
        return own if told.block in own.blocks else usual

    def _facts(self, event: Event, scene: Scene) -> Facts:
        facts = {**base_facts(scene), **facts_of(event, scene), "event": event}
        programs = None
        if _is_for_programs(scene):
            programs = compat_facts(event, scene, self._address)
        own = own_facts(
            self._address, self._version, scene, url=self._url, plus_addresses=self._plus_addresses
        )
        return {**facts, **own, "programs": programs}

    def _frame(
        self, scene: Scene, again: datetime | None = None, foreign: Letter | None = None
    ) -> Facts:
        programs = _is_for_programs(scene)
        return {
            **base_facts(scene),
            "again": again,
            "foreign": foreign,
            "conversation": (),
            "message": "",
            "header": header_facts(scene.game, self._address) if programs else None,
        }


def _phase(game: Game | None) -> str:
    return str(game.position.phase) if game and game.position else ""


def _size(text: str) -> int:
    return len(text.encode())


def _cut(text: str, room: int) -> str:
    """Return as many whole lines of `text` as fit into `room` bytes."""
    if _size(text) <= room:
        return text
    return text.encode()[:room].decode("utf-8", "ignore").rpartition("\n")[0]


def _line_for(told: ToldEvent, game: Game | None) -> str:
    """Return the command line for a part that was left out, or else the name of its event."""
    kind = type(told.event)
    if isinstance(told.event, inquiry.HelpGiven):
        return f"HELP {told.event.topic.upper()}"
    if kind in _LINES_OF_GAMES:
        return f"{_LINES_OF_GAMES[kind]} {game.name if game else ''}".rstrip()
    return _LINES.get(kind, template_of(told.event).removesuffix(".txt").replace("_", " "))


def _piece(notice: Notice) -> Piece:
    """Return a notice's content, without the closing words that all mails to its place share."""
    content, _, around = notice.text.rstrip().rpartition("\n\n")
    heading = notice.subject.removeprefix(f"[{notice.game}] ")
    header, _, words = content.partition(REPLY_MARKER)
    return Piece(heading, words.strip("\n"), around, header)


def _is_for_programs(scene: Scene) -> bool:
    return scene.reader.player.preferences.format is Format.COMPAT


def _render(template: Template, block: str, facts: Mapping[str, object]) -> str:
    context = template.new_context(dict(facts))
    return "".join(template.blocks[block](context))


def _scene_at(number: int, events: tuple[Event, ...], scene: Scene) -> Scene:
    """Return the scene of one of the events that one mail reports.

    An event beside a welcome, a sign-on or the state of the orders counts as alone.
    """
    event, later = events[number], events[number + 1 :]
    if not isinstance(event, PlayerRegistered):
        quiet = PlayerRegistered | PlayerSignedOn | filing.OrdersStand | filing.OrdersOffered
        events = (event, *(other for other in events if not isinstance(other, quiet)))
    alone = all(other is event for other in events)
    last = not any(type(other) is type(event) for other in later)
    return replace(scene, alone=alone, last=last)


def _subject(game: str | None, text: str) -> str:
    return f"[{game or 'judge'}] {one_line(text)}"
