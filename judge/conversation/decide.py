"""Deciding over a whole letter: its sections in turn, none hindered by another."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from judge.commands import Section, said_in
from judge.conversation.known import Deed, LetterFacts
from judge.conversation.progress import Happening, Progress, changed, is_answered_elsewhere, told
from judge.conversation.section import obey_section
from judge.game import (
    MASTER,
    OBSERVER,
    STANDBY,
    TUTOR,
    AnsweredElsewhere,
    AnswersLostMail,
    Entry,
    Event,
    Fact,
    Game,
    LineNotUnderstood,
    LineOffered,
    LineRead,
    LinesNotObeyed,
    MeaningAsked,
    NothingDone,
    NotHolder,
    Player,
    Refusal,
    Refused,
    ReplyAddressOver,
    ReplyAddressSent,
    Said,
    Sender,
    base,
    filing,
    holds,
    inquiry,
    order_sheet,
    processing_set,
    role_now,
    roles_of,
    text_of,
    told_by,
    turn,
)

_HELP = inquiry.HelpGiven | inquiry.HelpSought | inquiry.RulesExplained
_FAILED = Refused | AnsweredElsewhere | LineOffered | LinesNotObeyed | MeaningAsked


def fails(section: Progress) -> bool:
    """Return whether anything in a section was not done as it was written."""
    return any(map(_fails, section.events))


def as_before(section: Progress) -> Progress:
    """Return a section of which nothing is done, with what failed in it."""
    if is_answered_elsewhere(section):
        return section
    known = section.known
    game = known.games.get(section.game.lower()) if section.game else None
    sender = section.sender
    if game is None or not holds(game, sender.player, sender.role):
        sender = Sender(known.writer, proven=True)
    told = (one for one in section.events if _fails(one) or isinstance(one, _HELP))
    return replace(
        section,
        sender=sender,
        game="" if game is None else section.game,
        events=(NothingDone(), *(_unfiled(one, game) for one in told)),
        happenings=(),
    )


def _fails(event: Event) -> bool:
    match event:
        case filing.OrdersFiled(lines=lines, held_back=held_back, cases=cases):
            unread = any(case.holds is None for case in cases)
            return held_back or unread or any(map(_is_wrong, lines))
        case filing.OrdersPlanned(wrong=wrong):
            return bool(wrong)
        case LineNotUnderstood(remark=remark):
            return not remark
        case _:
            return isinstance(event, _FAILED)


def _is_wrong(line: LineRead) -> bool:
    return line.order is None or line.reason is not None


def _unfiled(event: Event, game: Game | None) -> Event:
    """Return orders as they stand without the letter, with its lines that failed."""
    if not isinstance(event, filing.OrdersFiled) or game is None:
        return event
    return structs.replace(
        event,
        sheet=order_sheet(game, event.sheet.power),
        lines=tuple(filter(_is_wrong, event.lines)),
        changed=(),
        dropped=(),
        ready=game.ready,
        preferred=(),
    )


_QUESTIONS = (filing.ShowOrders, filing.PreviewOrders)
_VAIN = (
    AnsweredElsewhere,
    inquiry.HelpGiven,
    inquiry.HelpSought,
    LineNotUnderstood,
    LineOffered,
    LinesNotObeyed,
    filing.OrdersMissed,
    Refused,
    ReplyAddressSent,
    inquiry.RulesExplained,
)


@dataclass(frozen=True, slots=True)
class LetterDecision:
    """What a letter brings about.

    `sections` are how each of its sections ended, `games` what it leaves, by name in
    lower case, `happenings` what was done to them in turn, and `registered` who told of
    himself; `was_obeyed` says whether anything in it was. Of a letter that is
    `unproven` nothing may be kept: it would change something, and either nothing but
    its From says whose it is, or its place wants another From. `deeds` are what its
    writer did of himself.
    """

    sections: tuple[Progress, ...]
    games: Mapping[str, Game]
    happenings: tuple[Happening, ...]
    registered: tuple[Player, ...]
    was_obeyed: bool
    unproven: bool = False
    deeds: tuple[Deed, ...] = ()

    def game_called(self, name: str) -> Game | None:
        """Return the game of this name as the letter leaves it, or None."""
        return self.games.get(name.lower())

    def facts_by_game(self) -> Iterator[tuple[Game | None, tuple[Fact, ...]]]:
        """Yield each game in which something happened as it was, and all that did."""
        names = dict.fromkeys(one.after.name for one in self.happenings)
        for name in names:
            here = [one for one in self.happenings if one.after.name == name]
            yield here[0].before, tuple(fact for one in here for fact in one.facts)


def decide_letter(sections: Sequence[Section], known: LetterFacts) -> LetterDecision:
    """Return what comes of a letter of these sections, of at least one in any case.

    One that is not proven is decided as if it were, and says so. Of one that is to be
    done as a whole, where anything in it fails, nothing is.
    """
    decision = _decided(sections, known)
    ended = decision.sections
    if not any(one.whole for one in sections) or not any(map(fails, ended)):
        return decision
    undone = tuple(as_before(one) for one in ended)
    return LetterDecision(undone, known.games, (), (), was_obeyed=False)


def _decided(sections: Sequence[Section], known: LetterFacts) -> LetterDecision:
    role = _role_held(known)
    nothing = Section(None, ()) if known.misdirected else _nothing_said(role)
    sections = _asked_once(sections) or (nothing,)
    if back := _turned_back(known, role, sections):
        sections = (Section(None, ()),)
    progress = Progress(known, known.writer, Sender(known.writer), known.seeds[0], known.games)
    ended: list[Progress] = []
    for section, seed in zip(sections, known.seeds, strict=False):
        progress = replace(
            progress,
            sender=_first_sender(progress, role),
            seed=seed,
            game="" if known.place is None else known.place.game,
            opened=known.place is not None,
            refused_game=None,
            events=(),
        )
        progress = told(progress, back) if back else _obeyed(section, progress, role)
        ended.append(progress)
    progress = _with_alarm(_with_early_processing(progress, ended))
    return LetterDecision(
        tuple(ended),
        progress.games,
        progress.happenings,
        progress.registered,
        any(map(_was_obeyed, ended)),
        progress.unproven or (known.is_asked_back and _changes(progress)),
        progress.deeds,
    )


def _asked_once(sections: Sequence[Section]) -> tuple[Section, ...]:
    """Return the sections with each question once, where it stands last.

    There the answer tells of all that the letter has changed before.
    """
    later: list[tuple[Entry | None, Said]] = []
    kept = []
    for section in reversed(sections):
        commands = []
        for command in reversed(section.commands):
            asked = section.entry, command
            if not only_asks(command):
                commands.append(command)
            elif asked not in later:
                later.append(asked)
                commands.append(command)
        kept.append(replace(section, commands=tuple(reversed(commands))))
    return tuple(reversed(kept))


def only_asks(command: Said) -> bool:
    """Return whether a command changes nothing, however often it is given."""
    if isinstance(command, base.AnyCommand):
        return command.only_asks
    return isinstance(command, _QUESTIONS)


def _changes(progress: Progress) -> bool:
    return bool(progress.happenings or progress.registered or progress.deeds)


def _role_held(known: LetterFacts) -> str:
    """Return the role that the reply address opens now, "" if none was written to."""
    place = known.place
    if place is None:
        return ""
    game = known.games[place.game.lower()]
    return role_now(game, place.player, place.role)


def _first_sender(progress: Progress, role: str) -> Sender:
    """Return as whom a section begins; the letter may have told who he is meanwhile."""
    return Sender(progress.writer, role, proven=True)


def _obeyed(section: Section, progress: Progress, role: str) -> Progress:
    why = progress.known.misdirected
    if why is not None and section.entry is None:
        progress = told(progress, Refused("REPLY", why))
        progress = replace(progress, refused_game="")
    progress = obey_section(section, progress)
    # Of a letter with nothing but a name nothing is left to answer.
    named = not progress.events
    return obey_section(_nothing_said(role), progress) if named else progress


def _turned_back(known: LetterFacts, role: str, sections: Sequence[Section]) -> Refused | None:
    """Return what alone is told of a letter in which nothing is obeyed.

    That is one to a reply address which others replaced, one from a foreign address
    where the place is somebody else's by now and its holder would be asked, or one that
    answers a lost mail. Orders and press of the letter come back with it.
    """
    why = _why_turned_back(known, role)
    return None if why is None else Refused("REPLY", why, _lost_with(sections))


def _why_turned_back(known: LetterFacts, role: str) -> Refusal | None:
    place, lost = known.place, known.lost
    if place is not None and (known.is_asked_back or place.is_over):
        if not holds(known.games[place.game.lower()], place.player, role):
            return NotHolder(role)
        if place.is_over:
            return ReplyAddressOver()
    if lost is None or not known.is_proven:
        return None
    game = known.games.get(lost.game.lower())
    running = game.position.phase if game and game.position else None
    return AnswersLostMail(lost.phase, running, lost.restored)


def _with_alarm(progress: Progress) -> Progress:
    """Return the progress when a game's players learn that mail about it was lost.

    Only who has a place in it alarms them: others read mails about it, too.
    """
    known = progress.known
    lost = known.lost
    if lost is None or not (lost.alarms and known.is_proven) or known.is_asked_back:
        return progress
    if known.place is None and not roles_of(known.games[lost.game.lower()], known.writer):
        return progress
    return changed(progress, lost.game, (turn.MailLost(lost.phase, lost.restored),))


def _lost_with(sections: Sequence[Section]) -> str:
    return "\n".join(filter(None, map(text_of, said_in(sections))))


def _nothing_said(role: str) -> Section:
    playing = role not in ("", MASTER, OBSERVER, TUTOR, STANDBY)
    return Section(None, (filing.ShowOrders() if playing else inquiry.Help(),))


def _with_early_processing(progress: Progress, sections: Sequence[Progress]) -> Progress:
    """Return the progress with what the letter settled of when phases are processed."""
    for name, before in progress.known.games.items():
        game = progress.games[name]
        own = [one for one in sections if one.game.lower() == name]
        events = [event for one in own for event in one.events]
        senders = {one.sender.player.number for one in own}
        told_already = senders.union(told_by(events, game))
        settled = processing_set(before, game, progress.known.now, told_already)
        if settled:
            progress = changed(progress, name, settled)
    return progress


def _was_obeyed(progress: Progress) -> bool:
    return any(
        not isinstance(event, _VAIN)
        and not (isinstance(event, filing.OrdersFiled) and not event.changed)
        for event in progress.events
    )
