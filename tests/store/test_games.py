"""History stays, guards work, and the clock finds the games that are due."""

from datetime import datetime

import pytest
from sqlalchemy import Connection, Engine, Table, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError, OperationalError, StatementError

from judge.engine import Adjudication, Phase, PhaseKind, Season, Variant
from judge.game import (
    ENTRANT,
    Fact,
    Game,
    GameSettings,
    LineRead,
    OrderSheet,
    PlayerLeft,
    PowerTakenOver,
    Seat,
    Stage,
    filing,
    places,
    rolling,
    votes,
)
from judge.game.phases import GamePaused
from judge.game.turn import PhaseProcessed, PowersAbandoned
from judge.letter import ReplyTo
from judge.store import OvertakenError, games, persons, record, tables
from tests.kinds import replace
from tests.store.builders import ANN, BEN, DEADLINE, HOUR, NOW, Shelf, Variants, a_game, a_shelf

F1901M = Phase(Season.FALL, 1901, PhaseKind.MOVEMENT)
S1902M = Phase(Season.SPRING, 1902, PhaseKind.MOVEMENT)


def processed(game: Game, after: Phase) -> PhaseProcessed:
    """Return the fact that the running phase of `game` was processed without a move."""
    assert game.position is not None
    adjudication = Adjudication((), replace(game.position, phase=after))
    return PhaseProcessed(game.position, adjudication, NOW, (), DEADLINE)


def play(shelf: Shelf) -> None:
    """Process the first two phases."""
    for after in (F1901M, S1902M):
        shelf.record(processed(shelf.game(), after))


def count(connection: Connection, table: Table) -> int:
    found: int = connection.execute(select(func.count()).select_from(table)).scalar_one()
    return found


def phases(game: Game) -> list[str]:
    return [str(finished.phase) for finished in game.history]


def test_finished_phases_are_loaded_oldest_first(shelf: Shelf) -> None:
    play(shelf)

    assert phases(shelf.game()) == ["S1901M", "F1901M"]


def test_a_game_may_be_loaded_with_its_last_phase_and_then_the_others(shelf: Shelf) -> None:
    play(shelf)
    (game,) = games.load_games(shelf.connection, ("demo",), shelf.variants, past=games.Past.LAST)

    assert game == replace(shelf.game(), history=shelf.game().history[-1:])
    whole = games.with_past(shelf.connection, (game,), shelf.variants)
    assert whole == (shelf.game(),)


def test_a_phase_is_processed_once(shelf: Shelf) -> None:
    game = shelf.game()
    facts = (processed(game, F1901M),)
    record.record(shelf.connection, game, facts, NOW)

    with pytest.raises(OvertakenError, match="S1901M"):
        record.record(shelf.connection, game, facts, NOW)


def test_two_workers_cannot_process_one_phase_both(store: Engine, variants: Variants) -> None:
    with store.begin() as connection:
        shelf = a_shelf(connection, variants)
        shelf.record(processed(shelf.game(), F1901M))
        row = connection.execute(select(tables.phases)).one()
        again = {**row._mapping, "number": None}

    with pytest.raises(IntegrityError), store.begin() as connection:
        connection.execute(insert(tables.phases).values(again))


def test_a_phase_rolled_back_is_played_again_and_stays_in_the_history(shelf: Shelf) -> None:
    first = shelf.game()
    play(shelf)
    assert first.position is not None
    undone = (first.position.phase, F1901M)
    shelf.record(rolling.GameRolledBack(first.position, undone, DEADLINE))
    assert (phases(shelf.game()), shelf.game().position) == ([], first.position)

    play(shelf)
    assert phases(shelf.game()) == ["S1901M", "F1901M"]
    assert count(shelf.connection, tables.phases) == 4


def test_a_rollback_undoes_no_more_than_it_says(shelf: Shelf) -> None:
    play(shelf)
    second = shelf.game().history[1]
    shelf.record(rolling.GameRolledBack(second.before, (F1901M,), DEADLINE))

    assert phases(shelf.game()) == ["S1901M"]


def test_every_set_of_orders_is_kept_with_its_lines(shelf: Shelf, standard: Variant) -> None:
    phase = standard.start.phase
    orders = a_game(standard).seat("France").orders
    lines = (LineRead("par bur"), LineRead("par bur"), LineRead("zzz"))
    for some in (orders, orders[:1]):
        sheet = OrderSheet("France", phase, some)
        shelf.record(filing.OrdersFiled(sheet, lines, (), NOW - HOUR, ready=None))
    kept = tables.filings.c
    rows = shelf.connection.execute(
        select(kept.phase, kept.power, kept.orders, kept.lines, kept.dated, kept.filed)
    ).all()

    read, moments = ("par bur", "zzz"), (NOW - HOUR, NOW)
    everything = ("A PAR - BUR", "F BRE S ENG - MAO", "A MAR H")
    assert [tuple(row) for row in rows] == [
        ("S1901M", "France", everything, read, *moments),
        ("S1901M", "France", everything[:1], read, *moments),
    ]


