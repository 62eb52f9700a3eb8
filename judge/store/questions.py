"""Questions that the judge asks by mail, each with a reply address of its own.

The judge asks whether a letter is from its sender, whether two addresses belong to one person, and
whether an irreversible command is meant. A question is found by the digest of the token in its
reply address.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, Row, bindparam, delete, exists, func, select, union_all, update

from judge.commands import ReplyMeant
from judge.game import Player
from judge.letter import LINES_OFFERED, OPEN_FOR
from judge.store import tables
from judge.store.connect import OvertakenError, insert_once
from judge.store.inbox import Copy
from judge.store.persons import address_owner, find_numbered, move_mail
from judge.store.tables import (
    ClaimOutcome,
    LetterState,
    addresses,
    claims,
    confirmations,
    games,
    inbox,
    renewals,
)

_ITS = inbox.c.number == bindparam("its_number")
_WAITS = inbox.c.state == LetterState.WAITING
_ASK = (
    update(inbox)
    .where(_ITS, inbox.c.state == LetterState.NEW)
    .values(state=LetterState.WAITING, claimed_until=None)
)
_ASKED = select(
    *(inbox.c.number, inbox.c.asked, inbox.c.received, inbox.c.state, inbox.c.proven),
    *(inbox.c.meant, inbox.c.reminded, inbox.c.denied, inbox.c.grave, inbox.c.digest),
    *(inbox.c.raw, inbox.c.recipient),
).where(inbox.c.secret == bindparam("secret"))
_PROVE = update(inbox).where(_ITS, _WAITS).values(state=LetterState.NEW, claimed_until=None)
_OTHER = inbox.alias("other")
_PROVE_SIGNED = (
    update(inbox)
    .where(
        _ITS,
        ~exists().where(_OTHER.c.signed == bindparam("words"), _OTHER.c.number != inbox.c.number),
    )
    .values(signed=bindparam("words"))
)
_LAPSED = select(inbox.c.number, inbox.c.raw, inbox.c.recipient).where(
    _WAITS, inbox.c.received <= bindparam("until")
)
_LAPSE = (
    update(inbox)
    .where(_ITS, _WAITS)
    .values(state=LetterState.IGNORED, note="its sender did not say that they wrote it")
)
_DENY = (
    update(inbox)
    .where(_ITS, _WAITS)
    .values(state=LetterState.IGNORED, note="its sender says that they did not write it")
)
_REMIND = update(inbox).where(_ITS).values(reminded=True)
_GRAVE = inbox.c.denied.is_not(None) & inbox.c.grave.is_not(None)
_DENIED = (
    select(inbox.c.denied, inbox.c.sender, inbox.c.asked, inbox.c.grave)
    .where(_GRAVE)
    .order_by(inbox.c.denied)
)


@dataclass(frozen=True, slots=True)
class AskedLetter:
    """A letter whose sender was asked, at the address `asked`, whether they wrote it.

    It `waits` for a reply until `until`; a reply may have `proven` or `denied` it.
    """

    number: int
    asked: str
    until: datetime
    waits: bool
    proven: bool
    #: Set if the question is whether the letter is press or orders: ASKED, or the answer.
    meant: ReplyMeant | None = None
    # Whether the question was asked a second time.
    reminded: bool = False
    denied: bool = False
    # Whether the letter contains a command that would do harm if it were forged.
    grave: bool = False
    digest: str = ""
    # The letter as it arrived.
    copy: Copy | None = None

    @property
    def about(self) -> str:
        """Return the name of the question, which no other question has."""
        return f"letter {self.digest}"


def ask_sender(
    connection: Connection,
    number: int,
    *,
    asked: str,
    secret: str,
    meant: ReplyMeant | None = None,
    grave: str | None = None,
) -> None:
    """Let a letter wait for the answer to a question that is sent to the address `asked`.

    `secret` is the digest of the question's token. `meant` is set if the question is whether the
    letter is press or orders. `grave` is the text for the keeper in case the letter is denied.
    Raises OvertakenError if the letter is closed already.
    """
    values = {"asked": asked, "secret": secret, "meant": meant, "grave": grave}
    if connection.execute(_ASK, {"its_number": number, **values}).rowcount != 1:
        raise OvertakenError(f"Letter {number} is closed.")


def asked_letter(connection: Connection, secret: str) -> AskedLetter | None:
    """Return the letter of the question with this secret, or None."""
    row = connection.execute(_ASKED, {"secret": secret}).one_or_none()
    if row is None:
        return None
    return AskedLetter(
        number=row.number,
        asked=row.asked,
        until=row.received + OPEN_FOR,
        waits=row.state == LetterState.WAITING,
        proven=row.proven is not None,
        meant=row.meant,
        reminded=bool(row.reminded),
        denied=row.denied is not None,
        grave=row.grave is not None,
        digest=row.digest,
        copy=Copy(row.raw, row.recipient),
    )


def settle_letter(connection: Connection, number: int, meant: ReplyMeant) -> None:
    """Let a waiting letter be answered as press or as orders, as its writer replied."""
    connection.execute(_PROVE, {"its_number": number, "meant": meant})


def prove_letter(connection: Connection, number: int, now: datetime) -> None:
    """Let a waiting letter be answered as proven."""
    connection.execute(_PROVE, {"its_number": number, "proven": now})


def deny_letter(connection: Connection, number: int, copy: Copy, now: datetime) -> None:
    """Close a letter that its sender did not write, and store only `copy` of it."""
    columns = {"raw": copy.raw, "recipient": copy.recipient, "bare": True, "denied": now}
    connection.execute(_DENY, {"its_number": number, **columns})


def note_letter_reminded(connection: Connection, number: int) -> None:
    """Record that the question about a letter was asked a second time."""
    connection.execute(_REMIND, {"its_number": number})


def take_denied_letters(connection: Connection) -> tuple[tuple[datetime, str, str, str], ...]:
    """Return the denied letters with grave commands, oldest first, and mark them as reported.

    Each item is (moment of the denial, envelope sender, asked address, the letter's effect).
    """
    rows = tuple(connection.execute(_DENIED))
    if rows:
        connection.execute(update(inbox).where(_GRAVE).values(grave=None))
    return tuple((row.denied, row.sender, row.asked, row.grave) for row in rows)


def note_signed(connection: Connection, number: int, words: str) -> bool:
    """Record the digest of a letter's signed content; return False if another letter has it.

    Anybody who got a signed mail could send it again.
    """
    its = {"its_number": number, "words": words}
    return connection.execute(_PROVE_SIGNED, its).rowcount == 1


def lapsed_letters(connection: Connection, now: datetime) -> tuple[tuple[int, Copy], ...]:
    """Return the letters whose question has expired, each as it arrived."""
    rows = connection.execute(_LAPSED, {"until": now - OPEN_FOR})
    return tuple((row.number, Copy(row.raw, row.recipient)) for row in rows)


def forget_letter(connection: Connection, number: int, copy: Copy) -> None:
    """Close a waiting letter, and store only `copy` of it."""
    columns = {"raw": copy.raw, "recipient": copy.recipient, "bare": True}
    connection.execute(_LAPSE, {"its_number": number, **columns})


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of the sender of `address` that the address `asked` is theirs too."""

    address: str
    asked: str
    # Their main address once the claim is accepted; "" for no change.
    main: str
    # The time until which a reply counts.
    until: datetime
    # When the claim is accepted even without a reply; None for never.
    due: datetime | None = None
    outcome: ClaimOutcome | None = None
    #: The name of the question.
    about: str = ""
    # Whether the question was asked a second time.
    reminded: bool = False
    number: int = 0


def keep_claim(connection: Connection, claim: Claim, secret: str) -> None:
    """Store a claim, with the digest of its question's token."""
    row = {
        "address": claim.address,
        "asked": claim.asked,
        "main": claim.main,
        "secret": secret,
        "about": claim.about,
        "made": claim.until - OPEN_FOR,
        "due": claim.due,
    }
    insert_once(connection, claims, row)


def claim_with(connection: Connection, secret: str) -> Claim | None:
    """Return the claim of the question with this secret, or None."""
    wanted = select(claims).where(claims.c.secret == secret)
    row = connection.execute(wanted).one_or_none()
    return None if row is None else _claim(row)


def due_claims(connection: Connection, now: datetime) -> tuple[Claim, ...]:
    """Lock and return the claims that are accepted now, because nobody denied them in time."""
    due = claims.c.outcome.is_(None) & (claims.c.due <= now)
    rows = connection.execute(select(claims).where(due).with_for_update())
    return tuple(map(_claim, rows))


def deny_claim(connection: Connection, claim: Claim, now: datetime) -> None:
    """Record that a claim was denied."""
    _close_claim(connection, claim, ClaimOutcome.DENIED)
    its = claims.c.number == claim.number
    connection.execute(update(claims).where(its).values(denied=now))


def note_claim_reminded(connection: Connection, claim: Claim) -> None:
    """Record that the question about a claim was asked a second time."""
    its = claims.c.number == claim.number
    connection.execute(update(claims).where(its).values(reminded=True))


def take_denied_claims(connection: Connection) -> tuple[tuple[datetime, str, str], ...]:
    """Return the denied claims, oldest first, and mark them as reported.

    Each item is (moment of the denial, claiming address, claimed address).
    """
    its = claims.c.denied.is_not(None)
    wanted = select(claims.c.denied, claims.c.address, claims.c.asked).where(its)
    rows = tuple(connection.execute(wanted.order_by(claims.c.denied)))
    if rows:
        connection.execute(update(claims).where(its).values(denied=None))
    return tuple((row.denied, row.address, row.asked) for row in rows)


def join_claimed(connection: Connection, claim: Claim) -> int | None:
    """Join both addresses of a claim under one player; return the player's number.

    None if neither address has an owner, or if both owners have places in games.
    """
    owners = (address_owner(connection, address) for address in (claim.asked, claim.address))
    players = tuple(dict.fromkeys(owner.player for owner in owners if owner is not None))
    playing = [number for number in players if _plays(connection, number)]
    if len(playing) > 1 or not players:
        _close_claim(connection, claim, ClaimOutcome.APART)
        return None
    player = (*playing, *players)[0]
    others = addresses.c.player.in_(players) & (addresses.c.player != player)
    columns = {"player": player, "main": False}
    connection.execute(update(addresses).where(others).values(columns))
    for address in (claim.asked, claim.address):
        insert_once(connection, addresses, {"address": address, **columns})
    if claim.main:
        move_mail(connection, player, claim.main)
    _close_claim(connection, claim, ClaimOutcome.JOINED)
    return player


def _plays(connection: Connection, player: int) -> bool:
    """Return whether a player has or had a place in any game."""
    places = (
        select(table.c.game).where(table.c.player == player)
        for table in (tables.followers, tables.entrants, tables.seats, tables.tokens)
    )
    return connection.execute(union_all(*places)).first() is not None


def _close_claim(connection: Connection, claim: Claim, outcome: ClaimOutcome) -> None:
    its = claims.c.number == claim.number
    connection.execute(update(claims).where(its).values(outcome=outcome))


def _claim(row: Row[*tuple[object, ...]]) -> Claim:
    return Claim(
        address=row.address,
        asked=row.asked,
        main=row.main,
        until=row.made + OPEN_FOR,
        due=row.due,
        outcome=row.outcome,
        about=row.about or "",
        reminded=bool(row.reminded),
        number=row.number,
    )


_WITH = select(confirmations).where(confirmations.c.secret == bindparam("its_secret"))
_NEWEST = select(func.max(confirmations.c.number)).where(
    confirmations.c.game == bindparam("its_game"),
    confirmations.c.player == bindparam("its_player"),
    confirmations.c.role == bindparam("its_role"),
    confirmations.c.command == bindparam("its_command"),
)
_RENEWED = (
    select(func.count())
    .select_from(renewals.join(games, games.c.number == renewals.c.game))
    .where(
        games.c.key == bindparam("its_key"),
        renewals.c.player == bindparam("its_player"),
        renewals.c.role == bindparam("its_role"),
    )
)


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A command, or offered lines, that wait for the player's yes before `until`."""

    player: Player
    # "" for a command about the player themselves.
    game: str
    role: str
    command: str
    # The line with its code, which is obeyed after a yes.
    line: str
    until: datetime
    #: The name of the question.
    about: str
    #: Whether its reply address belongs to an earlier generation.
    is_over: bool = False
    # Whether lines were offered in a later answer to the same place.
    overtaken: bool = False
    # Whether the question was asked a second time.
    reminded: bool = False
    # The number of the letter with the answer, 0 if there is none.
    answered: int = 0
    denied: bool = False
    number: int = 0

    @property
    def offers_lines(self) -> bool:
        """Return whether the question is whether lines of an ordinary answer are meant."""
        return self.about.startswith(LINES_OFFERED)


def keep_confirmation(
    connection: Connection, confirmation: Confirmation, secret: str, generation: int
) -> None:
    """Store a question and the digest of its token; a known question stays unchanged."""
    row = {
        "secret": secret,
        "about": confirmation.about,
        "player": confirmation.player.number,
        "game": confirmation.game or None,
        "role": confirmation.role,
        "generation": generation,
        "command": confirmation.command,
        "line": confirmation.line,
        "made": confirmation.until - OPEN_FOR,
    }
    insert_once(connection, confirmations, row)


def question_with(connection: Connection, secret: str) -> AskedLetter | Claim | Confirmation | None:
    """Return the question of any kind with this secret, or None."""
    return (
        asked_letter(connection, secret)
        or claim_with(connection, secret)
        or confirmation_with(connection, secret)
    )


def confirmation_with(connection: Connection, secret: str) -> Confirmation | None:
    """Return the question with this secret, or None."""
    row = connection.execute(_WITH, {"its_secret": secret}).one_or_none()
    if row is None:
        return None
    player = find_numbered(connection, row.player)
    if player is None:
        return None
    its = {"its_key": (row.game or "").lower(), "its_player": row.player, "its_role": row.role}
    current = connection.scalar(_RENEWED, its) if row.game else 0
    same = {"its_game": row.game, "its_command": row.command}
    offers = row.about.startswith(LINES_OFFERED)
    newest = connection.scalar(_NEWEST, {**its, **same}) if offers else 0
    return Confirmation(
        player=player,
        game=row.game or "",
        role=row.role,
        command=row.command,
        line=row.line,
        until=row.made + OPEN_FOR,
        about=row.about,
        is_over=row.generation < (current or 0),
        overtaken=row.number < (newest or 0),
        reminded=bool(row.reminded),
        answered=row.answered or 0,
        denied=bool(row.denied),
        number=row.number,
    )


def answer_confirmation(connection: Connection, number: int, letter: int, *, denied: bool) -> None:
    """Record the letter that answered a question, and whether it said no."""
    answered = update(confirmations).where(confirmations.c.number == number)
    connection.execute(answered.values(answered=letter, denied=denied))


def note_confirmation_reminded(connection: Connection, number: int) -> None:
    """Record that a question about a command was asked a second time."""
    its = confirmations.c.number == number
    connection.execute(update(confirmations).where(its).values(reminded=True))


def forget_confirmations(connection: Connection, before: datetime) -> None:
    """Delete the questions about commands that were asked before `before`."""
    connection.execute(delete(confirmations).where(confirmations.c.made < before))
