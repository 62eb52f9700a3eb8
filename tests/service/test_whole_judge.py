"""Whatever people write to a judge, and whatever time does, nobody learns a secret.

Nor can anybody order, vote or promise for another person. Random people send random letters to one
game, and the clock advances in leaps. After each step the test examines the mails and the store.
"""

import io
import json
from collections.abc import Callable
from dataclasses import fields
from datetime import timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from judge.engine import Hold, Order
from judge.game import (
    MASTER,
    OVER,
    Follower,
    Game,
    Player,
    Preferences,
    Reader,
    Seat,
    Stage,
    open_powers,
    roles_of,
    surviving_powers,
    view,
)
from judge.notation import write_order
from judge.store.exported import game_facts, game_of
from judge.store.trail import trail_of
from tests.amount import LONG, many
from tests.kinds import replace
from tests.post import ADDRESS, Arrived, Post
from tests.service.office import the_game

GAME = "smp"
MIA, OTTO, NEW = "mia@example.org", "otto@example.org", "new@example.org"
PLAYERS = {
    "Austria": "a@example.org",
    "England": "e@example.org",
    "France": "f@example.org",
    "Germany": "g@example.org",
    "Italy": "i@example.org",
    "Russia": "r@example.org",
    "Turkey": "t@example.org",
}
HUSH = "mumsthew0rd"
PEOPLE = (*PLAYERS.values(), MIA, OTTO, NEW)
OF_PLAYERS = (
    "HOLD ALL",
    "CLEAR",
    "UNDO",
    "ORDERS?",
    "SET WAIT",
    "SET NOWAIT",
    "SET DRAW",
    "SET NODRAW",
    "EXTEND +12h because of a train",
    "VOTE PAUSE UNTIL in 2 days",
    "AGREE",
    "DISAGREE",
    "RESIGN",
    "I AM BACK",
    "NEW REPLY ADDRESS",
    "SET ABSENCE 3 Jan TO 5 Jan",
    "SET ABSENCE 4 Jan TO 9 Jan",
    "SET NOABSENCE",
    "CONCEDE Germany",
    "WAIT UNTIL 3 Jan 20:00",
    "PROXY ALL TO Germany UNTIL F1901M",
    "PROXY A PAR TO England",
    "NO PROXY",
    "PHASE F1901M\nHOLD ALL",
    "PREFER A PAR, A VIE, A MOS",
    "DIARY LIST",
    "DIARY READ ALL",
    "DIARY DELETE 1",
    "EOG\nIt was a pleasure.\nENDEOG",
    "ALL OR NOTHING\nHOLD ALL\nSET WAIT\nA XXX H",
    "SEEK SUBSTITUTE",
    "HISTORY",
    "SUMMARY",
    "STATUS",
    "AUDIT",
    "EXPLAIN A PAR",
    "LIST smp",
    "MY DATA",
    "EXPORT",
    "SET JSON ON",
    "SET FORMAT COMPAT",
    "SET DIGEST PHASE",
    "PREVIEW\nA MOS - STP\nEND PREVIEW",
    "JOIN smp",
    "JOIN France@smp",
    "OBSERVE smp",
    "STANDBY smp",
    "I would like to know how this works.",
)
OF_MASTERS = (
    "PROCESS",
    "PROCESS",
    "PREDICT",
    "SET DEADLINE +24h",
    "SET GRACE 0",
    "SET NMR CD",
    "SET NMR WAIT",
    "SET EXCUSES 2",
    "PAUSE",
    "RESUME",
    "SET LATE NOTICES 6",
    "SET VOTES PHASE",
    "SET PROXIES ON",
    "SET REVIEW 12",
    "RELEASE",
    "EJECT France",
    "DUMMY France",
    "REVIVE France",
    "SUBSTITUTE Italy",
    "ROLLBACK S1901M",
    "ROLL FORWARD",
    "UNSTART",
    "START",
    "PROMOTE otto@example.org",
    "OFFICIAL\nBe nice.\nEND OFFICIAL",
    "TERMINATE",
)
# An imported game has no people, and so none of their texts.
_OF_PEOPLE = dict.fromkeys(("players", "diary", "statements"))
# Values that change with another stored value, or only record a mail.
_CLOCK_OF_ITS_OWN = ("reminded", "history", "undone")


