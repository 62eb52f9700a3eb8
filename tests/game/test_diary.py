"""Diaries: nobody but its writer can read a note before the game is over."""

from judge.game import (
    DiaryNote,
    Ending,
    Fact,
    Game,
    PlayerLeft,
    PowerTakenOver,
    Reader,
    Refused,
    after,
    diaries,
    phases,
    turn,
    view,
    wakes_at,
)
from tests.game.builders import MIA, NOW, PLAYERS, a_game, as_power, told
from tests.kinds import replace

FRANCE = as_power("France")
STOPPED = phases.GameTerminated(Ending((), "terminated by the Master"))


def noted(game: Game, text: str) -> Game:
    (event,) = told(game, diaries.RecordNote(text), FRANCE)
    assert isinstance(event, diaries.NoteRecorded)
    return after(game, event)


def seen_by(game: Game, power: str) -> list[str]:
    reader = Reader(PLAYERS[power], power)
    return [one.text for one in view(game, reader).diary]


def changed(game: Game, *facts: Fact) -> Game:
    for fact in facts:
        game = after(game, fact)
    return game


def opened_in(game: Game) -> list[DiaryNote]:
    facts = [f for f in turn.process_if_due(game, NOW) if isinstance(f, diaries.DiariesOpened)]
    return [note for fact in facts for note in fact.notes]


def test_nobody_says_a_last_word_before_the_end_or_twice() -> None:
    last = diaries.MakeStatement("Well played.")
    (early,) = told(a_game(), last, FRANCE)
    over = changed(a_game(), STOPPED)
    (said,) = told(over, last, FRANCE)
    assert isinstance(early, Refused)
    assert isinstance(said, diaries.StatementMade)
    (again,) = told(after(over, said), last, FRANCE)

    assert early.why == diaries.NotOver()
    assert isinstance(again, Refused)
    assert again.why == diaries.SaidBefore()
    assert seen_by(after(over, said), "Germany") == ["Well played."]
    assert wakes_at(after(over, said)) is None
    assert told(after(over, said), diaries.ListNotes(), FRANCE) == (diaries.NotesListed(()),)


def test_only_its_writer_sees_a_note_while_the_game_goes_on() -> None:
    game = noted(a_game(), "Nobody can be trusted.")

    assert seen_by(game, "France") == ["Nobody can be trusted."]
    assert seen_by(game, "Germany") == []
    assert opened_in(game) == []


def test_when_it_is_over_everybody_sees_all_notes_and_is_told_once() -> None:
    running = noted(a_game(), "Nobody can be trusted.")
    over = changed(running, STOPPED)
    wakes = wakes_at(over)
    told_of = changed(over, *turn.process_if_due(over, NOW))

    assert wakes is not None
    assert wakes <= NOW
    assert seen_by(over, "Germany") == []
    assert seen_by(told_of, "Germany") == ["Nobody can be trusted."]
    assert turn.process_if_due(told_of, NOW) == ()
    assert wakes_at(told_of) is None


def test_the_notes_of_an_earlier_player_stay_theirs() -> None:
    running = noted(a_game(), "Nobody can be trusted.")
    left = changed(running, PlayerLeft(PLAYERS["France"], "France", ejected=False), STOPPED)

    assert wakes_at(left) is None
    assert opened_in(left) == []


def test_a_new_player_of_a_power_has_a_diary_of_their_own() -> None:
    game = noted(a_game(), "Nobody can be trusted.")
    seat = replace(game.seat("France"), player=MIA)
    taken = after(game, PowerTakenOver(seat, game.deadline, None))
    mia = replace(FRANCE, player=MIA)

    assert told(taken, diaries.ListNotes(), mia) == (diaries.NotesListed(()),)
    (refused,) = told(taken, diaries.DropNotes(1), mia)
    assert isinstance(refused, Refused)
    assert refused.why == diaries.NoSuchNote(())


def test_what_a_diary_has_no_room_for_comes_back() -> None:
    game = noted(a_game(), "x" * (diaries.MOST_NOTED - 3))
    (refused,) = told(game, diaries.RecordNote("four"), FRANCE)

    full = diaries.DiaryFull(diaries.MOST_NOTED - 3, diaries.MOST_NOTED)
    assert refused == Refused("DIARY", full, "four")
    assert len(noted(game, "one").diary) == 2


def test_the_number_of_a_note_is_that_behind_the_last() -> None:
    game = noted(noted(a_game(), "one"), "two")
    (dropped,) = told(game, diaries.DropNotes(1), FRANCE)
    assert not isinstance(dropped, Refused)

    numbers = [one.number for one in noted(changed(game, dropped), "three").diary]
    assert numbers == [2, 3]
