"""After any letters and any passing of time, the state of a game is possible.

Random people send random commands, and the clock advances in leaps.
"""

from collections.abc import Sequence
from datetime import timedelta

from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from judge.commands import command_in
from judge.game import (
    MASTER,
    OBSERVER,
    Event,
    Fact,
    Game,
    GameSettings,
    LetterTimes,
    MotionKind,
    Nmr,
    Player,
    Reader,
    Sender,
    SignOn,
    Stage,
    Timing,
    after,
    base,
    decide,
    enter,
    holds,
    places_renewed,
    roles_of,
    surviving_powers,
    turn,
    view,
    wakes_at,
)
from judge.game.confirm import confirmation_code
from judge.game.seats import with_seat
from tests.amount import many
from tests.commands.readers import read
from tests.game.builders import CODES, MIA, NOW, OTTO, PLAYERS, POWERS, STRANGER, a_game
from tests.kinds import replace

PEOPLE = (*PLAYERS.values(), MIA, OTTO, STRANGER)
LINES = (
    "HOLD ALL",
    "A PAR - BUR",
    "F BRE - MAO",
    "CLEAR",
    "ORDERS?",
    "SET WAIT",
    "SET NOWAIT",
    "SET DRAW",
    "SET NODRAW",
    "CONCEDE FRANCE",
    "RESIGN",
    "SET ABSENCE 3 Jan TO 5 Jan",
    "SET NOABSENCE",
    "EXTEND +12h because of a train",
    "VOTE PAUSE UNTIL in 2 days",
    "AGREE",
    "DISAGREE",
    "PROPOSE SET GRACE 12",
    "PROPOSE EJECT FRANCE",
    "PROPOSE PROCESS",
    "PROPOSE ROLLBACK",
    "PROPOSE TERMINATE",
)
OF_MASTERS = (
    "PROCESS {}",
    "PROCESS {}",
    "SET DEADLINE +24h",
    "SET GRACE 0",
    "SET GRACE 12",
    "SET NMR WAIT",
    "SET MODERATED OFF",
    "SET NMR HOLD",
    "SET EXCUSES 2",
    "SET FIRST TURN PATIENT",
    "SET VOTES PHASE",
    "SET RETREAT CLOCK 12:00",
    "PAUSE",
    "PAUSE UNTIL in 1 day",
    "RESUME",
    "START",
    "PROMOTE otto@example.org",
    "EJECT otto@example.org {}",
    "EJECT FRANCE {}",
    "ROLLBACK S1901M {}",
    "UNSTART {}",
    "TERMINATE {}",
)
SECRET = (*("orders", "troubled", "wait", "draw", "password", "absences"), *("agrees", "proposed"))