def test_the_journal_names_all_that_happened(shelf: Shelf) -> None:
    shelf.record(votes.DrawVoted("France", None), GamePaused(""))
    query = select(tables.journal.c.event).order_by(tables.journal.c.number)

    assert shelf.connection.scalars(query).all() == ["GameCreated", "DrawVoted", "GamePaused"]


def test_no_two_games_have_one_name(store: Engine, variants: Variants) -> None:
    with store.begin() as connection:
        shelf = a_shelf(connection, variants)
        twin = replace(shelf.game(), name="dEMO")

    with pytest.raises(IntegrityError), store.begin() as connection:
        Shelf(connection, variants).add(twin)


def test_an_unknown_game_is_none(connection: Connection, variants: Variants) -> None:
    assert games.load_game(connection, "demo", variants) is None


def test_what_breaks_a_rule_of_the_tables_is_refused(store: Engine, variants: Variants) -> None:
    with store.begin() as connection:
        a_shelf(connection, variants)
    wrong = [
        update(tables.games).values(stage="asleep"),
        update(tables.games).values(phase=None),
        update(tables.seats).values(player=99),
        insert(tables.followers).values(game=1, player=1, role="King", place=9),
    ]
    for statement in wrong:
        with pytest.raises((IntegrityError, StatementError)), store.begin() as connection:
            connection.execute(statement)


def test_listed_games_come_without_their_histories(shelf: Shelf) -> None:
    hidden = replace(shelf.game(), name="hidden", settings=GameSettings(listed=False))
    shelf.add(hidden)
    play(shelf)
    listed = games.listed_games(shelf.connection, shelf.variants)

    assert listed == (replace(shelf.game(), history=(), press_held=(), diary=()),)


def test_a_game_is_due_from_the_moment_it_asked_for(shelf: Shelf) -> None:
    other = replace(shelf.game(), name="other")
    shelf.add(other)
    games.keep_wake(shelf.connection, "demo", NOW)
    games.keep_wake(shelf.connection, "OTHER", NOW - HOUR)

    assert due(shelf, NOW - 2 * HOUR) == []
    assert due(shelf, NOW - HOUR) == ["other"]
    assert due(shelf, NOW) == ["other", "Demo"]
    games.keep_wake(shelf.connection, "demo", None)
    assert due(shelf, NOW) == ["other"]


def test_only_a_phase_that_is_over_waits_until_all_is_known_that_came_in(shelf: Shelf) -> None:
    before, after = DEADLINE - 2 * HOUR, DEADLINE
    phases = {
        "runs": (after, None),
        "grace": (before, after),
        "lasts": (None, None),
        "over": (before, None),
    }
    for name, (deadline, grace) in phases.items():
        game = replace(shelf.game(), name=name, deadline=deadline, grace=grace)
        shelf.add(game)
    now = DEADLINE - HOUR
    for name in phases:
        games.keep_wake(shelf.connection, name, now)
    games.keep_wake(shelf.connection, "demo", None)

    assert due(shelf, now, now - HOUR) == ["runs", "grace", "lasts"]
    assert due(shelf, now, now) == [*phases]


def due(shelf: Shelf, now: datetime, known: datetime | None = None) -> list[str]:
    """Return the games that the clock takes, in their order."""
    found: list[games.Turn] = []
    while turn := games.seize_next(
        shelf.connection, now, found[-1] if found else None, known or now
    ):
        found.append(turn)
    assert games.is_any_due(shelf.connection, now) == bool(found)
    return [turn.game for turn in found]


def test_games_that_are_due_at_one_moment_have_their_turns_each(shelf: Shelf) -> None:
    for name in ("other", "third"):
        shelf.add(replace(shelf.game(), name=name))
        games.keep_wake(shelf.connection, name, NOW)
    games.keep_wake(shelf.connection, "demo", NOW)

    assert due(shelf, NOW) == ["Demo", "other", "third"]


def test_a_game_that_another_worker_is_changing_is_passed_over(
    postgres_store: Engine, variants: Variants
) -> None:
    """PostgreSQL locks rows; SQLite lets only one worker write at a time."""
    with postgres_store.begin() as connection:
        shelf = a_shelf(connection, variants)
        shelf.add(replace(shelf.game(), name="other"))
        for name in ("demo", "other"):
            games.keep_wake(connection, name, NOW)
    with postgres_store.begin() as one, postgres_store.begin() as two:
        turns = [games.seize_next(worker, NOW, None, NOW) for worker in (one, two)]

    assert [turn.game for turn in turns if turn] == ["Demo", "other"]


