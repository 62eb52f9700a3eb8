"""Questions by mail: who wrote a letter, what it means, and who owns an address.

A question goes to a known address: a letter's From, or the address on record for a place. It is
answered with yes or no at a secret reply address of its own, so a yes proves that its sender reads
the mail of that address.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from judge.commands import Consent, ReplyMeant, meaning_settled
from judge.conversation import (
    AddressClaim,
    AddressDropped,
    BrowsersClosed,
    Deed,
    KeeperAsked,
    LetterDecision,
    LetterFacts,
    MailRedirected,
    PasswordChosen,
    PersonBlocked,
    PersonForgotten,
    PersonUnblocked,
    Wanted,
)
from judge.game import (
    ConfirmationAsked,
    Denied,
    Event,
    MeaningAsked,
    Player,
    ProofAsked,
    Refused,
    SettingsProposed,
    TwoPlayers,
    filing,
    holds,
    power_names,
    profiles,
    reader_of,
    roles_of,
    view,
)
from judge.letter import (
    LINES_OFFERED,
    NO_LETTER,
    OPEN_FOR,
    PRESS_OR_ORDERS,
    Account,
    Notice,
    Question,
    ReplyTo,
    Tone,
    Unasked,
    mailbox_of,
)
from judge.mail import address_token, question_token, token_digest
from judge.render import Answer
from judge.service.origin import Origin
from judge.service.parts import Judge, post_notices, unread_copy
from judge.service.rates import account_for, bare
from judge.store import browsers, persons, questions

_MOST_SHOWN = 10  # commands that a question lists


def forget_unproven(connection: Connection, now: datetime) -> None:
    """Close the letters whose senders did not confirm them in time, and delete their secrets."""
    for number, kept in questions.lapsed_letters(connection, now):
        questions.forget_letter(connection, number, unread_copy(kept.raw, kept.recipient))


def ask(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    known: LetterFacts,
    wanted: tuple[Wanted, ...],
) -> bool:
    """Let a letter wait, and ask its apparent sender whether they wrote it.

    Returns False, and does nothing, if that address got too many such mails lately.
    """
    now, kept, letter, place = known.now, origin.kept, origin.letter, origin.place
    to = letter.sender if place is None else place.player.address
    question = Question(f"letter {kept.digest}")
    secret = token_digest(question_token(judge.key, question))
    asked = ProofAsked(
        tuple(one.words for one in wanted[:_MOST_SHOWN]),
        until=kept.received + OPEN_FOR,
        came=kept.arrived,
        sender=letter.sender,
        game=place.game if place is not None and place.is_foreign else "",
        more=len(wanted[_MOST_SHOWN:]),
    )
    reader = Player(0, "", to, known.writer.zone)
    answer = Answer(reader, "", None, (asked,), letter, now)
    # A letter to a place, from an address that is not on record, is from another person.
    account = Account.UNPROVEN if place is None else Account.OTHERS
    notice = replace(bare(judge.renderer.answer(answer)), question=question)
    charged = account_for(connection, account, notice, now, sender=letter.sender)
    if charged is None:
        return False
    grave = "; ".join(str(one.words) for one in wanted if one.grave) or None
    questions.ask_sender(connection, kept.number, asked=to.lower(), secret=secret, grave=grave)
    post_notices(judge, connection, [charged], now)
    return True


def is_reply_to_press(known: LetterFacts) -> bool:
    """Return whether a letter came to the reply address of a press conversation."""
    return known.place is not None and bool(known.place.conversation)


def is_meaning_asked(decision: LetterDecision) -> bool:
    """Return whether the decision asks whether a reply to press is press or orders."""
    events = (event for section in decision.sections for event in section.events)
    return any(isinstance(event, MeaningAsked) for event in events)


def ask_meaning(
    judge: Judge, connection: Connection, origin: Origin, answers: Sequence[Notice]
) -> list[Notice]:
    """Let a reply to press wait; return its answers as questions whether it is press or orders."""
    kept = origin.kept
    question = Question(f"{PRESS_OR_ORDERS} {kept.digest}")
    secret = token_digest(question_token(judge.key, question))
    asked = origin.letter.sender.lower()
    meant = ReplyMeant.ASKED
    questions.ask_sender(connection, kept.number, asked=asked, secret=secret, meant=meant)
    return [replace(answer, question=question) for answer in answers]


def settle_meaning(connection: Connection, origin: Origin) -> str:
    """Let a reply to press be answered as press or orders, as this letter says; return a note."""
    meant, asked = meaning_settled(origin.letter.lines), origin.settles
    assert meant is not None
    assert asked is not None
    questions.settle_letter(connection, asked.number, meant)
    return f"says that letter {asked.number} is {meant.value}"


def ask_command(
    judge: Judge,
    connection: Connection,
    notice: Notice,
    event: ConfirmationAsked | SettingsProposed | filing.OrdersOffered,
    *,
    giver: Player,
    letter: str,
    now: datetime,
) -> Notice:
    """Return `notice` as a question to the `giver` of a command, and store the question.

    `letter` is the digest of the letter with the command.
    """
    kind = LINES_OFFERED if isinstance(event, filing.OrdersOffered) else "command"
    # The code differs between games and phases.
    about = f"{kind} {letter} {event.command} {event.code}"
    question, place = Question(about), notice.reply_to
    generation = 0
    if place is not None:
        generation = persons.with_generations(connection, [place])[place].generation
    asked = questions.Confirmation(
        player=giver,
        game=place.game if place else "",
        role=place.role if place else "",
        command=event.command,
        line=event.line,
        until=now + OPEN_FOR,
        about=about,
    )
    secret = token_digest(question_token(judge.key, question))
    questions.keep_confirmation(connection, asked, secret, generation)
    return replace(notice, question=question)


@dataclass(frozen=True, slots=True)
class _Told:
    """News about a claim for one address, with the question that the mail asks, if any."""

    to: str
    event: Event
    question: Question | None = None
    unasked: Unasked | None = None


def keep_deeds(
    judge: Judge, connection: Connection, deeds: tuple[Deed, ...], known: LetterFacts, digest: str
) -> None:
    """Store changes of the writer's own data, and mail them to the other addresses concerned.

    `digest` identifies the letter, and so its questions.
    """
    told = [one for deed in deeds for one in _kept_deed(judge, connection, deed, known, digest)]
    # If the letter changes an address several times, each reader gets only the last state.
    newest = {(one.to, type(one.event), one.question): one for one in told}
    _tell_of_claims(judge, connection, newest.values(), known.now)


def deny_claim(judge: Judge, connection: Connection, claim: questions.Claim, now: datetime) -> None:
    """Record that a claim was denied, and tell the person who made it."""
    questions.deny_claim(connection, claim, now)
    denied = Refused("I AM ALSO", Denied(claim.asked))
    _tell_of_claims(judge, connection, [_Told(claim.address, denied)], now)


def settle_due(judge: Judge, connection: Connection, now: datetime) -> None:
    """Accept the claims that were not denied in time."""
    for claim in questions.due_claims(connection, now):
        join_claim(judge, connection, claim, now)


def join_claim(judge: Judge, connection: Connection, claim: questions.Claim, now: datetime) -> None:
    """Join both addresses of a claim under one person, and mail the result to both addresses.

    The owners' former main addresses get it too.
    """
    owners = (persons.find_player(connection, one) for one in (claim.asked, claim.address))
    told = {claim.address, claim.asked, *(one.address for one in owners if one)}
    player = questions.join_claimed(connection, claim)
    if player is None:
        apart = (
            _Told(one, Refused("I AM ALSO", TwoPlayers(other)))
            for one, other in ((claim.address, claim.asked), (claim.asked, claim.address))
        )
        _tell_of_claims(judge, connection, apart, now)
        return
    shown = profiles.AddressesShown(persons.addresses_of(connection, player))
    _tell_of_claims(judge, connection, [_Told(to, shown) for to in sorted(told)], now)


def _kept_deed(
    judge: Judge, connection: Connection, deed: Deed, known: LetterFacts, digest: str
) -> Iterator[_Told]:
    """Store one change of the writer's data, and yield the news of it for other addresses."""
    match deed:
        case PasswordChosen(player, password):
            persons.set_password(connection, player, password)
        case AddressDropped(player, address):
            persons.drop_address(connection, player, address)
            browsers.shut_all(connection, player, known.now)
            yield _Told(address, profiles.AddressForgotten(address))
        case MailRedirected(player, address):
            persons.move_mail(connection, player, address)
            # A reader of the old mailbox may have signed in a browser.
            browsers.shut_all(connection, player, known.now)
            now = persons.addresses_of(connection, player)
            yield _Told(address, profiles.AddressesShown(now))
        case KeeperAsked():
            return  # carried out elsewhere; its result is in the letter's answer
        case AddressClaim():
            yield from _claimed(judge, connection, deed, known, digest)
        case PersonBlocked(player, called, other):
            persons.add_block(connection, player, called, other, known.now)
        case PersonUnblocked(player, called):
            persons.drop_block(connection, player, called)
        case BrowsersClosed(player):
            browsers.shut_all(connection, player, known.now)
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
    asked = profiles.AddressQuestion(deed.address, until, deed.due)
    causer = mailbox_of(known.writer.address)
    # A claim with the owner's password is not counted as mail that another person causes.
    unasked = Unasked(Account.OTHERS, causer) if deed.due is None else None
    yield _Told(deed.asked, asked, question, unasked)