class AnyGame(RuleBasedStateMachine):
    """A game of seven players with a Master and an observer, from its first phase on."""

    def __init__(self) -> None:
        super().__init__()
        timing = Timing(retreat=timedelta(hours=6), adjustment=timedelta(hours=6))
        self.game: Game = a_game(settings=GameSettings(timing=timing))
        self.now = NOW

    @rule(who=st.sampled_from(PEOPLE), line=st.sampled_from((*LINES, *OF_MASTERS)))
    def somebody_writes(self, who: Player, line: str) -> None:
        self._write(who, line)

    @rule(who=st.sampled_from(POWERS), line=st.sampled_from(LINES))
    def a_player_writes(self, who: str, line: str) -> None:
        players = {seat.power: seat.player for seat in self.game.seats}
        self._write(players.get(who) or STRANGER, line)

    @rule(line=st.sampled_from(OF_MASTERS))
    def the_master_writes(self, line: str) -> None:
        if self.game.masters:
            self._write(self.game.masters[0].player, line)

    def _write(self, who: Player, line: str) -> None:
        role = next(iter(roles_of(self.game, who)), "")
        words = line.removesuffix(" {}")
        if line != words:
            words = f"{words} {confirmation_code(self.game, words, CODES)}"
        for command in read(words)[0].commands:
            if isinstance(command, base.Command):
                sender = Sender(who, role, proven=True)
                times = LetterTimes(self.now, self.now, self.now)
                self._happen(decide(self.game, command, sender, times, command_in, codes=CODES))

    @rule(who=st.sampled_from(PEOPLE), power=st.sampled_from((*POWERS, "?")))
    def somebody_comes(self, who: Player, power: str) -> None:
        entry = SignOn(((power, "demo"),))
        sender = Sender(who, "", proven=True)
        self._happen(enter(entry, sender, self.game, power, self.now))

    @rule(hours=st.integers(1, 60))
    def time_passes(self, hours: int) -> None:
        self.now += timedelta(hours=hours)
        for _ in range(20):
            facts = turn.process_if_due(self.game, self.now)
            if not facts:
                return
            self._happen(facts)
        raise AssertionError(f"The clock does not come to rest: {facts}")

    def _happen(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Fact):
                before = self.game
                self.game = after(before, event)
                places_renewed(event)
                self._tell(event)

    def _tell(self, fact: Fact) -> None:
        """Assert that the readers of a fact see no orders or people that they may not know."""
        for reader in fact.readers(self.game):
            assert reader.player.number > 0
            shown = fact.shown(self.game, reader)
            assert type(shown) is type(fact)
            kept = getattr(shown, "kept", ())
            assert all(power == reader.role for power, _ in kept)

    @invariant()
    def a_power_has_one_owner_and_a_person_one_place_to_play(self) -> None:
        powers = [seat.power for seat in self.game.seats]
        assert len(powers) == len(set(powers))
        for person in PEOPLE:
            roles = roles_of(self.game, person)
            alive = [one for one in roles if one in surviving_powers(self.game)]
            assert len(alive) <= 1
            assert not (MASTER in roles and alive)
        assert self.game.masters or not self.game.settings.moderated

    @invariant()
    def a_deadline_runs_only_where_a_game_does(self) -> None:
        game = self.game
        if game.stage in (Stage.FORMING, Stage.FINISHED, Stage.TERMINATED):
            assert (game.deadline, game.grace, game.resumes) == (None, None, None)
            assert wakes_at(game) is None
        if game.stage is not Stage.PAUSED:
            assert game.resumes is None
        if game.stage is Stage.PAUSED:
            assert game.grace is None
            assert wakes_at(game) == game.resumes
        if game.position is None:
            assert game.stage in (Stage.FORMING, Stage.TERMINATED)
        assert game.stage is not Stage.FORMING or game.position is None

    @invariant()
    def a_running_game_goes_on_by_itself_or_waits_for_a_player(self) -> None:
        game = self.game
        if game.stage is not Stage.ACTIVE or wakes_at(game) is not None:
            return
        vacant = [seat.power for seat in game.seats if seat.player is None]
        assert vacant
        nobody = len(vacant) == len(game.seats)
        assert nobody or game.settings.nmr is Nmr.WAIT or game.deadline is None

    @invariant()
    def a_vote_counts_once(self) -> None:
        motion = self.game.motion
        voters = [one for one in self.game.seats if one.agrees is not None]
        assert motion is not None or not voters
        if motion is not None and not motion.settled:
            agreeing = [one for one in voters if one.agrees and one.player]
            playing = [
                seat
                for seat in self.game.seats
                if seat.player and seat.power in surviving_powers(self.game)
            ]
            assert motion.kind in MotionKind
            assert len(agreeing) <= len(playing)

    @invariant()
    def nobody_sees_what_another_power_sent(self) -> None:
        for person in PEOPLE:
            for role in roles_of(self.game, person) or ("",):
                assert not role or holds(self.game, person, role)
                seen = view(self.game, Reader(person, role))
                for seat in seen.seats:
                    if seat.power != role:
                        bare = replace(seat, player=None, missed=0)
                        assert all(not getattr(bare, name) for name in SECRET)

    @invariant()
    def excuses_and_absences_are_those_that_are_allowed(self) -> None:
        for seat in self.game.seats:
            assert 0 <= seat.excused <= 2
            spans = seat.absences
            assert all(away < back for away, back in spans)
            ends = [back for _, back in spans]
            starts = [away for away, _ in spans]
            assert all(end < start for end, start in zip(ends, starts[1:], strict=False))
        assert OBSERVER not in surviving_powers(self.game)


class GameOfPlayers(AnyGame):
    """A game without a Master, in which three of the seven players agree to every proposal."""

    def __init__(self) -> None:
        super().__init__()
        settings = replace(self.game.settings, moderated=False)
        self.game = replace(self.game, settings=settings, masters=())
        for power in POWERS[3:]:
            seat = replace(self.game.seat(power), player=None, dummy=True)
            self.game = with_seat(self.game, seat)

    @rule(line=st.sampled_from(LINES))
    def all_want_the_same(self, line: str) -> None:
        self.a_player_writes(POWERS[0], line)
        for power in POWERS[1:3]:
            self.a_player_writes(power, "AGREE")


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(max_examples=many(20), stateful_step_count=25, deadline=None)
TestGameOfPlayers = GameOfPlayers.TestCase
TestGameOfPlayers.settings = settings(max_examples=many(10), stateful_step_count=25, deadline=None)