@cache
def _started() -> bytes:
    """Return the file of a judge whose game has just started."""
    with TemporaryDirectory() as folder:
        post = Post(Path(folder))
        post.write(MIA, f"CREATE {GAME} standard")
        post.write(OTTO, f"OBSERVE {GAME}")
        for power, player in PLAYERS.items():
            post.write(player, f"JOIN {power}@{GAME}")
        post.write(PLAYERS["France"], f"SET PASSWORD {HUSH}")
        post.write(MIA, "SET PROXIES ON")
        post.judge.store.dispose()  # merges SQLite's files into one
        return (Path(folder) / "judge.db").read_bytes()


class WholeJudge(RuleBasedStateMachine):
    """A judge with one game, its Master, an observer, seven players and a stranger."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        folder = Path(self.folder.name)
        (folder / "judge.db").write_bytes(_started())
        self.post = Post(folder)
        self.post.letters = len(PEOPLE)  # so that no letter is the same as one that came before
        self.game = the_game(self.post, GAME)
        self.before = self.game
        self.written = 0
        self.links = self._links()
        self.read = len(self.post.arrived)
        self.press: dict[str, set[str]] = {}
        self.notes: dict[str, str] = {}
        self.own: dict[str, str] = {}  # by writer, who is shown their own lines again
        self.places: dict[str, str] = {}

    def teardown(self) -> None:
        self.post.judge.store.dispose()
        self.folder.cleanup()

    @rule(who=st.sampled_from(PEOPLE), line=st.sampled_from((*OF_PLAYERS, *OF_MASTERS)))
    def somebody_writes(self, who: str, line: str) -> None:
        self._do(lambda: self.post.write(who, line), who)

    @rule(
        power=st.sampled_from(tuple(PLAYERS)),
        lines=st.lists(st.sampled_from(OF_PLAYERS), min_size=1, max_size=2),
    )
    def a_player_writes(self, power: str, lines: list[str]) -> None:
        player = self._player(power)
        self._do(lambda: self.post.write(player, "\n".join(lines)), player)

    @rule(power=st.sampled_from(tuple(PLAYERS)))
    def a_player_orders(self, power: str) -> None:
        writer, lines = self._player(power), self._orders(power)
        self.own[writer] = "\n".join((self.own.get(writer, ""), lines))
        self._do(lambda: self.post.write(writer, lines), writer)

    @rule(power=st.sampled_from(tuple(PLAYERS)), other=st.sampled_from(tuple(PLAYERS)))
    def a_player_orders_for_another(self, power: str, other: str) -> None:
        """Order for another power; it counts only with that player's proxy."""
        writer, lines = self._player(power), self._orders(other)
        self.own[writer] = "\n".join((self.own.get(writer, ""), lines))
        self._do(lambda: self.post.write(writer, lines), writer)

    @rule(who=st.sampled_from(PEOPLE))
    def somebody_keeps_a_note(self, who: str) -> None:
        self.written += 1
        secret = f"to myself {self.written} alone"
        self.notes[secret] = who
        self._do(lambda: self.post.write(who, f"DIARY RECORD\n{secret}\nENDDIARY"), who)

    @rule(sender=st.sampled_from(tuple(PLAYERS)), reader=st.sampled_from(tuple(PLAYERS)))
    def a_player_writes_to_another(self, sender: str, reader: str) -> None:
        self.written += 1
        secret = f"between us {self.written} alone"
        told = {self._player(sender), self._player(reader)}
        self.press[secret] = told
        body = f"PRESS TO {reader}\n{secret}\nENDPRESS"
        writer = self._player(sender)
        self._do(lambda: self.post.write(writer, body), writer)

    @rule(line=st.sampled_from(OF_MASTERS))
    def the_master_writes(self, line: str) -> None:
        """Give a command, and confirm it if that is asked."""
        master = self.game.masters[0].player.address
        self._do(lambda: self.post.write(master, line), master)
        asked = self.post.arrived[-1].text if self.post.arrived else ""
        again = [one.strip() for one in asked.splitlines() if f"  {line} " in one]
        if again:
            self._do(lambda: self.post.write(master, again[0]), master)

    @rule(hours=st.integers(1, 80))
    def time_passes(self, hours: int) -> None:
        self.post.now += timedelta(hours=hours)
        self._do(self.post.tick)

    def _do(self, act: Callable[[], None], writer: str = "") -> None:
        """Run `act`, and examine its mails and its changes of the store."""
        self.before = self.game
        act()
        self.game = the_game(self.post, GAME)
        self._look_at_seats(writer)
        new = self.post.arrived[self.read :]
        self.read = len(self.post.arrived)
        for mail in new:
            self._look_at(mail)
        links = self._links()
        if self._differs():
            assert len(links) > len(self.links)
        assert links[: len(self.links)] == self.links
        self.links = links
        if self.before.position != self.game.position:
            self.own = {}

    def _look_at_seats(self, writer: str) -> None:
        """Assert that `writer` changed nothing for another power without its player's right."""
        before, after = self.before, self.game
        masters = {one.player.address for one in (*before.masters, *after.masters)}
        if writer in masters or _turn(before) != _turn(after):
            return
        seats = {seat.power: seat for seat in before.seats}
        own = {
            seat.power
            for seat in (*before.seats, *after.seats)
            if seat.player and seat.player.address == writer
        }
        for seat in after.seats:
            if seat.power in own or seat.power not in seats:
                continue
            was = seats[seat.power]
            if was.player and not seat.player:  # the player lost the seat because no orders came
                continue
            assert _promised(was) == _promised(seat), (writer, seat.power)
            lent = before.settings.proxies and any(one.to in own for one in was.proxies)
            assert lent or was.orders == seat.orders, (writer, seat.power)

    def _look_at(self, mail: Arrived) -> None:
        said = _said(mail)
        assert "set aside" not in mail.subject, said
        assert HUSH not in said, said
        for secret, told in self.press.items():
            assert mail.to in told or secret not in said, said
        opened = {one.text for one in (*self.game.diary, *self.before.diary) if one.opened}
        for secret, author in self.notes.items():
            assert mail.to == author or secret in opened or secret not in said, said
        place = mail.mail["Reply-To"].addresses[0].addr_spec
        if place != ADDRESS:
            assert self.places.setdefault(place, mail.to) == mail.to, said
        for token, owner in self.places.items():
            key = token.partition("@")[0]
            assert owner == mail.to or key not in mail.raw.decode("latin-1"), said
        self._look_for_orders(mail, said)

    def _look_for_orders(self, mail: Arrived, said: str) -> None:
        """Assert that `mail` shows no waiting orders of other powers."""
        roles = {*_roles(mail.to, self.game), *_roles(mail.to, self.before)}
        if self.game.stage in OVER or MASTER in roles:
            return
        public = {
            _text(outcome.order, self.game)
            for phase in (*self.game.history, *self.game.undone, *self.before.history)
            for outcome in phase.adjudication.outcomes
        }
        for seat in self.game.seats:
            if seat.power not in roles:
                entered = {one.order for one in seat.entered if one.by in roles}
                for order in set(seat.orders) - entered:
                    if isinstance(order, Hold):  # a preview assumes that all other units hold
                        continue
                    text = _text(order, self.game)
                    own = text in self.own.get(mail.to, "")
                    assert own or text in public or text not in said, said

    def _player(self, power: str) -> str:
        seats = {seat.power: seat.player for seat in self.game.seats}
        player = seats.get(power)
        return player.address if player else PLAYERS[power]

    def _orders(self, power: str) -> str:
        """Return lines that move each unit of a power to a place that no other line moves to."""
        position, geography = self.game.position, self.game.variant.geography
        if position is None:
            return "ORDERS?"
        lines = []
        for unit in position.units:
            if unit.power == power:
                place = geography.locations[unit.location].text
                steps = (geography.army_steps if unit.kind.value == "A" else geography.fleet_steps)[
                    unit.location
                ]
                to = geography.locations[min(steps)].text
                lines.append(f"{unit.kind.value} {place} - {to}")
        return "\n".join(lines) or "WAIVE"

    def _links(self) -> list[str]:
        with self.post.judge.store.begin() as connection:
            trail = trail_of(connection, GAME)
        assert trail.whole
        return [one.link for one in trail.entries]

    def _differs(self) -> bool:
        before, after = _without_wishes(self.before), _without_wishes(self.game)
        return any(
            getattr(before, one.name) != getattr(after, one.name)
            for one in fields(Game)
            if one.name not in _CLOCK_OF_ITS_OWN
        )

    @invariant()
    def an_export_is_read_as_the_same_game(self) -> None:
        master = Reader(self.game.masters[0].player, MASTER)
        facts = game_facts(view(self.game, master))
        read = game_of(json.dumps(facts).encode(), self.post.judge.variants.read)
        for name in ("variant", "settings", "stage", "position", "history", "ending"):
            assert getattr(read, name) == getattr(self.game, name)
        again = game_facts(read)
        assert {**again, **_OF_PEOPLE} == {**facts, **_OF_PEOPLE}

    @invariant()
    def a_power_has_one_owner_and_a_person_one_place_to_play(self) -> None:
        powers = [seat.power for seat in self.game.seats]
        assert len(powers) == len(set(powers))
        holders = [seat.player.number for seat in self.game.seats if seat.player]
        assert len(holders) == len(set(holders))

    @invariant()
    def a_deadline_runs_only_where_a_game_does(self) -> None:
        if self.game.stage not in (Stage.ACTIVE, Stage.PAUSED):
            assert (self.game.deadline, self.game.grace) == (None, None)

    @invariant()
    def a_draw_needs_the_vote_of_each(self) -> None:
        """Two votes of one power count once, and the last vote is missing before the end."""
        ending, before = self.game.ending, self.before
        if ending is None or before.ending is not None or len(ending.winners) < 2:
            return
        missing = [
            seat.power
            for seat in before.seats
            if seat.power in ending.winners and seat.player and seat.draw is None
        ]
        assert len(missing) <= 1

    @invariant()
    def what_players_decide_needs_more_than_half_of_them(self) -> None:
        """Two votes of one player count once, and the last vote may be missing before."""
        motion, settled = self.before.motion, self.game.motion
        if not motion or motion.settled or not settled or not settled.settled:
            return
        moved = self.before.deadline != self.game.deadline
        if not moved or self.before.position != self.game.position:
            return
        alive = surviving_powers(self.before)
        votes = [seat.agrees for seat in self.before.seats if seat.player and seat.power in alive]
        assert 2 * (votes.count(True) + 1) > len(votes)

    @invariant()
    def nobody_plays_a_dummy_that_is_waited_for(self) -> None:
        for seat in self.game.seats:
            if seat.dummy and seat.player is None:
                assert not seat.sought
                assert seat.power not in open_powers(self.game)


