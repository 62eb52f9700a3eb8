"""Questions at the asker."""

import pytest

from judge.commands import similar_topics, topic_of
from judge.game import (
    ENTRANT,
    Aside,
    Asker,
    Event,
    Explain,
    GamesListed,
    Help,
    HelpGiven,
    HelpSought,
    History,
    HistoryShown,
    LineNotUnderstood,
    LineOffered,
    LinesNotObeyed,
    ListGames,
    NoSuchGame,
    NotObeyed,
    NotUnderstood,
    Player,
    PlayerRegistered,
    Refused,
    Register,
    Remark,
    Summary,
    SummaryShown,
    Wish,
    answer_inquiry,
    public_view,
)
from judge.game.refusals import MissingField, NoSuchPhase, NothingProcessed, NotSignedOn, WrongValue
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
    asker = Asker(Player(0, "", "new@example.org"))
    fields = (("name", " Nell  Newcomer "), ("timezone", "europe/rome"))

    (event,) = answer_inquiry(Register(fields), asker)

    assert event == PlayerRegistered(
        Player(0, "Nell Newcomer", "new@example.org", "Europe/Rome"), new=True
    )


def test_a_known_player_changes_what_he_names_and_keeps_the_rest() -> None:
    asker = Asker(Player(4, "Ann", "ann@example.org", "Europe/Rome"))

    (event,) = answer_inquiry(Register((("name", "Anna"),)), asker)

    assert event == PlayerRegistered(Player(4, "Anna", "ann@example.org", "Europe/Rome"), new=False)


def test_a_registration_needs_a_name_and_a_zone_that_exists() -> None:
    nameless = Asker(Player(0, "", "new@example.org"))

    assert why(answer_inquiry(Register(()), nameless)) is MissingField
    bad = Register((("zone", "Middle/Earth"),))
    assert why(answer_inquiry(bad, Asker(STRANGER))) is WrongValue


def test_a_list_shows_what_everybody_may_know() -> None:
    secret = after_filing(a_game(), "Italy", "hold all")

    (event,) = answer_inquiry(ListGames(), Asker(STRANGER, games=(secret,)))

    assert event == GamesListed((public_view(secret),), full=False)


def test_one_game_is_listed_in_full_and_a_game_there_is_not_is_refused() -> None:
    (event,) = answer_inquiry(ListGames("demo"), Asker(STRANGER, game=a_game()))

    assert event == GamesListed((public_view(a_game()),), full=True)
    assert why(answer_inquiry(ListGames("nix"), Asker(STRANGER))) is NoSuchGame


def test_there_is_a_summary_before_the_start() -> None:
    game = a_forming_game(STRANGER)

    assert answer_inquiry(Summary("demo"), Asker(STRANGER, game=game)) == (
        SummaryShown(public_view(game), ENTRANT),
    )
    assert why(answer_inquiry(Summary("nix"), Asker(STRANGER))) is NoSuchGame


def test_a_question_about_no_game_at_all_is_told_how_to_name_one() -> None:
    for command in (Summary(), History()):
        assert why(answer_inquiry(command, Asker(STRANGER))) is NotSignedOn


def shown(first: str = "", last: str = "") -> list[str]:
    command = History("demo", first, last)
    (event,) = answer_inquiry(command, Asker(STRANGER, game=PLAYED))
    assert isinstance(event, HistoryShown)
    return [str(finished.phase) for finished in event.phases]


def test_history_is_all_of_it_or_from_one_phase_to_another() -> None:
    assert shown() == ["S1901M", "F1901M"]
    assert shown("F1901M") == ["F1901M"]
    assert shown("", "S1901M") == ["S1901M"]
    assert shown("s1901m", "f1901m") == ["S1901M", "F1901M"]


def test_nothing_is_explained_before_the_first_results() -> None:
    events = answer_inquiry(Explain("A PAR", "demo"), Asker(STRANGER, game=a_game()))

    assert why(events) is NothingProcessed


def test_history_of_a_phase_that_was_not_played_is_refused() -> None:
    asker = Asker(STRANGER, game=PLAYED)

    assert why(answer_inquiry(History("demo", "S1905M"), asker)) is NoSuchPhase
    assert why(answer_inquiry(History("nix"), Asker(STRANGER))) is NoSuchGame


def test_history_before_the_first_results_is_empty() -> None:
    (event,) = answer_inquiry(History("demo"), Asker(STRANGER, game=a_forming_game()))

    assert isinstance(event, HistoryShown)
    assert event.phases == ()


TOPICS = ("index", "press", "orders")


def test_help_is_given_on_a_topic_or_at_large() -> None:
    asker = Asker(STRANGER, topics=TOPICS, topic_of=topic_of, similar_topics=similar_topics)

    assert answer_inquiry(Help(), asker) == (HelpGiven("index", TOPICS),)
    assert answer_inquiry(Help("PRESS"), asker) == (HelpGiven("press", TOPICS),)


def test_help_on_an_unknown_topic_names_those_that_are_near() -> None:
    (sought,) = answer_inquiry(
        Help("pres"),
        Asker(STRANGER, topics=TOPICS, topic_of=topic_of, similar_topics=similar_topics),
    )

    assert sought == HelpSought("pres", ("press",), TOPICS)


def test_a_line_that_was_not_understood_is_given_back_with_what_it_may_mean() -> None:
    command = NotUnderstood("SETT WAIT", ("SET WAIT",))

    assert answer_inquiry(command, Asker(STRANGER)) == (
        LineNotUnderstood("SETT WAIT", ("SET WAIT",)),
    )


def test_prose_outside_any_game_is_given_help() -> None:
    prose = Remark(("How does it all work here?",))
    told = LineNotUnderstood(prose.lines[0], remark=True)
    asker = Asker(MIA, topics=TOPICS, topic_of=topic_of, similar_topics=similar_topics)

    assert answer_inquiry(prose, asker) == (told,)
    assert answer_inquiry(prose, replace(asker, outside=True)) == (told, HelpGiven("index", TOPICS))


def test_lines_that_are_not_obeyed_come_back_whole() -> None:
    asker = Asker(MIA)
    lines = ("F1901M", "A Par - Bur")

    assert answer_inquiry(NotObeyed(Aside.PHASE, lines), asker) == (
        LinesNotObeyed(Aside.PHASE, lines),
    )
    assert answer_inquiry(Wish("I quit", ("RESIGN",)), asker) == (
        LineOffered("I quit", ("RESIGN",)),
    )
    assert answer_inquiry(NotUnderstood("FAKE", (), "Hello"), asker) == (
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
    asker = Asker(STRANGER, game=PLAYED)

    (shown,) = answer_inquiry(History("demo", first, last), asker)

    assert isinstance(shown, HistoryShown)
    assert len(shown.phases) == phases


def test_a_history_from_a_later_phase_is_none() -> None:
    asker = Asker(STRANGER, game=PLAYED)

    events = answer_inquiry(History("demo", "F1902M"), asker)

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
