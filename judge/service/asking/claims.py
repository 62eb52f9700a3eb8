"""Who says that two addresses are his: asking at the other one, and what comes of it.

Whoever it concerns is told, above all where mail went before.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from judge.conversation import (
    AddressClaim,
    AddressDropped,
    Deed,
    KeeperAsked,
    LetterFacts,
    MailRedirected,
    PasswordChosen,
    PersonBlocked,
    PersonForgotten,
    PersonUnblocked,
)
from judge.game import (
    AddressesShown,
    AddressForgotten,
    AddressQuestion,
    Denied,
    Event,
    Player,
    Refused,
    TwoPlayers,
)
from judge.letter import NO_LETTER, OPEN_FOR, Account, Notice, Question, Tone, Unasked, mailbox_of
from judge.mail import question_token, token_digest
from judge.render import Answer
from judge.service.parts import Judge, post_notices
from judge.store import persons, questions


@dataclass(frozen=True, slots=True)
class _Told:
    """What somebody is told at an address, and what he can answer."""

    to: str
    event: Event
    question: Question | None = None
    unasked: Unasked | None = None


def keep_deeds(
    judge: Judge, connection: Connection, deeds: tuple[Deed, ...], known: LetterFacts, digest: str
) -> None:
    """Keep what a letter says of its writer, and tell whom else it concerns.

    `digest` is that of the letter: it tells its questions from all others.
    """
    told = [one for deed in deeds for one in _kept(judge, connection, deed, known, digest)]
    # Somebody who moves their mail to and fro reads at each address how it ended.
    newest = {(one.to, type(one.event), one.question): one for one in told}
    _tell(judge, connection, newest.values(), known.now)


def deny_claim(judge: Judge, connection: Connection, claim: questions.Claim, now: datetime) -> None:
    """Let two addresses stay two people's, and tell who said otherwise."""
    questions.deny_claim(connection, claim, now)
    denied = Refused("I AM ALSO", Denied(claim.asked))
    _tell(judge, connection, [_Told(claim.address, denied)], now)


def settle_due(judge: Judge, connection: Connection, now: datetime) -> None:
    """Let those come back to whose claim nobody said no in time."""
    for claim in questions.due_claims(connection, now):
        join_claim(judge, connection, claim, now)


def join_claim(judge: Judge, connection: Connection, claim: questions.Claim, now: datetime) -> None:
    """Let both addresses of a claim be one person's, and tell it at each of them.

    Where mail went before it is told, too.
    """
    told = {claim.address, claim.asked, *_mail_goes_to(connection, claim)}
    player = questions.join_claimed(connection, claim)
    if player is None:
        apart = (
            _Told(one, Refused("I AM ALSO", TwoPlayers(other)))
            for one, other in ((claim.address, claim.asked), (claim.asked, claim.address))
        )
        _tell(judge, connection, apart, now)
        return
    shown = AddressesShown(persons.addresses_of(connection, player))
    _tell(judge, connection, [_Told(to, shown) for to in sorted(told)], now)


def _kept(
    judge: Judge, connection: Connection, deed: Deed, known: LetterFacts, digest: str
) -> Iterator[_Told]:
    """Keep one of the deeds, and yield what others are told of it."""
    match deed:
        case PasswordChosen(player, password):
            persons.set_password(connection, player, password)
        case AddressDropped(player, address):
            persons.drop_address(connection, player, address)
            yield _Told(address, AddressForgotten(address))
        case MailRedirected(player, address):
            persons.move_mail(connection, player, address)
            now = persons.addresses_of(connection, player)
            yield _Told(address, AddressesShown(now))
        case KeeperAsked():
            return  # done already, and answered in the letter's own answer
        case AddressClaim():
            yield from _claimed(judge, connection, deed, known, digest)
        case PersonBlocked() | PersonUnblocked() | PersonForgotten():
            _keep_of_person(connection, deed, known.now)


def _keep_of_person(
    connection: Connection, deed: PersonBlocked | PersonUnblocked | PersonForgotten, now: datetime
) -> None:
    match deed:
        case PersonBlocked(player, called, other):
            persons.add_block(connection, player, called, other, now)
        case PersonUnblocked(player, called):
            persons.drop_block(connection, player, called)
        case PersonForgotten(player):
            persons.erase(connection, player)


def _claimed(
    judge: Judge, connection: Connection, deed: AddressClaim, known: LetterFacts, digest: str
) -> Iterator[_Told]:
    until = known.now + OPEN_FOR
    question = Question(f"address {deed.asked} {digest}")
    claim = questions.Claim(
        deed.address, deed.asked, deed.main, until, deed.due, about=question.about
    )
    secret = token_digest(question_token(judge.key, question))
    questions.keep_claim(connection, claim, secret)
    if deed.due is not None and deed.due <= known.now:
        settle_due(judge, connection, known.now)
        return
    asked = AddressQuestion(deed.address, until, deed.due)
    causer = mailbox_of(known.writer.address)
    # Who has the password of an address is no third person there.
    unasked = Unasked(Account.OTHERS, causer) if deed.due is None else None
    yield _Told(deed.asked, asked, question, unasked)


def _mail_goes_to(connection: Connection, claim: questions.Claim) -> Iterator[str]:
    """Yield where mail goes to now of those who have one of the addresses."""
    for address in (claim.asked, claim.address):
        player = persons.find_player(connection, address)
        if player is not None:
            yield player.address


def _tell(judge: Judge, connection: Connection, told: Iterable[_Told], now: datetime) -> None:
    post_notices(judge, connection, [_notice(judge, one, now) for one in told], now)


def _notice(judge: Judge, told: _Told, now: datetime) -> Notice:
    reader = Player(0, "", told.to)
    answer = Answer(reader, "", None, (told.event,), NO_LETTER, now)
    news = replace(judge.renderer.answer(answer), tone=Tone.NEWS)
    return replace(news, question=told.question, unasked=told.unasked)
