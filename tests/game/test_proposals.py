"""The decisions that players make together in a game without a Master."""

from collections.abc import Iterable

import pytest

from judge.game import (
    Event,
    Fact,
    Game,
    GameSettings,
    MotionKind,
    PlayerLeft,
    Refused,
    SettingChanged,
    Stage,
    after,
    phases,
    proposals,
    turn,
)
from judge.game.refusals import NoSuchPhase, NoSuchPower, NotPaused, NotSurviving, WrongValue
from tests.game.builders import POWERS, a_game, a_position, as_power, told, with_seat_of
from tests.kinds import replace

OTHERS = tuple(power for power in POWERS if power != "Italy")


def unled(**changes: object) -> Game:
    """Return a game of seven players without a Master."""
    return a_game(masters=(), settings=GameSettings(moderated=False), **changes)


def happened(game: Game, events: Iterable[Event]) -> Game:
    for event in events:
        game = after(game, event) if isinstance(event, Fact) else game
    return game


def proposed(
    line: str, game: Game | None = None, power: str = "Italy"
) -> tuple[Game, tuple[Event, ...]]:
    """Return the game after a player proposed `line`, and the events of this."""
    game = game or unled()
    events = told(game, proposals.Propose(line), as_power(power))
    return happened(game, events), events


def voted(game: Game, *powers: str, yes: bool = True) -> tuple[Game, tuple[Event, ...]]:
    """Return the game after these votes, and the events of the last one."""
    events: tuple[Event, ...] = ()
    for power in powers:
        events = told(game, proposals.Agree(yes), as_power(power))
        game = happened(game, events)
    return game, events


def test_a_setting_is_changed_once_all_agree() -> None:
    game, _ = proposed("SET EXCUSES 2")
    game, events = voted(game, *OTHERS[:-1])
    assert game.settings.excuses == 0

    game, events = voted(game, OTHERS[-1])

    assert [type(event) for event in events[1:]] == [proposals.ProposalAgreed, SettingChanged]
    assert game.settings.excuses == 2
    assert isinstance(voted(game, "Italy")[1][0], Refused)


def test_one_vote_against_it_ends_a_proposal() -> None:
    game, _ = proposed("SET EXCUSES 2")
    game, _ = voted(game, *OTHERS[:-1])
    game, events = voted(game, OTHERS[-1], yes=False)

    assert isinstance(events[-1], proposals.ProposalRejected)
    (event,) = told(game, proposals.Agree(yes=True), as_power("Italy"))
    assert isinstance(event, Refused)
    assert isinstance(event.why, proposals.NothingProposed)


def test_votes_for_one_proposal_are_none_for_the_next() -> None:
    game, _ = proposed("SET EXCUSES 2")
    game, _ = voted(game, "France", "Germany")
    game, _ = voted(game, "Turkey", yes=False)
    game, _ = proposed("SET EXCUSES 3", game, "Turkey")

    assert [seat.power for seat in game.seats if seat.agrees] == ["Turkey"]


def test_who_is_to_be_replaced_is_not_waited_for() -> None:
    game = with_seat_of(unled(), "Turkey", sought=True)
    game = with_seat_of(game, "Russia", player=None)
    game, _ = proposed("TERMINATE", game)
    game, events = voted(game, "Austria", "England", "France", "Germany")

    assert isinstance(events[-1], phases.GameTerminated)
    assert events[-1].ending.reason == "terminated"
    assert game.stage is Stage.TERMINATED


def test_who_would_be_taken_out_has_no_vote_and_three_others_have_to_agree() -> None:
    game, _ = proposed("eject france")
    game, _ = voted(game, "France", yes=False)
    game, events = voted(game, *(power for power in OTHERS if power != "France"))

    assert isinstance(events[-1], PlayerLeft)
    assert game.seat("France").player is None
    few = unled()
    for power in ("Austria", "England", "Germany", "Russia"):
        few = with_seat_of(few, power, player=None)
    (event,) = proposed("EJECT FRANCE", few)[1]
    assert isinstance(event, Refused)
    assert isinstance(event.why, proposals.TooFewVoters)


