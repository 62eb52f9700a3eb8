"""What a keeper does about games, and what is written down of them."""

from datetime import datetime

from sqlalchemy import Connection

from judge.game import OPEN, ChainedEntry, HandOverGame, Player, Trail, masters, takes_part
from judge.messages import Text, Value, counted, message
from judge.render import stage_and_phase
from judge.service.changing import change
from judge.service.parts import Judge
from judge.store import games, keeper, persons, trail

Lines = tuple[Text, ...]
_MOST_ENTRIES = 200


def listed(connection: Connection, word: str) -> Lines:
    """Return the games whose name holds `word`, those without a Master marked."""
    found = keeper.games_like(connection, word)
    head = counted("{count} game", "{count} games, the newest first", len(found))
    return (head, *map(_row, found))


def handed_over(
    judge: Judge, connection: Connection, command: HandOverGame, by: Player, now: datetime
) -> Lines:
    """Make somebody the only Master of a game, and return what came of it."""
    game = games.load_game(connection, command.game, judge.variants.read, lock=True)
    person = persons.find_player(connection, command.address)
    if game is None:
        return (message("There is no game {game}", game=command.game),)
    if person is None:
        nobody = message("Nobody has the address {address}", address=command.address)
        return (nobody, message("Whoever it is may send REGISTER from there."))
    if takes_part(game, person):
        plays_here = message("{person} plays in {game}", person=person.name, game=game.name)
        return (plays_here, message("So nothing was changed."))
    before = tuple(one.player for one in game.masters if one.player != person)
    fact = masters.MasterAppointed(person, before)
    change(judge, connection, game, (fact,), now, keeper=by)
    done = message("{person} is the Master of {game}", person=person.name, game=game.name)
    if not before:
        return (done,)
    gone = tuple(one.address for one in before)
    line = f"ADMIN GIVE {game.name} TO {gone[0]}"
    return (
        done,
        message("Master until now: {addresses}", addresses=gone),
        message("To take that back: {line}", line=line),
    )


def trail_shown(connection: Connection, game: str) -> Lines:
    """Return what is written down of a game, or of what keepers did in none."""
    if game and game not in map(str.lower, games.all_names(connection)):
        return (message("There is no game {game}", game=game),)
    found = trail.trail_of(connection, game or trail.KEEPERS)
    last = found.entries[-_MOST_ENTRIES:]
    end = (message("ends in {digest}", digest=found.end),) if found.end else ()
    return (_chain(found), *map(_entry, last), *end)


def _row(game: keeper.GameRow) -> Text:
    due = f"{game.deadline:%Y-%m-%d %H:%M}" if game.deadline else ""
    facts: tuple[Text, ...] = (
        game.variant,
        stage_and_phase(game.stage, game.phase),
        *((message("due {moment} UTC", moment=due),) if due else ()),
    )
    told: dict[str, Value] = {"game": game.name, "facts": facts}
    if not game.masters:
        return message("{game}: {facts}; NO MASTER", **told)
    told["masters"] = game.masters
    if game.stage in OPEN and not game.reachable:
        return message("{game}: {facts}; {masters} (MAIL THERE COMES BACK)", **told)
    return message("{game}: {facts}; {masters}", **told)


def _chain(found: Trail) -> Text:
    if found.whole:
        return counted(
            "{count} entry; the chain is whole", "{count} entries; the chain is whole", found.count
        )
    return counted(
        "{count} entry; the chain is BROKEN: somebody has changed it",
        "{count} entries; the chain is BROKEN: somebody has changed it",
        found.count,
    )


def _entry(one: ChainedEntry) -> Text:
    entry = one.entry
    who = " ".join(filter(None, (entry.role, one.by.address if one.by else "")))
    return message(
        "{number} {when} {who}: {said} [{digest}]",
        number=one.number,
        when=f"{entry.at:%Y-%m-%d %H:%M}",
        who=who or message("the clock"),
        said=message("(erased)") if entry.text is None else entry.text,
        digest=one.digest[:8],
    )
