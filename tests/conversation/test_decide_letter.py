"""A letter is decided as a whole, from its sections and the known facts only."""

from datetime import timedelta
from types import SimpleNamespace
from typing import cast

import pytest

from judge.commands import Section
from judge.conversation import (
    LetterDecision,
    LetterFacts,
    ReplyPlace,
    Trial,
    UntriedError,
    World,
    decide_letter,
)
from judge.game import (
    CreateGame,
    Fact,
    Game,
    LetterTimes,
    NotHolder,
    Observe,
    Player,
    Refusal,
    Refused,
    ReplyAddressOver,
    SignOn,
    Standing,
    TooManyGames,
    Trail,
    filing,
    inquiry,
    press,
    votes,
)
from tests.game.builders import NOW, PLAYERS, STANDARD, a_forming_game, a_game
from tests.kinds import replace

FRANCE = PLAYERS["France"]
NEW = Player(0, "Nina New", "Nina@example.org")
ORDERS = filing.SubmitOrders(("A Par - Bur",))


def a_world(**answers: object) -> World:
    """Return the world of a judge with one variant, in which nothing has happened yet."""
    asked = {
        "next_number": 50,
        "names_taken": (),
        "games_taken": (),
        "games_created": 0,
        "standing": Standing(),
        "apart": frozenset(),
        "variant": {"standard": STANDARD}.get,
        "earlier_roles": lambda _game: (),
        "press_to_all": lambda _game: (),
        "trail": lambda _game: Trail(),
    }
    return cast("World", SimpleNamespace(**asked | answers))


def known(writer: Player, *games: Game, place: str = "") -> LetterFacts:
    """Return the facts known of a letter, written to a place in the game `demo`."""
    return LetterFacts(
        times=LetterTimes(NOW, NOW, NOW),
        writer=writer,
        games={game.name.lower(): game for game in games},
        seeds=(1, 2, 3),
        world=a_world(),
        place=ReplyPlace(writer, "demo", place) if place else None,
        names_of_variants=("standard",),
        tried=frozenset(),
        hashes=dict.fromkeys(("xyzzy", "oui", "wrong"), "a fresh hash"),
    )


def facts(decision: LetterDecision) -> list[tuple[str, str]]:
    """Return (game, name of the fact) for all facts of a decision."""
    return [
        (one.after.name, type(fact).__name__) for one in decision.happenings for fact in one.facts
    ]


def told(decision: LetterDecision) -> list[list[str]]:
    """Return the names of the events in the answer to each section."""
    return [[type(one).__name__ for one in s.events] for s in decision.sections]


def test_orders_to_a_reply_address_are_one_fact_in_its_game() -> None:
    game = a_game()
    decision = decide_letter((Section(None, (ORDERS,)),), known(FRANCE, game, place="France"))

    assert facts(decision) == [("demo", "OrdersFiled")]
    (happening,) = decision.happenings
    assert happening.before is game
    assert decision.game_called("DEMO") == happening.after
    assert len(happening.after.seat("France").orders) == 1


def test_without_proof_nothing_happens() -> None:
    sections = (Section(SignOn((("France", "demo"),), "wrong"), (ORDERS,)),)
    decision = decide_letter(sections, known(FRANCE, a_game()))

    assert (facts(decision), decision.was_obeyed) == ([], False)


@pytest.mark.parametrize(
    ("held", "why"), [("France", ReplyAddressOver()), ("Italy", NotHolder("Italy"))]
)
def test_nothing_is_obeyed_that_comes_to_an_address_which_is_over(held: str, why: Refusal) -> None:
    game = a_game()
    facts_known = replace(known(FRANCE, game), place=ReplyPlace(FRANCE, "demo", held, is_over=True))
    sections = (Section(None, (ORDERS,)), Section(SignOn((("", "demo"),)), (ORDERS,)))
    decision = decide_letter(sections, facts_known)

    assert (facts(decision), decision.was_obeyed) == ([], False)
    lost = "\n".join(2 * ORDERS.lines)
    assert [one.events for one in decision.sections] == [(Refused("REPLY", why, lost),)]


def test_a_password_that_was_found_right_opens_the_place() -> None:
    sections = (Section(SignOn((("France", "demo"),), "oui"), (ORDERS,)),)
    right = frozenset({Trial("oui", "hash of France")})
    decision = decide_letter(sections, replace(known(PLAYERS["Italy"], a_game()), right=right))

    assert facts(decision) == [("demo", "OrdersFiled")]
    assert decision.sections[0].sender.player == FRANCE