def test_what_cannot_be_done_any_more_is_not_done() -> None:
    game, _ = proposed("CONTROL RUSSIA BY ITALY", with_seat_of(unled(), "Russia", player=None))
    game, _ = voted(game, "Austria", "England", "France", "Germany")
    game = with_seat_of(game, "Russia", player=a_game().seat("Russia").player)
    game, events = voted(game, "Russia", "Turkey")

    last = events[-1]
    assert isinstance(last, proposals.ProposalRejected)
    assert not last.possible


def test_a_phase_is_processed_by_vote_and_taken_back_by_another() -> None:
    game, _ = proposed("PROCESS")
    game, events = voted(game, *OTHERS)
    assert any(isinstance(event, turn.PhaseProcessed) for event in events)
    assert str(game.position and game.position.phase) == "F1901M"

    game, (made, *_) = proposed("ROLLBACK", game)
    assert isinstance(made, proposals.ProposalMade)
    assert made.motion.line == "ROLLBACK S1901M"
    game, _ = voted(game, *OTHERS)
    assert str(game.position and game.position.phase) == "S1901M"


def test_a_vote_on_the_clock_is_one_a_phase_beside_all_others() -> None:
    game, _ = proposed("SET EXCUSES 2")
    game, _ = voted(game, "France", yes=False)
    game, _ = proposed("SET EXCUSES 3", game, "France")
    assert game.motion is not None
    assert not game.motion.timed
    game, _ = voted(game, "Turkey", yes=False)

    later = replace(game.motion, kind=MotionKind.EXTEND, settled=True, timed=True)
    timed = replace(game, motion=later)
    timed, _ = proposed("SET EXCUSES 4", timed, "Germany")
    assert timed.motion is not None
    assert timed.motion.timed


OUT = a_position("S1905M", {"France": "A PAR"}, owners={"France": "PAR"})


@pytest.mark.parametrize(
    ("line", "game", "why"),
    [
        ("SET EXCUSES 2", a_game(), proposals.GameHasMaster),
        ("SET EXCUSES 2", unled(position=OUT), NotSurviving),
        (
            "SET EXCUSES 2",
            proposed("RESUME", unled(stage=Stage.PAUSED))[0],
            proposals.ProposedBefore,
        ),
        ("SET EXCUSES many", unled(), WrongValue),
        ("SET COMMENT Meet me in Rome", unled(), proposals.NoProposal),
        ("ROLLBACK", unled(), NoSuchPhase),
        ("RESUME", unled(), NotPaused),
        ("EJECT france@example.org", unled(), NoSuchPower),
        ("EJECT nobody@example.org", unled(), NoSuchPower),
        ("PREDICT", unled(), proposals.NoProposal),
        ("DRY RUN PROCESS", unled(), proposals.NoProposal),
        ("BECOME FRANCE", unled(), proposals.NoProposal),
        ("PROMOTE otto@example.org", unled(), proposals.NoProposal),
        ("OFFICIAL", unled(), proposals.NoProposal),
        ("PROPOSE TERMINATE", unled(), proposals.NoProposal),
        ("A PAR - BUR", unled(), proposals.NoProposal),
    ],
)
def test_what_nobody_can_propose_is_refused_for_its_reason(
    line: str, game: Game, why: type
) -> None:
    (event,) = told(game, proposals.Propose(line), as_power("Italy"))

    assert isinstance(event, Refused)
    assert type(event.why) is why


def test_nobody_proposes_twice_in_a_phase() -> None:
    game, _ = proposed("SET EXCUSES 2")
    game, _ = voted(game, "France", yes=False)
    (event,) = proposed("SET EXCUSES 3", game)[1]

    assert isinstance(event, Refused)
    assert isinstance(event.why, proposals.ProposedEnough)


def test_a_proposal_tells_nobody_whose_it_is() -> None:
    game, (made, *_) = proposed("SET EXCUSES 2")
    assert isinstance(made, proposals.ProposalMade)

    for reader in made.readers(game):
        shown = made.shown(game, reader)
        assert shown.power == ("Italy" if reader.role == "Italy" else "")