def test_a_player_has_the_games_that_they_are_in_and_that_go_on(shelf: Shelf) -> None:
    ended = replace(shelf.game(), name="ended", stage=Stage.FINISHED)
    shelf.add(ended)

    found = [games.games_of(shelf.connection, number) for number in (1, 2, 3, 4)]
    assert found == [("Demo",), ("Demo",), ("Demo",), ()]


def test_a_token_speaks_for_its_place(shelf: Shelf) -> None:
    place = ReplyTo(ANN.number, "DEMO", "France")
    for _ in range(2):
        persons.keep_tokens(shelf.connection, [("digest", place)])

    known = persons.TokenOwner(ANN, replace(place, game="Demo"), is_over=False)
    assert persons.token_owner(shelf.connection, "digest") == known
    assert persons.token_owner(shelf.connection, "another") is None


def test_the_token_of_a_place_that_was_left_tells_still_whose_it_was(shelf: Shelf) -> None:
    place = ReplyTo(BEN.number, "demo", "England")
    persons.keep_tokens(shelf.connection, [("mine", place)])
    shelf.record(PlayerLeft(BEN, "England", ejected=False))

    known = persons.TokenOwner(BEN, replace(place, game="Demo"), is_over=True)
    assert persons.token_owner(shelf.connection, "mine") == known


@pytest.mark.parametrize(
    ("facts", "generation"),
    [
        pytest.param((PlayerLeft(BEN, "France", ejected=False),), 0, id="another's"),
        pytest.param((PlayerLeft(BEN, "England", ejected=True),), 1, id="left"),
        pytest.param((PowersAbandoned(("England",), (BEN,)),), 1, id="lost"),
        pytest.param((places.ReplyAddressRenewed(BEN, "England"),), 1, id="asked for"),
        pytest.param(
            (PlayerLeft(BEN, "England", ejected=False), PowerTakenOver(Seat("England", BEN), None)),
            2,
            id="left and taken again",
        ),
    ],
)
def test_the_reply_addresses_of_a_place_have_generations(
    shelf: Shelf, facts: tuple[Fact, ...], generation: int
) -> None:
    for fact in facts:
        shelf.record(fact)

    place = ReplyTo(BEN.number, "demo", "England")
    counted = persons.with_generations(shelf.connection, [place])
    assert counted == {place: replace(place, generation=generation)}


def test_with_the_reply_address_of_a_power_goes_that_of_who_joined_for_it(shelf: Shelf) -> None:
    shelf.record(PlayerLeft(BEN, "England", ejected=False))

    joined = ReplyTo(BEN.number, "demo", ENTRANT)
    counted = persons.with_generations(shelf.connection, [joined])
    assert counted[joined].generation == 1


def test_it_is_known_which_powers_somebody_has_left(shelf: Shelf) -> None:
    asked = (shelf.connection, ["demo", "other"], BEN.number)
    assert persons.roles_had(*asked) == {}

    shelf.record(PlayerLeft(BEN, "England", ejected=False))

    assert "England" in persons.roles_had(*asked)["demo"]
    assert persons.roles_had(shelf.connection, ["other"], BEN.number) == {}
    assert persons.roles_had(shelf.connection, ["demo"], ANN.number) == {}


def test_who_registers_again_may_change_their_name(shelf: Shelf) -> None:
    renamed = replace(ANN, name="Ann O.", zone="Europe/Dublin")
    persons.keep_player(shelf.connection, renamed)

    assert persons.find_player(shelf.connection, ANN.address) == renamed
    assert shelf.game().seat("France").player == renamed


def test_a_locked_game_is_nobody_elses(postgres_store: Engine, variants: Variants) -> None:
    """PostgreSQL locks rows; SQLite lets only one worker write at a time."""
    with postgres_store.begin() as connection:
        a_shelf(connection, variants)
    with postgres_store.begin() as one, postgres_store.begin() as other:
        games.load_game(one, "demo", variants, lock=True)
        other.execute(text("SET LOCAL lock_timeout = 10"))

        with pytest.raises(OperationalError, match="lock timeout"):
            games.load_game(other, "demo", variants, lock=True)


def test_a_diary_is_in_its_writers_copy_and_goes_when_they_are_forgotten(shelf: Shelf) -> None:
    about_ann = persons.entries_about(shelf.connection, ANN.number, "diary", 0, 9)
    assert isinstance(about_ann, list)
    assert [one["text"] for one in about_ann] == ["Whom to trust?"]
    assert persons.entries_about(shelf.connection, BEN.number, "diary", 0, 9) == []

    persons.erase(shelf.connection, ANN.number)
    assert shelf.game().diary == ()
