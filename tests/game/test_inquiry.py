"""Questions to the judge, and their answers."""

import pytest

from judge.commands import similar_topics, topic_of
from judge.game import (
    ENTRANT,
    Aside,
    Event,
    LineNotUnderstood,
    LineOffered,
    LinesNotObeyed,
    NoSuchGame,
    NotObeyed,
    NotUnderstood,
    Player,
    PlayerRegistered,
    Refused,
    Remark,
    Wish,
    inquiry,
    inspection,
    public_view,
)
from judge.game.refusals import NoSuchPhase, NotSignedOn, WrongValue
from judge.notation import phase_of, read_phase_name
from judge.shipped import shipped_variant
from tests.game.builders import (
    MIA,
    STANDARD,
    STRANGER,
    a_forming_game,
    a_game,
    a_position,
    after_filing,
    finished,
)
from tests.kinds import replace

FALL = a_position("F1901M", {"France": "A BUR"})
SPRING = a_position("S1902M", {"France": "A BUR"})
PLAYED = a_game(position=SPRING, history=(finished(STANDARD.start, FALL), finished(FALL, SPRING)))


def why(events: tuple[Event, ...]) -> type:
    (event,) = events
    assert isinstance(event, Refused)
    return type(event.why)


def test_a_newcomer_is_registered_with_name_and_zone() -> None:
    asker = inquiry.Asker(Player(0, "", "new@example.org"))
    fields = (("name", " Nell  Newcomer "), ("timezone", "europe/rome"))

    (event,) = inquiry.answer_inquiry(inquiry.Register(fields), asker)

    assert event == PlayerRegistered(
        Player(0, "Nell Newcomer", "new@example.org", "Europe/Rome"), new=True
    )


def test_a_known_player_changes_what_they_name_and_keeps_the_rest() -> None:
    asker = inquiry.Asker(Player(4, "Ann", "ann@example.org", "Europe/Rome"))

    (event,) = inquiry.answer_inquiry(inquiry.Register((("name", "Anna"),)), asker)

    assert event == PlayerRegistered(Player(4, "Anna", "ann@example.org", "Europe/Rome"), new=False)


def test_a_registration_needs_a_name_and_a_zone_that_exists() -> None:
    nameless = inquiry.Asker(Player(0, "", "new@example.org"))

    assert why(inquiry.answer_inquiry(inquiry.Register(()), nameless)) is inquiry.MissingField
    bad = inquiry.Register((("zone", "Middle/Earth"),))
    assert why(inquiry.answer_inquiry(bad, inquiry.Asker(STRANGER))) is WrongValue


def test_a_list_shows_what_everybody_may_know() -> None:
    secret = after_filing(a_game(), "Italy", "hold all")

    asker = inquiry.Asker(STRANGER, games=lambda: (secret,))
    (event,) = inquiry.answer_inquiry(inquiry.ListGames(), asker)

    assert event == inquiry.GamesListed((public_view(secret),), full=False)


def test_one_game_is_listed_in_full_and_a_game_there_is_not_is_refused() -> None:
    (event,) = inquiry.answer_inquiry(
        inquiry.ListGames("demo"), inquiry.Asker(STRANGER, game=a_game())
    )

    assert event == inquiry.GamesListed((public_view(a_game()),), full=True)
    assert (
        why(inquiry.answer_inquiry(inquiry.ListGames("nix"), inquiry.Asker(STRANGER))) is NoSuchGame
    )


def test_there_is_a_summary_before_the_start() -> None:
    game = a_forming_game(STRANGER)

    assert inquiry.answer_inquiry(
        inspection.Summary("demo"), inquiry.Asker(STRANGER, game=game)
    ) == (inspection.SummaryShown(public_view(game), ENTRANT),)
    assert (
        why(inquiry.answer_inquiry(inspection.Summary("nix"), inquiry.Asker(STRANGER)))
        is NoSuchGame
    )


def test_a_question_about_no_game_at_all_is_told_how_to_name_one() -> None:
    for command in (inspection.Summary(), inspection.History()):
        assert why(inquiry.answer_inquiry(command, inquiry.Asker(STRANGER))) is NotSignedOn


def shown(first: str = "", last: str = "") -> list[str]:
    command = inspection.History("demo", first, last)
    (event,) = inquiry.answer_inquiry(command, inquiry.Asker(STRANGER, game=PLAYED))
    assert isinstance(event, inspection.HistoryShown)
    return [str(finished.phase) for finished in event.phases]


def test_history_is_all_of_it_or_from_one_phase_to_another() -> None:
    assert shown() == ["S1901M", "F1901M"]
    assert shown("F1901M") == ["F1901M"]
    assert shown("", "S1901M") == ["S1901M"]
    assert shown("s1901m", "f1901m") == ["S1901M", "F1901M"]


def test_nothing_is_explained_before_the_first_results() -> None:
    events = inquiry.answer_inquiry(
        inspection.Explain("A PAR", "demo"), inquiry.Asker(STRANGER, game=a_game())
    )

    assert why(events) is inspection.NothingProcessed


