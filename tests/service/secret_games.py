"""Games with secrets, played by letters, with a record of what each person may know."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random

from judge.engine import Geography, Position, Unit, UnitKind, bits
from judge.game import Game
from judge.pictures import read_drawing
from judge.render import Renderer
from judge.shipped import shipped
from judge.store.games import load_game
from tests.kinds import replace
from tests.post import ADDRESS, Arrived, Post

MASTER = "mia@example.org"
WATCHER = "zworn90@hidden.example"
NEWCOMER = "zworn91@hidden.example"
UNIT = re.compile(r"\b([AF]) ([A-Z0-9]{2,6}(?:/[A-Z]{2,6})?)\b")
# Offered builds follow the rules alone, even if an unseen unit is in the way.
_OFFERED = re.compile(r"chosen from:\n\n(?: {2}.* B\n)+")
ABBREVIATION = re.compile(r"\b[A-Z0-9]{2,6}\b")
_DRAWN_OWNER = re.compile(r"^(\S+) of ", re.MULTILINE)


class SecretGame:
    """The real game `smp`, and the positions it went through."""

    game: Game

    def __init__(self, folder: Path, variant: str, options: tuple[str, ...]) -> None:
        self.post = Post(folder)
        # Templates are compiled once for all games.
        self.post.judge = replace(self.post.judge, renderer=_renderer())
        self.positions: list[Position] = []
        self.written: dict[str, str] = {}
        created = self.write(MASTER, f"CREATE smp {variant}")
        assert "created" in created[0].subject, created[0].text
        for option in options:
            told = self.write(MASTER, f"SIGN ON M@smp\nSET {option}", reply=True)
            assert "refused" not in told[0].subject, told[0].text

    def pass_time(self) -> list[Arrived]:
        """Move the clock to the next due time; return the mails that the judge sends."""
        before = len(self.post.arrived)
        self.post.now = self.game.grace or self.game.deadline or self.post.now
        self.post.tick()
        self._note()
        return self.post.arrived[before:]

    def _stored(self) -> Game:
        judge = self.post.judge
        with judge.store.begin() as connection:
            game = load_game(connection, "smp", judge.variants.read)
        assert game is not None
        return game

    def gather(self) -> None:
        """Let an observer join, and as many people as the start needs.

        If the game will have no Master, its creator is the first to join.
        """
        self.write(WATCHER, "OBSERVE smp")
        if not self.game.settings.moderated:
            self.write(MASTER, "JOIN smp")
        number = 10
        while self.game.position is None:
            self.write(f"zworn{number}@hidden.example", "JOIN smp")
            number += 1

    def write(self, sender: str, body: str, *, reply: bool = False) -> list[Arrived]:
        """Let `sender` write a letter; return the mails that the judge sends after it."""
        before = len(self.post.arrived)
        self.written[sender] = f"{self.written.get(sender, '')}\n{body}"
        name = f"Qua{sender.partition('@')[0]}"
        if reply:
            self.post.reply(sender, body)
        else:
            self.post.write(f"{name} <{sender}>", body, ADDRESS)
        self._note()
        return self.post.arrived[before:]

    def reply_for(self, power: str, body: str) -> list[Arrived]:
        """Let the player of `power` answer the last mail for it; return the mails that result.

        If the player got no such mail, they only sign on.
        """
        seat = self.game.seat(power)
        if seat.player is None:
            return []
        mine = [
            mail
            for mail in self.post.arrived
            if mail.to == seat.player.address
            and f"You are {power} in" in mail.text
            and "Press from" not in mail.subject
        ]
        if not mine:
            return self.write(seat.player.address, f"SIGN ON {power}@smp")
        before = len(self.post.arrived)
        address = seat.player.address
        self.written[address] = f"{self.written.get(address, '')}\n{body}"
        self.post.reply(seat.player.address, body, mine[-1])
        self._note()
        return self.post.arrived[before:]

    def _note(self) -> None:
        self.game = self._stored()
        position = self.game.position
        if position is not None and position not in self.positions[-1:]:
            self.positions.append(position)

    def powers_of(self, address: str) -> tuple[str, ...]:
        """Return the powers of the person with this address."""
        return tuple(
            seat.power
            for seat in self.game.seats
            if seat.player is not None and seat.player.address == address
        )

    def strangers_named(self, mail: Arrived) -> set[str]:
        """Return the people who are named in `mail`, except its reader and the Master."""
        said = "\n".join((*map(str, mail.mail.values()), mail.text))
        return set(re.findall(r"zworn\d\d", said)) - {mail.to.partition("@")[0]}

    def dark_units_in(self, mail: Arrived) -> set[str]:
        """Return the units in `mail` that are on the board but that its reader cannot see.

        A mail about the past may name units that were seen then, and every mail may repeat its
        reader's own lines.
        """
        about = mail.subject.partition("] ")[2]
        past = about.startswith(("History", "Map", "S", "re-"))
        moments = self.positions if past else self.positions[-2:]
        geography = self.game.variant.geography
        powers = self.powers_of(mail.to)
        real, seen = set[str](), set[str]()
        for position in moments:
            sight = seen_by(powers, position, geography)
            for unit in units_of(position):
                text = unit_text(unit, geography)
                real.add(text)
                if geography.province_of[unit.location] in sight:
                    seen.add(text)
        own = UNIT.findall(self.written.get(mail.to, ""))
        words = _OFFERED.sub("", mail.text)
        said = set(UNIT.findall(f"{words}\n{drawn_in(mail)}")) - set(own)
        return {f"{kind} {place}" for kind, place in said} & (real - seen)

    def dark_centers_in(self, mail: Arrived) -> set[str]:
        """Return the centers in `mail` with an owner that its reader has never seen."""
        geography = self.game.variant.geography
        sight = set[int]()
        for position in self.positions:
            sight |= seen_by(self.powers_of(mail.to), position, geography)
        known = {geography.provinces[place].abbreviation for place in sight}
        told = {*_centers_told(mail.text), *_DRAWN_OWNER.findall(drawn_in(mail))}
        return {center for center in told if center not in known}


def drawn_in(mail: Arrived) -> str:
    """Return the contents of the picture in `mail`: its units, and the owners of centers."""
    for part in mail.mail.walk():
        if part.get_content_type() == "image/png":
            drawing = read_drawing(part.get_payload(decode=True).decode())
            pieces = [f"{one.kind} {one.place}" for one in drawing.pieces]
            owners = [f"{center} of {owner}" for center, owner in drawing.owners]
            return "\n".join((*pieces, *owners, drawing.alternative))
    return ""


@lru_cache
def _renderer() -> Renderer:
    return Renderer(shipped("templates"), ADDRESS)


def seen_by(powers: tuple[str, ...], position: Position, geography: Geography) -> set[int]:
    """Return the provinces that these powers see, by all edges between provinces."""
    place = geography.province_of
    own = {place[u.location] for u in units_of(position) if u.power in powers}
    own |= {n for n, owner in enumerate(position.owners) if owner in powers}
    sight = set(own)
    for province in own:
        sight |= set(bits(geography.army_edges[province]))
        for location, home in enumerate(place):
            if home == province:
                sight |= {place[to] for to in bits(geography.fleet_edges[location])}
    return sight


def units_of(position: Position) -> tuple[Unit, ...]:
    """Return all units of a position, dislodged ones included."""
    return (*position.units, *(one.unit for one in position.dislodged))


def unit_text(unit: Unit, geography: Geography) -> str:
    """Return a unit in the form that mails use."""
    return f"{unit.kind.value} {geography.locations[unit.location].text}"


def some_orders(game: Game, power: str, chance: Random) -> Iterator[str]:
    """Yield order lines for the units of `power`: many moves, and some into unseen provinces."""
    assert game.position is not None
    geography = game.variant.geography
    texts = [place.text for place in geography.locations]
    units = units_of(game.position)
    for unit in units:
        if unit.power != power:
            continue
        army = unit.kind is UnitKind.ARMY
        edges = geography.army_edges if army else geography.fleet_edges
        near = list(bits(edges[unit.location])) or [unit.location]
        other = unit_text(chance.choice(units), geography)
        name, target = unit_text(unit, geography), texts[chance.choice(near)]
        yield chance.choice(
            (
                f"{name} - {target}",
                f"{name} - {target}",
                f"{name} S {other} - {target}",
                f"{name} S {other}",
                f"{name} C {other} - {chance.choice(texts)}",
                f"{name} - {chance.choice(texts)}",
            )
        )


def _centers_told(text: str) -> Iterator[str]:
    """Yield the centers in the lists and tables of a mail that have an owner there."""
    telling = ""
    for line in text.splitlines():
        if not line.strip():
            telling = telling if telling == "grid" else ""
        elif not line.startswith(" "):
            telling = line
            if line.startswith("Owners, year by year"):
                telling = "grid"
        elif telling in ("grid",) and (cells := line.split())[1:]:
            if ABBREVIATION.fullmatch(cells[0]) and set(cells[1:]) - {"?"}:
                yield cells[0]
        elif "enters" in telling and "Centers, year" not in telling:
            yield from ABBREVIATION.findall(line)
