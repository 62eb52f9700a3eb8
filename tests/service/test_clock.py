"""The chore of the clock when something fails."""

from datetime import datetime, timedelta

from judge.game import Event, Game, Reader
from judge.letter import Notice
from judge.render import Renderer
from tests.kinds import replace
from tests.post import Post
from tests.service.office import the_game


class Speechless:
    """A renderer with a bug: it cannot write news."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer

    def news(self, event: Event, game: Game, reader: Reader, now: datetime) -> Notice:
        raise KeyError(game.name)

    def __getattr__(self, name: str) -> object:
        return getattr(self._renderer, name)


def test_a_game_that_crashes_the_judge_is_tried_every_hour_and_the_keeper_is_told(
    office: Post,
) -> None:
    sound = office.judge.renderer
    office.judge = replace(office.judge, renderer=Speechless(sound))  # type: ignore[arg-type] - it answers to the same names
    deadline = the_game(office).deadline
    assert deadline is not None
    office.judge = replace(office.judge, outage=timedelta(days=30))
    seen = len(office.arrived)
    office.now = deadline + timedelta(minutes=1)
    for _ in range(5):
        office.tick()

    (told,) = office.arrived[seen:]
    assert (told.to, told.subject) == ("keeper@judge.test", "[smp] game smp is stuck")
    assert the_game(office).grace is None

    office.judge = replace(office.judge, renderer=sound)
    office.now += timedelta(hours=1)
    office.tick()

    assert the_game(office).grace is not None
