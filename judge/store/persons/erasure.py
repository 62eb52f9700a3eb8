"""Forgetting a person, so far that nothing which others have is lost."""

from sqlalchemy import Connection, delete, or_, select, update

from judge.letter import mailbox_of
from judge.store.post.retention import WORDLESS
from judge.store.tables import (
    LetterState,
    addresses,
    apart,
    attachments,
    bounces,
    claims,
    conduct,
    confirmations,
    diary,
    entrants,
    followers,
    guesses,
    held_press,
    inbox,
    outbox,
    players,
    press,
    seats,
    tokens,
)
from judge.store.trail import erase_person

# RFC 2606 section 2: no mail goes there.
_NOWHERE = "former-player-{}@forgotten.invalid"


def erase(connection: Connection, player: int) -> None:
    """Forget who a player was, and the words of all that he wrote and was written.

    He is to have no place in a game that lasts. What he ordered belongs to the games,
    and stays; so does his number, which says nothing of him.
    """
    its = addresses.c.player == player
    own = list(connection.scalars(select(addresses.c.address).where(its)))
    _erase_mail(connection, own)
    of_him = press.c.author == player
    connection.execute(update(press).where(of_him).values(text=""))
    erase_person(connection, player)
    _vacate(connection, player)
    for table, known in ((bounces, bounces.c.address), (guesses, guesses.c.sender)):
        connection.execute(delete(table).where(known.in_(own)))
    claimed = or_(claims.c.address.in_(own), claims.c.asked.in_(own))
    connection.execute(delete(claims).where(claimed))
    either = or_(apart.c.player == player, apart.c.other == player)
    connection.execute(delete(apart).where(either))
    connection.execute(delete(addresses).where(its))
    nowhere = {"address": _NOWHERE.format(player), "player": player, "main": True}
    connection.execute(addresses.insert().values(nowhere))
    nobody = {"name": "", "zone": "UTC", "password": None, "preferences": ""}
    connection.execute(update(players).where(players.c.number == player).values(nobody))


def _erase_mail(connection: Connection, own: list[str]) -> None:
    """Forget the words of mail from and to these addresses, but what is on its way."""
    over = inbox.c.state.in_((LetterState.DONE, LetterState.IGNORED))
    written = inbox.c.sender.in_(own) & over
    connection.execute(update(inbox).where(written).values(raw=b"", sender=""))
    read = outbox.c.recipient.in_(own) & (outbox.c.sent.is_not(None))
    sent = select(outbox.c.number).where(read)
    connection.execute(delete(attachments).where(attachments.c.notice.in_(sent)))
    forgotten = {**WORDLESS, "recipient": "", "subject": ""}
    connection.execute(update(outbox).where(read).values(forgotten))
    mailboxes = [mailbox_of(one) for one in own]
    for column in (outbox.c.mailbox, outbox.c.causer):
        connection.execute(update(outbox).where(column.in_(mailboxes)).values({column.name: ""}))


def _vacate(connection: Connection, player: int) -> None:
    """Take the player out of the games that are over, with all that is his there."""
    for table in (followers, entrants, tokens, held_press, diary, conduct, confirmations):
        connection.execute(delete(table).where(table.c.player == player))
    connection.execute(update(seats).where(seats.c.player == player).values(player=None))
