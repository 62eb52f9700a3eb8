"""What a letter's In-Reply-To and References tell: when it came, and what we lost."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlalchemy import Connection

from judge.conversation import LetterDecision, LetterFacts, LostMail
from judge.engine import Phase
from judge.game import Game, LetterTimes, is_over_by, turn
from judge.letter import Letter
from judge.notation import read_phase
from judge.service.asking import Origin
from judge.service.parts import Judge
from judge.store import outbox, upkeep

# How the Subject of a mail of ours begins, behind any `Re:`.
_SUBJECT = re.compile(r"\[(?P<game>[^\[\]]+)\] (?P<phase>\S+)(?P<over> results)?")


def after_the_answered(connection: Connection, letter: Letter, times: LetterTimes) -> LetterTimes:
    """Return when the letter had come and was written: after what it answers.

    The clocks of people go wrong, and those of mail servers count whole seconds.
    """
    answered = outbox.newest_sent(connection, map(outbox.key_of, letter.references))
    arrived, written = times.arrived, letter.date or times.arrived
    if answered is not None:
        arrived = max(arrived, min(answered, times.now))
        written = max(written, answered)
    return replace(times, arrived=arrived, dated=min(arrived, written))


def lost_mail(
    judge: Judge, connection: Connection, origin: Origin, games: Mapping[str, Game]
) -> LostMail | None:
    """Return the mail of ours that a letter answers and the store lacks, None if none.

    Such a mail was sent after the backup of which this judge was restored. Our mark in
    its Message-ID shows that. Where the way of mail has put other Message-IDs into the
    place of ours, a Subject shows it that is of a phase still to come.
    """
    letter, place = origin.letter, origin.place
    about = [place.game.lower()] if place else list(games)
    names = [outbox.marked_name(judge.key, one, about) for one in letter.references]
    marked = [one for one in names if one is not None]
    if marked:
        # A mail's References are older than itself.
        newest = max(marked, key=lambda one: one.made)
        game = games.get(newest.game)
        phase = read_phase(newest.phase) if _is_lacking(connection, newest) else None
    else:
        game, phase = _still_to_come(connection, letter, [games[name] for name in about])
    if game is None or phase is None:
        return None
    restored = upkeep.mark_of(connection, upkeep.RESTORED)
    told = upkeep.mark_of(connection, upkeep.LOST_MAIL + game.name.lower())
    is_told = told is not None and (restored is None or told >= restored)
    return LostMail(phase, game.name, restored, alarms=bool(marked) and not is_told)


def note_told(connection: Connection, decision: LetterDecision, known: LetterFacts) -> None:
    """Note of which games the players are told that mail was lost."""
    for one in decision.happenings:
        if known.lost and any(isinstance(fact, turn.MailLost) for fact in one.facts):
            told = known.lost.restored or known.now
            upkeep.note_mark(connection, upkeep.LOST_MAIL + one.after.name.lower(), told)


def _is_lacking(connection: Connection, mail: outbox.MarkedName) -> bool:
    """Return whether a mail is not in the store, and not because it is old."""
    if outbox.is_kept(connection, mail.key):
        return False
    oldest = outbox.oldest_kept(connection)
    return oldest is None or mail.made >= oldest


def _still_to_come(
    connection: Connection, letter: Letter, games: Sequence[Game]
) -> tuple[Game | None, Phase | None]:
    """Return one of `games` and the phase of it in the Subject, where it is not so far.

    That is so of results of the running phase, too. Not every mail program says by a
    Message-ID what a mail answers; then `Re:` or the like in the Subject shows it.
    """
    if any(outbox.is_kept(connection, outbox.key_of(one)) for one in letter.references):
        return None, None
    by_name = {game.name.lower(): game for game in games}
    for subject in _SUBJECT.finditer(letter.subject):
        game = by_name.get(subject["game"].lower())
        phase = read_phase(subject["phase"])
        if game is None or game.position is None or phase is None:
            continue
        is_reply = letter.references or letter.subject[: subject.start()].rstrip().endswith(":")
        running = game.position.phase
        is_to_come = not is_over_by(phase, running) and (phase != running or subject["over"])
        if is_reply and is_to_come:
            return game, phase
    return None, None