def _tell_of_claims(
    judge: Judge, connection: Connection, told: Iterable[_Told], now: datetime
) -> None:
    notices = []
    for one in told:
        reader = Player(0, "", one.to)
        notice = judge.renderer.answer(Answer(reader, "", None, (one.event,), NO_LETTER, now))
        notices.append(replace(notice, tone=Tone.NEWS, question=one.question, unasked=one.unasked))
    post_notices(judge, connection, notices, now)


def hear_answer(
    judge: Judge, connection: Connection, origin: Origin, answer: Consent, known: LetterFacts
) -> str:
    """Carry out the answer to an open question; return a note about it.

    A yes acts, a no drops the letter, claim or command. After any other answer the question is
    asked once more.
    """
    match origin.asked:
        case questions.AskedLetter() as asked:
            return _hear_of_letter(judge, connection, origin, asked, answer, known=known)
        case questions.Claim() as claim:
            return _hear_of_claim(judge, connection, origin, claim, answer, known=known)
        case questions.Confirmation() as command:
            return _hear_of_command(judge, connection, origin, command, answer, known=known)
        case None:
            raise AssertionError("Nothing was asked.")


def _hear_of_letter(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    asked: questions.AskedLetter,
    answer: Consent,
    *,
    known: LetterFacts,
) -> str:
    if answer is Consent.YES:
        questions.prove_letter(connection, asked.number, known.now)
        return f"says that letter {asked.number} is theirs"
    place = _place_of(connection, asked)
    game = place.game if place else ""
    if answer is Consent.NO:
        assert asked.copy is not None
        copy = unread_copy(asked.copy.raw, asked.copy.recipient)
        questions.deny_letter(connection, asked.number, copy, known.now)
        denied = _answer(judge, origin, profiles.QuestionDenied(game=game), known)
        post_notices(judge, connection, [replace(denied, reply_to=place)], known.now)
        return f"says that letter {asked.number} is not theirs"
    if not asked.reminded:
        questions.note_letter_reminded(connection, asked.number)
        unclear = profiles.AnswerUnclear(asked.until, game=game)
        _ask_again(judge, connection, origin, asked.about, unclear, known=known)
    return f"says neither yes nor no to letter {asked.number}"


