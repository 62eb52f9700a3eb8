"""What the audit trail tells of a game: to its Master all, to others their part."""

from functools import cache

from judge.game.base import Fact, Refused, kinds_of
from judge.game.commands import Audit
from judge.game.events import TrailRow, TrailShown
from judge.game.inquiry.model import Asker
from judge.game.model import OVER, ChainedEntry, Game, Reader, Trail
from judge.game.refusals import NoSuchGame, NotSignedOn
from judge.game.seats import leads
from judge.game.vision import reader_of, view
from judge.game.vision.views import known_player
from judge.notation import phase_of

_MOST_ROWS = 100


def show_trail(command: Audit, asker: Asker) -> TrailShown | Refused:
    """Return what was written down of a game, as far as its asker may know.

    To a player that is what he did, and what he was told of by mail. How much else
    happened nobody learns while a game runs but a Master who does not play in it.
    """
    game = asker.game
    if game is None:
        name = command.game
        return Refused("AUDIT", NoSuchGame(name) if name else NotSignedOn())
    reader = reader_of(game, asker.player, asker.role)
    leading = leads(game, reader)
    is_open = leading or game.stage in OVER
    chain = asker.trail or Trail()
    phase = phase_of(command.phase, game.variant)
    rows = tuple(
        _row(one, game, reader, leading=leading)
        for one in chain.entries
        if phase in ("", one.entry.phase)
        if is_open or _is_his(one, reader)
    )
    return TrailShown(
        view(game, reader),
        rows[-_MOST_ROWS:],
        chain.count,
        open=is_open,
        unbroken=chain.whole,
        end=chain.end,
        more=len(rows[:-_MOST_ROWS]),
    )


def _row(one: ChainedEntry, game: Game, reader: Reader, *, leading: bool) -> TrailRow:
    entry = one.entry
    between = entry.event in _between_players()
    known = _is_his(one, reader) or (leading and not between)
    # Of a proposal all are told, but not whose it is.
    named = known and (not between or entry.actor == reader.player.number)
    by = one.by and known_player(one.by, game, reader)
    return TrailRow(
        at=entry.at,
        by=by if named and by is not None and by.number > 0 else None,
        role=entry.role if named else "",
        text=entry.text if known else None,
        withheld=not known,
        digest=one.digest,
        link=one.link,
    )


@cache
def _between_players() -> frozenset[str]:
    """Return the names of the facts of which a Master is told no more than others."""
    return frozenset(one.__name__ for one in kinds_of(Fact) if one.between_players)


def _is_his(one: ChainedEntry, reader: Reader) -> bool:
    """Return whether the reader did it, or was told of it."""
    number = reader.player.number
    return number > 0 and (one.entry.actor == number or number in one.entry.told)
