"""Decides a whole letter, section by section; a failed section does not stop the later ones."""

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
    Aside,
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
    OrdersShown,
    Player,
    PlayerSignedOn,
    PowerTakenOver,
    Refusal,
    Refused,
    Remark,
    ReplyAddressOver,
    ReplyAddressSent,
    Said,
    Sender,
    Thanks,
    base,
    decide,
    filing,
    holds,
    inquiry,
    inspection,
    order_sheet,
    power_names,
    processing_set,
    role_now,
    roles_of,
    state_of_orders,
    text_of,
    told_by,
    turn,
)
from judge.notation import Trouble, is_order_like, names_of, write_order

_HELP = inquiry.HelpGiven | inquiry.HelpSought | inquiry.RulesExplained
_FAILED = Refused | AnsweredElsewhere | LineOffered | LinesNotObeyed | MeaningAsked


def fails(section: Progress) -> bool:
    """Return whether any line of a section was not carried out as written."""
    return any(map(_fails, section.events))


def as_before(section: Progress) -> Progress:
    """Return a section without its effects; only its failures stay for the answer."""
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
    """Return an event about stored orders as if nothing was stored; only its wrong lines stay.

    Other events are returned as they are.
    """
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
_SAYS_STATE = (
    AnsweredElsewhere,
    filing.OrdersFiled,
    filing.OrdersCleared,
    filing.OrdersStand,
    filing.OrdersUndone,
    OrdersShown,
    PlayerSignedOn,
    PowerTakenOver,
    ReplyAddressSent,
)
_VAIN = (
    AnsweredElsewhere,
    filing.OrdersStand,
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
    """The effects of a letter on games and persons, and the events for its answer."""

    #: The progress at the end of each section.
    sections: tuple[Progress, ...]
    #: The games as the letter leaves them, by name in lower case.
    games: Mapping[str, Game]
    #: The changes of games, in sequence.
    happenings: tuple[Happening, ...]
    #: The persons who registered or changed their registration.
    registered: tuple[Player, ...]
    #: Whether anything in the letter was carried out.
    was_obeyed: bool
    #: Nothing may be stored yet, because the letter would change something without enough proof of
    #: its writer: only its From, or a From that the place's holder must confirm.
    unproven: bool = False
    #: Changes of the writer's own data, such as their addresses.
    deeds: tuple[Deed, ...] = ()

    def game_called(self, name: str) -> Game | None:
        """Return the game with this name as the letter leaves it, or None."""
        return self.games.get(name.lower())

    def facts_by_game(self) -> Iterator[tuple[Game | None, tuple[Fact, ...]]]:
        """Yield (game before the letter, all facts of this game) for each changed game."""
        names = dict.fromkeys(one.after.name for one in self.happenings)
        for name in names:
            here = [one for one in self.happenings if one.after.name == name]
            yield here[0].before, tuple(fact for one in here for fact in one.facts)


def decide_letter(sections: Sequence[Section], known: LetterFacts) -> LetterDecision:
    """Return the decision about a letter with these sections, at least one.

    An unproven letter is decided as if it were proven, with `unproven` set. If a letter must be
    carried out as a whole and anything in it fails, nothing is carried out.
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
            silent=False,
        )
        progress = told(progress, back) if back else _obeyed(section, progress, role)
        if known.place is not None and not (progress.game or is_answered_elsewhere(progress)):
            # If everything was refused, the answer is still for the place that the letter came to.
            sender = _first_sender(progress, role)
            progress = replace(progress, game=known.place.game, sender=sender)
        progress = _in_only_game(progress)
        progress = progress if back else _with_offer(_with_state(_without_repeated(progress)))
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


def _in_only_game(progress: Progress) -> Progress:
    """Return the progress of a reply that answers no question in the writer's only game.

    The state of their orders belongs below the answer there, too.
    """
    known = progress.known
    game = known.games.get(known.own[0].lower()) if len(known.own) == 1 else None
    if known.misdirected is None or progress.game or game is None or not known.is_proven:
        return progress
    role = next(iter(roles_of(game, known.writer)), "")
    return replace(progress, game=game.name, sender=Sender(known.writer, role, proven=True))


def _asked_once(sections: Sequence[Section]) -> tuple[Section, ...]:
    """Return the sections without repeated questions; the last occurrence of each is kept.

    At the end of the letter the answer to a question shows all changes by the letter.
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
    """Return whether a command is a question, which changes nothing."""
    if isinstance(command, base.AnyCommand):
        return command.only_asks
    return isinstance(command, _QUESTIONS)


def _changes(progress: Progress) -> bool:
    return bool(progress.happenings or progress.registered or progress.deeds)


def _role_held(known: LetterFacts) -> str:
    """Return the present role of the reply address's owner, "" without a reply address."""
    place = known.place
    if place is None:
        return ""
    game = known.games[place.game.lower()]
    return role_now(game, place.player, place.role)


def _first_sender(progress: Progress, role: str) -> Sender:
    """Return the sender at the start of a section.

    A newcomer may have registered in an earlier section of the letter.
    """
    return Sender(progress.writer, role, proven=True)


def _obeyed(section: Section, progress: Progress, role: str) -> Progress:
    why = progress.known.misdirected
    if why is not None and section.entry is None:
        progress = told(progress, Refused("REPLY", why))
        progress = replace(progress, refused_game="")
    if section.entry is None and len(section.commands) == 1:
        section = _without_thanks(section, progress, role)
        stand = _stand_of(progress)
        if isinstance(section.commands[0], Thanks) and (stand is None or stand.sheet.complete):
            return replace(progress, silent=True)
    progress = obey_section(section, progress)
    # A section without events only enters a game; then the sender's orders or the help are shown.
    named = not progress.events
    return obey_section(_nothing_said(role), progress) if named else progress


def _without_thanks(section: Section, progress: Progress, role: str) -> Section:
    """Return the section; thanks count as any other words while the game expects an answer.

    A thumb below the news of a proposal may be meant as a vote.
    """
    game = progress.game_called(progress.game) if progress.game else None
    match section.commands:
        case (Thanks(words),) if words and game and inquiry.lines_expected(game, role):
            return replace(section, commands=(Remark((words,)),))
        case _:
            return section


def _without_repeated(progress: Progress) -> Progress:
    """Return the progress without orders that the answer shows again, or that no longer stand.

    These are receipts for orders that the same letter then cleared, and orders that a receipt shows
    too.
    """
    events = progress.events
    filed = {event.sheet.power for event in events if isinstance(event, filing.OrdersFiled)}

    def is_repeated(at: int, event: Event) -> bool:
        match event:
            case filing.OrdersFiled(sheet=sheet) if not _fails(event):
                return any(
                    isinstance(later, filing.OrdersCleared) and later.sheet.power == sheet.power
                    for later in events[at:]
                )
            case OrdersShown(sheet=sheet):
                return sheet.power in filed and not (event.plans or event.absences or event.proxies)
            case _:
                return False

    kept = (event for at, event in enumerate(events) if not is_repeated(at, event))
    return replace(progress, events=tuple(kept))


def _with_state(progress: Progress) -> Progress:
    """Return the progress with the state of the sender's orders, if the answer lacks it.

    It stands below every answer to the player of a power, so that they need not guess which orders
    count.
    """
    if any(isinstance(event, _SAYS_STATE) for event in progress.events):
        return progress
    stand = _stand_of(progress)
    if stand is None or not progress.events:
        return progress
    # These answers have such lines already.
    listing = inspection.ChoicesShown | _HELP
    choices = stand.choices and not any(isinstance(one, listing) for one in progress.events)
    return told(progress, structs.replace(stand, choices=choices))


# Reasons for which lines are handed back that their writer may mean as they stand.
_MAY_BE_MEANT = (Aside.DOUBT, Aside.RETURNED, Aside.SUBJECT, Aside.BELOW)


# Troubles of lines with words beside their orders that are no doubt of them.
_BESIDE_ORDERS = (
    *(None, Trouble.UNKNOWN, Trouble.SEVERAL, Trouble.LEFT_OVER, Trouble.OUT_OF_PLACE),
    *(Trouble.NO_UNIT_NAMED,),
)


def _with_offer(progress: Progress) -> Progress:
    """Return the progress with the offer to store the lines that the answer asks about.

    A yes must leave no doubt: each line gives one possible order, no unit is ordered twice, and the
    answer asks nothing else. Otherwise the offer is not clear.
    """
    sender, stand = progress.sender, _stand_of(progress)
    game = progress.game_called(progress.game) if progress.game else None
    if game is None or stand is None or sender.on_behalf or sender.role != stand.sheet.power:
        return progress
    names = names_of(game.variant)
    lines, wrong, clear = list[str](), list[LineRead](), True
    for event in progress.events:
        match event:
            case LinesNotObeyed(why, shown, count) if why is not Aside.FILE:
                lines += () if why is Aside.COMMAND else shown
                clear = clear and why in _MAY_BE_MEANT and not count
            case filing.OrdersFiled(lines=now, earlier=before):
                wrong += filter(_is_wrong, (*now, *before))
            case filing.OrdersStand(lines=before) | OrdersShown(lines=before):
                wrong += before
            case Refused(why=filing.YesUnsure(shown, clear=is_clear)):
                lines += shown
                clear = clear and is_clear
            case LineOffered(offers=offers) if all(is_order_like(one, names) for one in offers):
                lines += offers
            case LineNotUnderstood(suggestions=()):
                pass
            case _:
                asks = isinstance(event, LineOffered | MeaningAsked | LineNotUnderstood)
                clear = clear and not asks
    meant = [(read, read.corrected if read.order is None else ()) for read in wrong]
    lines += (line for _, corrected in meant for line in corrected)
    # Of a line with a condition or a doubt, the order alone was perhaps not meant.
    clear = clear and all(
        read.trouble in _BESIDE_ORDERS
        and (len(corrected) == 1 or (corrected != () and read.means_all))
        for read, corrected in meant
    )
    if not lines:
        return progress
    command = filing.SubmitOrders(tuple(dict.fromkeys(lines)))
    times = progress.known.times_in(game.name, sender.player)
    codes = progress.known.codes(sender.player.number)
    match decide(game, command, sender, times, codes=codes):
        case (filing.OrdersFiled(lines=reads, cases=()) as filed,) if clear and not _fails(filed):
            board = game.variant.geography
            orders = (read.order for read in reads if read.order is not None)
            lines = [write_order(order, board) for order in orders]
        case _:
            clear = False
    state = state_of_orders(game, stand.sheet.power)
    offer = filing.OrdersOffered(tuple(dict.fromkeys(lines)), state, clear=clear)
    # The state of the orders comes last, except if the offer is about its lines.
    at = len(progress.events) - (isinstance(progress.events[-1], filing.OrdersStand) and not wrong)
    return replace(progress, events=(*progress.events[:at], offer, *progress.events[at:]))


def _stand_of(progress: Progress) -> filing.OrdersStand | None:
    """Return the state of the orders of a section's sender, None if they have none to give."""
    known, sender = progress.known, progress.sender
    own = known.own[0] if len(known.own) == 1 else ""
    game = progress.game_called(progress.game or own)
    if game is None or not (known.is_proven or progress.opened):
        return None
    role = role_now(game, sender.player, sender.role)
    if role not in power_names(game) or not holds(game, sender.player, role):
        return None
    return filing.orders_stand(game, role)


def _turned_back(known: LetterFacts, role: str, sections: Sequence[Section]) -> Refused | None:
    """Return the refusal of a whole letter, or None if the letter may be obeyed.

    A letter is refused if its reply address was replaced by a newer one, if it answers a mail that
    the store lost, or if its place has another holder now and a foreign letter would need their
    confirmation. The refusal hands back the letter's orders and press.
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
    """Return the progress with the news to a game's players that mail about it was lost.

    Only a letter from a person with a place in the game causes the news, because others get mail
    about the game too.
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
    """Return the progress with news of phases that will be processed early after the letter."""
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
