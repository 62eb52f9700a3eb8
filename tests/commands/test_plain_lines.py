"""Command lines of other judges and questions in plain words have the expected effects.

The cases are in tests/cases/lines; its README describes their format.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from judge.commands import (
    TOPICS,
    Known,
    Place,
    known_names,
    place_for,
    read_letter,
    similar_topics,
    topic_of,
)
from judge.game import (
    Command,
    CreateGame,
    Event,
    Game,
    LetterTimes,
    LineNotUnderstood,
    LineOffered,
    LinesNotObeyed,
    Observe,
    Refused,
    Sender,
    SettingChanged,
    SignOn,
    Stage,
    Unobeyed,
    create_game,
    decide,
    masters,
    profiles,
    reader_of,
    view,
)
from judge.game.inquiry import Asker, HelpGiven, HelpSought, JudgeCommand, answer_inquiry
from judge.game.seats import roles_named
from judge.letter import Letter, Line
from judge.render import Answer, Renderer
from judge.shipped import shipped, shipped_variants
from tests.commands.letters import LINES
from tests.game.builders import (
    AS_MASTER,
    AS_OBSERVER,
    CODES,
    NOW,
    STRANGER,
    a_forming_game,
    a_game,
    as_power,
)
from tests.kinds import replace

NOT_DONE = (Refused, HelpSought, LineNotUnderstood, LineOffered, LinesNotObeyed)
TEXT = "\nA line of text.\nENDPRESS"


@dataclass(frozen=True, slots=True)
class Case:
    """A line, the role of its writer, and the expected result."""

    line: str
    expected: str
    facts: tuple[tuple[str, str], ...]

    def fact(self, name: str, without: str) -> str:
        return dict(self.facts).get(name, without)


def cases(file: str) -> Iterator[Case]:
    for block in (LINES / file).read_text().split("\n\n"):
        facts: dict[str, str] = {}
        for line in block.splitlines():
            text, bar, expected = line.partition(" | ")
            if bar:
                yield Case(text, expected.strip(), tuple(facts.items()))
            elif not line.startswith("# "):
                name, _, value = line.partition(": ")
                facts[name] = value


@cache
def renderer() -> Renderer:
    return Renderer(shipped("templates"), "judge@judge.test")


def game_for(case: Case) -> Game:
    stage = case.fact("stage", "running")
    if stage == "forming":
        return replace(a_forming_game(), name="smp")
    game = a_game(name="smp")
    if stage == "paused":
        game = replace(game, stage=Stage.PAUSED, deadline=None)
    after = case.fact("after", "")
    for event in events_of(after, game, case) if after else ():
        if isinstance(event, SettingChanged):
            game = replace(game, settings=event.settings)
    return game


def sender_for(case: Case) -> Sender:
    match case.fact("who", "player"):
        case "master":
            return AS_MASTER
        case "observer":
            return AS_OBSERVER
        case "stranger":
            return Sender(STRANGER)
        case _:
            return as_power("France")


def commands_of(text: str, game: Game, case: Case) -> list[Command]:
    sender, variants = sender_for(case), shipped_variants()
    addressed = case.fact("reply", "yes") == "yes"
    known = Known(
        known_names(variants.powers(), variants.names),
        sender.player.name,
        place_for(game, sender.role) if addressed else Place(),
        {"smp": place_for(game)},
    )
    lines = tuple(map(Line, text.splitlines()))
    sections = read_letter(lines, "", known).sections
    return [
        command
        for section in sections
        for command in (section.entry, *section.commands)
        if command is not None
    ]


def events_of(text: str, game: Game, case: Case) -> list[object]:
    """Return the events of a letter; an entry into a game counts as what it names."""
    found: list[object] = []
    sender = sender_for(case)
    for command in commands_of(text, game, case):
        happened = brought_about(command, game, sender, case)
        found.extend(happened)
        for event in happened:
            if isinstance(event, masters.MasterBecame):
                sender = replace(sender, role=event.power, on_behalf=True)
    return found


def brought_about(command: Command, game: Game, sender: Sender, case: Case) -> tuple[object, ...]:
    match command:
        case SignOn((("", ""),)):
            return ()  # An unreadable entry; the events after it say why.
        case SignOn(readings):
            named = [one for one in readings if one[1] in ("smp", "smp2")][:1]
            seats = [(_seat(seat, game), name) for seat, name in named or readings]
            return (replace(command, readings=tuple(seats)),)
        case CreateGame():
            return created(command, sender)
        case _ if isinstance(command, Observe | profiles.PersonCommand):
            return (command,)
        case _ if isinstance(command, JudgeCommand | Unobeyed):
            return answer_inquiry(command, inquiry(command, game, sender, case))
        case _:
            return decide(game, command, sender, LetterTimes(NOW, NOW, NOW), codes=CODES)


def inquiry(command: Command, game: Game, sender: Sender, case: Case) -> Asker:
    named = case.fact("reply", "yes") == "yes" or getattr(command, "game", "")
    return Asker(
        sender.player,
        sender.role,
        games=lambda: (game,),
        game=game if named else None,
        topics=TOPICS,
        topic_of=topic_of,
        similar_topics=similar_topics,
        variants=shipped_variants().files,
    )


def created(command: CreateGame, sender: Sender) -> tuple[Event, ...]:
    variants = shipped_variants()
    known = command.variant in variants.names
    return create_game(
        command,
        sender,
        variants.read(command.variant) if known else None,
        variants.names,
        taken=False,
        now=NOW,
        seed=1,
        password=command.password,
    )


def _seat(seat: str, game: Game) -> str:
    roles = roles_named(game.variant, seat) if seat not in "?MO" else ()
    return roles[0] if len(roles) == 1 else seat


def text_of(events: list[object], game: Game, case: Case) -> str:
    """Return the text of the mailed answer."""
    sender = sender_for(case)
    told = tuple(event for event in events if isinstance(event, Event))
    letter = Letter("a@example.org", "A", "", (), "<a@example.org>")
    reader = reader_of(game, sender.player, sender.role)
    return (
        renderer()
        .answer(Answer(sender.player, sender.role, view(game, reader), told, letter, NOW))
        .text
    )


def why(events: list[object]) -> list[type]:
    """Return the reasons of refused commands, each a class with words of its own."""
    return [type(one.why) for one in events if isinstance(one, Refused)]


def letter_of(line: str, case: Case) -> str:
    return line + TEXT if case.fact("block", "no") == "yes" else line


@pytest.mark.parametrize("file", ["commands.txt", "questions.txt"])
def test_the_cases_are_there(file: str) -> None:
    assert len(list(cases(file))) > 100


CASES = {
    f"{case.facts} {case.line}": case
    for file in ("commands.txt", "questions.txt")
    for case in cases(file)
}


@pytest.mark.parametrize("plain", CASES.values(), ids=CASES)
def test_a_line_does_what_its_case_says(plain: Case) -> None:
    case = plain
    game = game_for(case)
    events = events_of(letter_of(case.line, case), game, case)
    verb, _, said = case.expected.partition(" ")
    match verb:
        case "obeyed" | "does":
            line = said.removeprefix("AS ").replace(" // ", "\n")
            wanted = events_of(letter_of(line, case), game, case)
            assert events == wanted or why(events) == why(wanted) != []
            assert not any(isinstance(one, LineNotUnderstood) for one in wanted)
        case "named" | "offers":
            text = "\n".join(text_of(events, game, case).split("  "))
            lines = [one.strip() for one in text.splitlines()]
            for offer in said.split(", "):
                begins = [one for one in lines if one.startswith(offer)]
                assert begins, text
        case _:
            assert events
            assert all(isinstance(event, (*NOT_DONE, HelpGiven)) for event in events)
            assert any(isinstance(event, NOT_DONE) for event in events)