def test_a_letter_is_decided_after_its_passwords_that_matter_were_tried() -> None:
    untried = replace(known(FRANCE, a_game()), tried=None)
    with pytest.raises(UntriedError):
        decide_letter((Section(SignOn((("France", "demo"),), "oui"), ()),), untried)

    nowhere = Section(SignOn((("France", "nowhere"),), "oui"), ())
    assert refused(decide_letter((nowhere,), untried)) == ["NoSuchGame"]


def test_a_section_that_is_refused_hinders_no_other_and_leaves_it_nothing() -> None:
    second = a_forming_game(name="second")
    sections = (
        Section(SignOn((("France", "nowhere"),)), (ORDERS, votes.SetWait(wait=True))),
        Section(SignOn((("?", "second"),), "xyzzy"), ()),
    )
    decision = decide_letter(sections, known(FRANCE, a_game(), second))

    assert facts(decision) == [("second", "PlayerJoined")]
    (entrant,) = decision.games["second"].entrants
    assert (entrant.player, entrant.password) == (FRANCE, "a fresh hash")


def test_a_stranger_is_known_from_the_section_on_that_gives_them_a_place() -> None:
    sections = (Section(CreateGame("mine", "standard", "xyzzy"), ()), Section(Observe("demo"), ()))
    decision = decide_letter(sections, known(NEW, a_game()))

    nina = Player(50, "Nina New", "nina@example.org")
    assert decision.registered == (nina,)
    assert facts(decision) == [("mine", "GameCreated"), ("demo", "ObserverJoined")]
    assert [one.sender.player for one in decision.sections] == [nina, nina]
    assert [names.count("PlayerRegistered") for names in told(decision)] == [1, 0]


def test_what_a_game_was_and_all_that_happened_in_it_are_kept_together() -> None:
    game = a_game()
    sections = (
        Section(None, (ORDERS, votes.SetWait(wait=True), filing.SubmitOrders(("A Mar H",)))),
    )
    decision = decide_letter(sections, known(FRANCE, game, place="France"))

    kept: list[tuple[Game | None, tuple[Fact, ...]]] = list(decision.facts_by_game())
    ((before, done),) = kept
    assert before is game
    assert [type(fact).__name__ for fact in done] == ["OrdersFiled", "WaitSet", "OrdersFiled"]


def test_a_new_name_is_that_of_the_games_in_the_same_letter() -> None:
    sections = (Section(None, (inquiry.Register((("name", "Zoe"),)), filing.ShowOrders())),)
    decision = decide_letter(sections, known(FRANCE, a_game(), place="France"))

    player = decision.games["demo"].seat("France").player
    assert player is not None
    assert player.name == "Zoe"
    assert decision.registered == (player,)


def refused(decision: LetterDecision) -> list[str]:
    """Return the names of the refusals in a decision."""
    events = [event for section in decision.sections for event in section.events]
    return [type(one.why).__name__ for one in events if isinstance(one, Refused)]


@pytest.mark.parametrize(("before", "sent"), [(0, 3), (2, 1), (3, 0), (7, 0)])
def test_a_place_sends_so_much_press_in_an_hour(before: int, sent: int) -> None:
    message = press.SendPress("Hello.", ("Germany",))
    lately = {("demo", "France"): before, ("demo", "Italy"): 9}
    facts_known = replace(
        known(FRANCE, a_game(), place="France"),
        world=a_world(press_sent=lambda game, role: lately[game, role]),
        press_per_hour=3,
    )
    decision = decide_letter((Section(None, (message,) * 4),), facts_known)

    assert facts(decision) == [("demo", "PressSent")] * sent
    assert refused(decision) == [press.TooMuchPress.__name__] * (4 - sent)


@pytest.mark.parametrize(("before", "created"), [(0, 2), (1, 1), (2, 0), (9, 0)])
def test_a_person_creates_so_many_games_in_a_day(before: int, created: int) -> None:
    sections = tuple(Section(CreateGame(name), ()) for name in ("one", "two", "three"))
    facts_known = replace(known(FRANCE), world=a_world(games_created=before), games_per_day=2)
    decision = decide_letter(sections, facts_known)

    assert len(decision.happenings) == created
    assert refused(decision) == [TooManyGames.__name__] * (3 - created)


def test_a_letter_that_stands_in_for_another_has_its_arrival_there_alone() -> None:
    came = NOW - timedelta(hours=1)
    facts_known = replace(known(FRANCE, a_game()), stands_in={"demo": came})

    assert facts_known.times_in("Demo", FRANCE).arrived == came
    assert facts_known.times_in("Demo", FRANCE).dated == came
    assert facts_known.times_in("other", FRANCE) == facts_known.times
    assert facts_known.times_in("Demo", PLAYERS["Italy"]) == facts_known.times