def _place_of(connection: Connection, asked: questions.AskedLetter) -> ReplyTo | None:
    """Return the place that a letter was written to, None for the judge's own address."""
    token = address_token(asked.copy.recipient) if asked.copy else None
    owner = persons.token_owner(connection, token_digest(token)) if token else None
    return owner.place if owner else None


def _hear_of_claim(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    claim: questions.Claim,
    answer: Consent,
    *,
    known: LetterFacts,
) -> str:
    if answer is Consent.YES:
        join_claim(judge, connection, claim, known.now)
        return f"says that {claim.address} is theirs"
    # If a claim would be accepted without an answer, an unclear answer denies it.
    if answer is Consent.NO or claim.due is not None:
        deny_claim(judge, connection, claim, known.now)
        denied = profiles.QuestionDenied(address=claim.address, taking=claim.due is not None)
        post_notices(judge, connection, [_answer(judge, origin, denied, known)], known.now)
        return f"says that {claim.address} is not theirs"
    if not claim.reminded:
        questions.note_claim_reminded(connection, claim)
        unclear = profiles.AnswerUnclear(claim.until, address=claim.address)
        _ask_again(judge, connection, origin, claim.about, unclear, known=known)
    return f"says neither yes nor no to {claim.address}"


def _hear_of_command(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    command: questions.Confirmation,
    answer: Consent,
    *,
    known: LetterFacts,
) -> str:
    if answer is not Consent.NEITHER:
        number = origin.kept.number
        denied = answer is Consent.NO
        questions.answer_confirmation(connection, command.number, number, denied=denied)
    if answer is Consent.YES:
        return "says that a command is meant"
    name = command.command
    if answer is Consent.NO:
        dropped = profiles.QuestionDenied(game=command.game, command=name)
        _tell_holder(judge, connection, origin, command, dropped, known=known)
        return "says that a command is not meant"
    if not command.reminded:
        questions.note_confirmation_reminded(connection, command.number)
        unclear = profiles.AnswerUnclear(command.until, game=command.game, command=name)
        _tell_holder(judge, connection, origin, command, unclear, known=known)
    return "says neither yes nor no to a command"


