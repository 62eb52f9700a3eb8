"""A picture shows only what its reader may see, in the map and in the numbers of the legend."""

import pytest

from judge.game import MASTER, Game, Reader, turn, view
from judge.pictures import Drawing
from judge.render.enclosed import drawing_of
from judge.render.templates import ENGLISH
from tests.kinds import replace
from tests.pictures.svg import drawn, told, words
from tests.render import story
from tests.render.story import DEADLINE, MIA, NOW, PLAYERS

FALL = story.HISTORY[0]
EVENT = turn.PhaseProcessed(FALL.before, FALL.adjudication, NOW, (), DEADLINE)
PEOPLE = PLAYERS | {MASTER: MIA}
IN_SIGHT = {
    "A BUR (Germany)",
    "A BEL (Germany)",
    "F KIE (Germany)",
    "A MUN (Germany)",
    "A LON (England)",
    "F ENG (England)",
    "A TYR (Italy)",
}


@pytest.fixture
def game() -> Game:
    """Return a blind game just after a movement phase."""
    game = story.at("F1902R")
    return replace(game, settings=replace(game.settings, blind=True))


def sent(game: Game, role: str) -> Drawing:
    """Return the drawing of the results that is sent to `role`."""
    reader = Reader(PEOPLE[role], role)
    drawing = drawing_of(EVENT.shown(game, reader), view(game, reader), role, ENGLISH)
    assert drawing is not None
    return drawing


def test_the_blind_are_sent_no_unit_that_is_out_of_sight(game: Game) -> None:
    drawing = sent(game, "France")
    foreign = {
        f"{one.kind} {one.place} ({one.power})" for one in drawing.pieces if one.power != "France"
    }

    assert foreign == IN_SIGHT
    assert "Russia" not in drawing.text()


def test_the_blind_are_sent_no_orders_but_their_own(game: Game) -> None:
    strokes = [text for style, text in told(drawn(sent(game, "France"))) if "unit" not in style]

    assert strokes
    assert all(text.startswith("France: ") for text in strokes)


def test_the_blind_read_no_count_of_others(game: Game) -> None:
    drawing = sent(game, "France")

    assert drawing.centers == (("France", 5),)
    assert drawing.alternative.endswith(" France has 5 centers and 5 units.")
    assert "Austria 5" not in " ".join(words(drawn(drawing)).split())


def test_what_is_out_of_sight_lies_in_fog(game: Game) -> None:
    drawing = sent(game, "France")

    assert "VIE" in drawing.unseen
    assert drawn(drawing).find(".//*[@id='fog']") is not None
    assert not any(owner == "?" for _, owner in drawing.owners)


def test_the_master_sees_everything(game: Game) -> None:
    drawing = sent(game, MASTER)

    assert drawing.unseen == ()
    assert {power for power, _ in drawing.centers} == PLAYERS.keys()
    assert {one.power for one in drawing.pieces} == PLAYERS.keys()
