"""Making sample mails: answers to letters, and news for seats."""

from judge.game import MASTER, OBSERVER, Event, Fact, Game, Player, Reader
from judge.letter import Notice
from judge.render import Answer, Renderer
from tests.render import story
from tests.render.story import MIA, NOW, OLGA, PLAYERS

FANNY = PLAYERS["France"]
Told = tuple[str, Notice]


def answer(
    renderer: Renderer,
    game: Game | None,
    *events: Event,
    player: Player = FANNY,
    role: str = "France",
) -> Notice:
    return renderer.answer(Answer(player, role, game, events, story.LETTER, NOW))


def news(renderer: Renderer, game: Game, event: Fact, role: str) -> Notice:
    people = PLAYERS | {MASTER: MIA, OBSERVER: OLGA}
    return renderer.news((event,), game, Reader(people[role], role), NOW)