def _tell_holder(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    command: questions.Confirmation,
    event: profiles.AnswerUnclear | profiles.QuestionDenied,
    *,
    known: LetterFacts,
) -> None:
    """Tell the giver of a command, at their address on record, the result of an answer."""
    notice = replace(_answer(judge, origin, event, known), to=command.player.address)
    if isinstance(event, profiles.AnswerUnclear):
        notice = replace(notice, question=Question(command.about))
    elif command.game:
        place = ReplyTo(command.player.number, command.game, command.role)
        notice = replace(notice, reply_to=place)
    post_notices(judge, connection, [notice], known.now)


def _ask_again(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    about: str,
    event: profiles.AnswerUnclear,
    *,
    known: LetterFacts,
) -> None:
    """Ask once more, with the same reply address, so that both mails can be answered."""
    notice = replace(_answer(judge, origin, event, known), question=Question(about))
    post_notices(judge, connection, [notice], known.now)


def _answer(judge: Judge, origin: Origin, event: Event, known: LetterFacts) -> Notice:
    """Return the answer to a reply, with the state of the writer's orders in their only game."""
    reader = Player(0, "", origin.letter.sender, known.writer.zone)
    answer = Answer(reader, "", None, (event,), origin.letter, known.now)
    place = origin.place
    name = place.game if place else known.own[0] if len(known.own) == 1 else ""
    game = known.games.get(name.lower()) if known.is_proven else None
    if game is not None:
        role = place.role if place else next(iter(roles_of(game, known.writer)), "")
        holder = reader_of(game, known.writer, role)
        stand = None
        if role in power_names(game) and holds(game, known.writer, role):
            stand = filing.orders_stand(game, role)
        events = (event,) if stand is None else (event, stand)
        shown = view(game, holder)
        answer = replace(answer, player=known.writer, role=role, game=shown, events=events)
    return judge.renderer.answer(answer)
