"""Two games that differ in one secret have the same pages, feeds, files and pictures."""

import re
from pathlib import Path

import pytest

from tests.amount import every
from tests.dialogs.test_dialogs import Shelf
from tests.service.test_leaks import Pair, pairs
from tests.web.visits import visitor

ADDRESSES = (
    *("/", "/games", "/hall", "/hall.json", "/openings.atom", "/status"),
    *("/games/smp", "/games/smp.json", "/games/smp.atom", "/games/smp.ics"),
)
BOARDS = re.compile(r'href="(/games/smp/[SFW]\d+[MRA](?:\.svg)?)"')


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("played"), plus_addresses=True)


def _is_public(pair: Pair) -> bool:
    """Return whether a stranger may know what the pair differs in."""
    return "olga@example.org" in pair.knowing


@pytest.mark.parametrize(
    "pair",
    [pair for pair in pairs() if not _is_public(pair)][:: every(7)],
    ids=lambda pair: pair.name,
)
def test_a_secret_is_in_no_byte_of_the_web(pair: Pair, tmp_path: Path, shelf: Shelf) -> None:
    one, other = (
        _read(story, tmp_path / str(number), shelf) for number, story in enumerate(pair.stories)
    )

    assert one == other


def _read(story: str, folder: Path, shelf: Shelf) -> dict[str, bytes]:
    """Return all that a stranger can read of the game of a story, by its address."""
    folder.mkdir()
    file = folder / "story.txt"
    file.write_text(story, "utf-8")
    reader = visitor(shelf.play(file, folder))
    found = {address: reader.get(address).content for address in ADDRESSES}
    boards = {"/games/smp/start.svg", *BOARDS.findall(found["/games/smp"].decode())}
    return found | {address: reader.get(address).content for address in sorted(boards)}
