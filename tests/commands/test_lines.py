"""Every line in the corpus of letters is read as its writer meant it."""

from judge.commands import Meaning
from judge.engine import Reason
from judge.game import LetterTimes, Sender, filing
from tests.commands.letters import CaseLetter, game_of, letters, power_of, read_case
from tests.game.builders import NOW

LETTERS = {letter.title: letter for letter in letters()}
_BACK = frozenset(
    {Meaning.ORDER, Meaning.ELSEWHERE, Meaning.UNREAD, Meaning.COMMAND, Meaning.JOINED}
)
# For each class of the corpus, the meanings that it may have.
MEANINGS = {
    "order": {Meaning.ORDER, Meaning.JOINED},
    "refused": _BACK,
    "joined": {Meaning.JOINED},
    "command": {Meaning.COMMAND},
    "argument": {Meaning.ARGUMENT},
    "secret": set(Meaning),
    "question": {Meaning.QUESTION},
    "prose": {Meaning.PROSE},
    "greeting": {Meaning.GREETING},
    "signature": {Meaning.SIGNATURE, Meaning.GREETING, Meaning.HEADING, Meaning.PROSE},
    "heading": {Meaning.HEADING, Meaning.ELSEWHERE},
    # A quoted line without marks may be the sender's own, so the answer may name it.
    "quoted": {Meaning.QUOTED, Meaning.BLANK, Meaning.UNREAD},
    "elsewhere": {Meaning.ELSEWHERE, Meaning.ORDER},
    "blank": {Meaning.BLANK},
}


def test_each_line_is_what_it_was_meant_to_be() -> None:
    wrong = [
        f"{title}: {line.meaning.name} for {expected} | {text}"
        for title, letter in LETTERS.items()
        for (expected, text), line in zip(letter.lines, read_case(letter).lines, strict=True)
        if line.meaning not in MEANINGS[expected]
    ]
    assert wrong == []


def filed(letter: CaseLetter) -> tuple[list[str], list[str], bool]:
    """Return the stored order lines, the other lines, and whether the orders are complete."""
    game = game_of(letter.facts)
    power = power_of(letter.facts)
    sender = Sender(game.seat(power).player, power, proven=True)
    good, bad, complete = [], [], False
    for section in read_case(letter, game).sections:
        for command in section.commands:
            if not isinstance(command, filing.SubmitOrders):
                continue
            event = filing.file_orders(game, sender, command, LetterTimes(NOW, NOW, NOW))
            assert isinstance(event, filing.OrdersFiled)
            complete = event.sheet.complete
            for read in event.lines:
                fine = read.order and read.reason in (None, Reason.REPLACED)
                (good if fine else bad).append(read.line)
    return good, bad, complete


PLAYED = {
    title: letter
    for title, letter in LETTERS.items()
    if letter.facts.get("who", "player") == "player" and letter.facts.get("reply", "yes") == "yes"
}


def wrongly_filed(letter: CaseLetter) -> list[str]:
    """Return the stored lines that are no orders, and the orders that were not stored."""
    good, bad, complete = filed(letter)
    stored = [text.strip() for expected, text in letter.lines if expected == "order"]
    lines = [text for expected, text in letter.lines if expected == "refused"]
    wrong = [text for text in lines if text.strip() in good]
    wrong += [text for text in stored if text in bad]
    if len(good) < len(stored) - len(bad):
        wrong.append(f"{len(good)} orders")
    if letter.facts.get("complete") == ("no" if complete else "yes"):
        wrong.append(f"complete: {complete}")
    return wrong


def test_what_is_an_order_is_stored_and_nothing_else() -> None:
    found = {title: wrongly_filed(letter) for title, letter in PLAYED.items()}

    assert {title: wrong for title, wrong in found.items() if wrong} == {}


def test_no_password_is_in_what_was_read() -> None:
    read = {title: repr(read_case(letter).sections) for title, letter in LETTERS.items()}

    told = [
        title
        for title, letter in LETTERS.items()
        for word in ("xyzzy", "plugh")
        if word in read[title]
        and any(word in text for expected, text in letter.lines if expected == "secret")
    ]
    assert told == []
