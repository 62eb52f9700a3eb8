"""Two games that differ in one secret have the same pages, feeds, files and pictures."""

import re
from collections.abc import Set
from datetime import timedelta
from pathlib import Path

import pytest

from judge.game import profiles
from judge.store import games
from tests.amount import every
from tests.dialogs.test_dialogs import Shelf
from tests.service.test_leaks import Pair, pairs
from tests.web.visits import visitor

ADDRESSES = (
    *("/", "/games", "/games?state=running", "/hall", "/hall.json", "/openings.atom"),
    *("/status", "/variants", "/help", "/robots.txt", "/me"),
)
OF_A_GAME = ("", ".json", ".atom", ".ics", "/start.svg")
BOARDS = re.compile(r'href="(/games/\w+/[SFW]-?\d+[MRA](?:\.svg)?)"')
PEOPLE = re.compile(r'href="(/people/[^"]+)"')
# The random name that a page gives to its letter.
ONCE = re.compile(rb'name="once" value="[^"]+"')


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("played"), plus_addresses=True)


def _is_public(pair: Pair) -> bool:
    """Return whether a stranger may know the difference between the games of a pair."""
    return "olga@example.org" in pair.knowing


@pytest.mark.parametrize(
    "pair",
    [pair for pair in pairs() if not _is_public(pair)][:: every(7)],
    ids=lambda pair: pair.name,
)
def test_a_secret_is_in_no_byte_of_the_web(pair: Pair, tmp_path: Path, shelf: Shelf) -> None:
    one, other = (
        _read(story, pair.knowing, tmp_path / str(number), shelf)
        for number, story in enumerate(pair.stories)
    )

    assert one == other


def _read(story: str, knowing: Set[str], folder: Path, shelf: Shelf) -> dict[str, bytes]:
    """Return the pages, by address, that a stranger or a player who is not `knowing` can read."""
    folder.mkdir()
    file = folder / "story.txt"
    file.write_text(story, "utf-8")
    post = shelf.play(file, folder)
    reader = visitor(post)
    with post.judge.store.begin() as connection:
        names = games.all_names(connection)
        played = games.load_games(connection, names, post.judge.variants.read)
    found = {address: reader.get(address).content for address in ADDRESSES}
    for game in played:
        home = f"/games/{game.name}"
        found |= {home + one: reader.get(home + one).content for one in OF_A_GAME}
        page = found[home].decode()
        assert f"<h1>{game.name}" in page or not game.settings.web
        phases = {str(one.phase) for one in game.history} | {
            str(game.position and game.position.phase)
        }
        further = {*BOARDS.findall(page), *PEOPLE.findall(page)}
        further |= {
            f"{home}/{one}{end}" for one in phases for end in ("", ".svg", ".svg?dark", "/try")
        }
        found |= {address: reader.get(address).content for address in sorted(further)}
        players = [seat.player for seat in game.seats if seat.player]
        for player in [one for one in players if one.address not in knowing][:1]:
            post.now += timedelta(minutes=1)
            key = profiles.web_key(post.judge.key, player.number, post.now)
            assert reader.post(f"/key/{key}", data={"open": "yes"}).is_success
            place = reader.get(f"/me/{game.name}")
            assert place.url.path == f"/me/{game.name}"
            found[f"/me/{game.name}"] = ONCE.sub(b"", place.content)
            role = next(seat.power for seat in game.seats if seat.player == player)
            form = {"as": role, "text": "A PAR - BUR", "assumed": "Germany: A MUN - BUR"}
            looked = reader.post(f"/me/{game.name}/preview", data=form)
            found["a look"] = ONCE.sub(b"", looked.content)
    return found