def test_history_of_a_phase_that_was_not_played_is_refused() -> None:
    asker = inquiry.Asker(STRANGER, game=PLAYED)

    assert why(inquiry.answer_inquiry(inspection.History("demo", "S1905M"), asker)) is NoSuchPhase
    assert (
        why(inquiry.answer_inquiry(inspection.History("nix"), inquiry.Asker(STRANGER)))
        is NoSuchGame
    )


def test_history_before_the_first_results_is_empty() -> None:
    (event,) = inquiry.answer_inquiry(
        inspection.History("demo"), inquiry.Asker(STRANGER, game=a_forming_game())
    )

    assert isinstance(event, inspection.HistoryShown)
    assert event.phases == ()


TOPICS = ("index", "press", "orders")


def test_help_is_given_on_a_topic_or_at_large() -> None:
    asker = inquiry.Asker(STRANGER, topics=TOPICS, topic_of=topic_of, similar_topics=similar_topics)

    assert inquiry.answer_inquiry(inquiry.Help(), asker) == (inquiry.HelpGiven("index", TOPICS),)
    assert inquiry.answer_inquiry(inquiry.Help("PRESS"), asker) == (
        inquiry.HelpGiven("press", TOPICS),
    )


def test_help_on_an_unknown_topic_names_those_that_are_near() -> None:
    (sought,) = inquiry.answer_inquiry(
        inquiry.Help("pres"),
        inquiry.Asker(STRANGER, topics=TOPICS, topic_of=topic_of, similar_topics=similar_topics),
    )

    assert sought == inquiry.HelpSought("pres", ("press",), TOPICS)


def test_a_line_that_was_not_understood_is_given_back_with_what_it_may_mean() -> None:
    command = NotUnderstood("SETT WAIT", ("SET WAIT",))

    assert inquiry.answer_inquiry(command, inquiry.Asker(STRANGER)) == (
        LineNotUnderstood("SETT WAIT", ("SET WAIT",)),
    )


def test_prose_outside_any_game_is_given_help() -> None:
    prose = Remark(("How does it all work here?",))
    told = LineNotUnderstood(prose.lines[0], remark=True)
    asker = inquiry.Asker(MIA, topics=TOPICS, topic_of=topic_of, similar_topics=similar_topics)

    assert inquiry.answer_inquiry(prose, asker) == (told,)
    assert inquiry.answer_inquiry(prose, replace(asker, outside=True)) == (
        told,
        inquiry.HelpGiven("index", TOPICS),
    )


def test_lines_that_are_not_obeyed_come_back_whole() -> None:
    asker = inquiry.Asker(MIA)
    lines = ("F1901M", "A Par - Bur")

    assert inquiry.answer_inquiry(NotObeyed(Aside.PHASE, lines), asker) == (
        LinesNotObeyed(Aside.PHASE, lines),
    )
    assert inquiry.answer_inquiry(Wish("I quit", ("RESIGN",)), asker) == (
        LineOffered("I quit", ("RESIGN",)),
    )
    assert inquiry.answer_inquiry(NotUnderstood("FAKE", (), "Hello"), asker) == (
        LineNotUnderstood("FAKE", text="Hello"),
    )


@pytest.mark.parametrize(
    ("first", "last", "phases"),
    [
        ("S1901M", "F1902M", 2),
        ("S1901M", "S1901M", 1),
        ("F1901M", "", 1),
        ("", "F1901R", 2),
        ("S1902M", "", 0),
    ],
)
def test_a_history_up_to_a_later_phase_is_what_there_is_so_far(
    first: str, last: str, phases: int
) -> None:
    asker = inquiry.Asker(STRANGER, game=PLAYED)

    (shown,) = inquiry.answer_inquiry(inspection.History("demo", first, last), asker)

    assert isinstance(shown, inspection.HistoryShown)
    assert len(shown.phases) == phases


def test_a_history_from_a_later_phase_is_none() -> None:
    asker = inquiry.Asker(STRANGER, game=PLAYED)

    events = inquiry.answer_inquiry(inspection.History("demo", "F1902M"), asker)

    assert why(events) is NoSuchPhase


@pytest.mark.parametrize(
    ("name", "variant", "phase"),
    [
        ("MONSOON 1501", "maharajah", "W1501A"),
        ("monsoon of 1501", "spice_islands", "F1501M"),
        ("Monsoon 1501", "standard", "MONSOON 1501"),
        ("Winter 1501", "maharajah", "W1501A"),
        ("Year 1425", "hundred", "S1425M"),
        ("YEAR 1430", "hundred", "F1430M"),
        ("Year 1430 retreats", "hundred", "F1430R"),
        ("year 1430, adjustments", "hundred", "W1430A"),
        ("monsoon 1501 builds", "spice_islands", "W1501A"),
    ],
)
def test_a_season_is_known_by_the_variants_name_for_it(name: str, variant: str, phase: str) -> None:
    read = read_phase_name(name)
    assert read is not None
    assert phase_of(read, shipped_variant(variant)) == phase
