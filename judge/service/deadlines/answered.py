"""What a letter's In-Reply-To and References tell: when it came, and what we lost."""

import re
from collections.abc import Mapping
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
    letter = origin.letter
    names = [outbox.marked_name(judge.key, one) for one in letter.references]
    marked = [one for one in names if one is not None]
    game = _game_answered(origin, games)
    if marked:
        # A mail's References are older than itself.
        newest = max(marked, key=lambda one: one.made)
        phase = read_phase(newest.phase) if _is_lacking(connection, newest) else None
    else:
        phase = _phase_to_come(connection, letter, game)
    if phase is None:
        return None
    restored = upkeep.mark_of(connection, upkeep.RESTORED)
    if game is None:
        return LostMail(phase, "", restored, alarms=False)
    told = upkeep.mark_of(connection, upkeep.LOST_MAIL + game.name.lower())
    is_told = told is not None and (restored is None or told >= restored)
    return LostMail(phase, game.name, restored, alarms=bool(marked) and not is_told)


def note_told(connection: Connection, decision: LetterDecision, known: LetterFacts) -> None:
    """Note of which games the players are told that mail was lost."""
    for one in decision.happenings:
        if known.lost and any(isinstance(fact, turn.MailLost) for fact in one.facts):
            told = known.lost.restored or known.now
            upkeep.note_mark(connection, upkeep.LOST_MAIL + one.after.name.lower(), told)


def _game_answered(origin: Origin, games: Mapping[str, Game]) -> Game | None:
    """Return the game of the reply address that was written to, else of the Subject."""
    if origin.place is not None:
        return games[origin.place.game.lower()]
    subject = _SUBJECT.search(origin.letter.subject)
    return games.get(subject["game"].lower()) if subject else None


def _is_lacking(connection: Connection, mail: outbox.MarkedName) -> bool:
    """Return whether a mail is not in the store, and not because it is old."""
    if outbox.is_kept(connection, mail.key):
        return False
    oldest = outbox.oldest_kept(connection)
    return oldest is None or mail.made >= oldest


def _phase_to_come(connection: Connection, letter: Letter, game: Game | None) -> Phase | None:
    """Return the phase of the Subject, where `game` has not come so far.

    That is so of results of the running phase, too.
    """
    subject = _SUBJECT.search(letter.subject)
    if subject is None or game is None or game.position is None or not letter.references:
        return None
    if subject["game"].lower() != game.name.lower():
        return None
    phase = read_phase(subject["phase"])
    running = game.position.phase
    if phase is None or is_over_by(phase, running) or (phase == running and not subject["over"]):
        return None
    ours = any(outbox.is_kept(connection, outbox.key_of(one)) for one in letter.references)
    return None if ours else phase
