"""Letters that are to be done as a whole: what of them fails, and what is told then."""

from dataclasses import replace

from msgspec import structs

from judge.conversation.progress import Progress, is_answered_elsewhere
from judge.game import (
    AnsweredElsewhere,
    Event,
    Game,
    LineNotUnderstood,
    LineOffered,
    LineRead,
    LinesNotObeyed,
    MeaningAsked,
    NothingDone,
    Refused,
    Sender,
    filing,
    holds,
    inquiry,
    order_sheet,
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