def _turn(game: Game) -> tuple[object, ...]:
    """Return values that differ when the phase or the game begins anew."""
    return game.stage, game.position, len(game.history), len(game.undone)


def _promised(seat: Seat) -> tuple[object, ...]:
    """Return the values of a seat that only its player may set, whoever orders for them."""
    return seat.draw, seat.agrees, seat.wait, seat.wait_until, seat.absences, seat.plans


def _said(mail: Arrived) -> str:
    """Return all text of a mail, with the text of its files."""
    files = {
        part.get_filename() or "": part.get_content()
        for part in mail.mail.iter_attachments()
        if part.get_content_type() in ("application/json", "application/zip")
    }
    for name, content in list(files.items()):
        if name.endswith(".zip"):
            with ZipFile(io.BytesIO(content)) as archive:
                kept = [one for one in archive.namelist() if one.endswith(".json")]
                files[name] = b"\n".join(map(archive.read, kept))
    inside = (content.decode() for content in files.values())
    return "\n".join((mail.subject, mail.text, *inside))


def _without_wishes(game: Game) -> Game:
    """Return a game without its people's preferences about mail, which do not matter here."""

    def bare(player: Player) -> Player:
        return replace(player, preferences=Preferences())

    return replace(
        game,
        masters=tuple(replace(one, player=bare(one.player)) for one in game.masters),
        observers=tuple(Follower(bare(one.player)) for one in game.observers),
        standbys=tuple(Follower(bare(one.player)) for one in game.standbys),
        entrants=tuple(replace(one, player=bare(one.player)) for one in game.entrants),
        tutors=tuple(Follower(bare(one.player)) for one in game.tutors),
        diary=tuple(replace(one, author=bare(one.author)) for one in game.diary),
        seats=tuple(replace(seat, player=seat.player and bare(seat.player)) for seat in game.seats),
    )


def _roles(address: str, game: Game) -> tuple[str, ...]:
    """Return the roles of the person with this address in a game."""
    following = (*game.masters, *game.observers, *game.standbys, *game.entrants)
    people = [one.player for one in following]
    people += [seat.player for seat in game.seats if seat.player]
    found = next((one for one in people if one.address == address), None)
    return roles_of(game, found) if found else ()


def _text(order: Order, game: Game) -> str:
    return write_order(order, game.variant.geography)


TestWholeJudge = WholeJudge.TestCase
TestWholeJudge.settings = settings(
    max_examples=many(4), stateful_step_count=50 if LONG else 12, deadline=None
)
