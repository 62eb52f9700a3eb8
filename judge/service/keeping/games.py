"""What a keeper does about games, and what is written down of them."""

from datetime import datetime

from sqlalchemy import Connection

from judge.commands import HandOverGame
from judge.game import OPEN, ChainedEntry, MasterAppointed, Player, plays
from judge.service.changing import change
from judge.service.parts import Judge
from judge.store import games, people, trail
from judge.store.keeper import overview

Lines = tuple[str, ...]
_MOST_ENTRIES = 200


def listed(connection: Connection, word: str) -> Lines:
    """Return the games whose name holds `word`, those without a Master marked."""
    found = overview.games_like(connection, word)
    return (f"{len(found)} games, the newest first", *map(_row, found))


def handed_over(
    judge: Judge,
    connection: Connection,
    command: HandOverGame,
    by: Player,
    now: datetime,
) -> Lines:
    """Make somebody the only Master of a game, and return what came of it."""
    game = games.load_game(connection, command.game, judge.variants.read, lock=True)
    person = people.find_player(connection, command.address)
    if game is None:
        return (f"There is no game {command.game}.",)
    if person is None:
        return (f"Nobody has the address {command.address}. He may send REGISTER.",)
    if plays(game, person):
        return (f"{person.name} plays in {game.name}, and nothing was changed.",)
    before = tuple(one.player for one in game.masters if one.player != person)
    fact = MasterAppointed(person, before)
    change(judge, connection, game, (fact,), now, keeper=by)
    gone = ", ".join(one.address for one in before) or "nobody"
    back = (
        f"To take that back: ADMIN GIVE {game.name} TO {one.address}"
        for one in before[:1]
    )
    return (f"{person.name} is the Master of {game.name} instead of {gone}.", *back)


def trail_shown(connection: Connection, game: str) -> Lines:
    """Return what is written down of a game, or of what keepers did in none."""
    if game and game not in map(str.lower, games.all_names(connection)):
        return (f"There is no game {game}.",)
    found = trail.trail_of(connection, game or trail.KEEPERS)
    state = "whole" if found.whole else "BROKEN: somebody has changed it"
    last = found.entries[-_MOST_ENTRIES:]
    return (
        f"{found.count} entries; the chain is {state}",
        *map(_entry, last),
        *((f"ends in {found.end}",) if found.end else ()),
    )


def _row(game: overview.GameRow) -> str:
    state = f"{game.stage.value} {game.phase}".strip()
    due = f", due {game.deadline:%Y-%m-%d %H:%M} UTC" if game.deadline else ""
    masters = ", ".join(game.masters) or "NO MASTER"
    lost = game.masters and not game.reachable and game.stage in OPEN
    orphan = " (MAIL TO HIM COMES BACK)" if lost else ""
    return f"{game.name}: {game.variant}, {state}{due}; {masters}{orphan}"


def _entry(one: ChainedEntry) -> str:
    entry = one.entry
    who = " ".join(filter(None, (entry.role, one.by.address if one.by else "")))
    said = "(erased)" if entry.text is None else entry.text
    when = f"{entry.at:%Y-%m-%d %H:%M}"
    return f"{one.number} {when} {who or 'the clock'}: {said} [{one.digest[:8]}]"
