"""For whom a notice is: the role he has now, and whom his reply goes to."""

from dataclasses import replace

from judge.game import MONITOR, Fact, Game, PressSent, Reader, holds, roles_of
from judge.letter import ReplyTo
from judge.render.facts.pages import Scene


def present(reader: Reader, game: Game | None) -> Reader:
    """Return `reader` in the role he has now: he may have got or lost one meanwhile.

    A Master who acts for a power is still the Master.
    """
    if (
        game is None
        or reader.role == MONITOR
        or holds(game, reader.player, reader.role)
    ):
        return reader
    return replace(reader, role=next(iter(roles_of(game, reader.player)), ""))


def conversation_of(
    events: tuple[Fact, ...], game: Game, reader: Reader
) -> tuple[str, ...]:
    """Return whom a reply to a mail goes to as press, () for nobody."""
    match events:
        case (PressSent() as press,) if reader.role != MONITOR:
            return press.conversation(game, reader)
        case _:
            return ()


def place_of(reader: Reader, scene: Scene) -> ReplyTo | None:
    """Return the place to reply for: the one `reader` has now, or else has left.

    By the latter his reply is known, and he can be told that he has left it.
    """
    role = scene.reader.role or reader.role
    if scene.game is None or not role or not reader.player.number:
        return None
    return ReplyTo(reader.player.number, scene.game.name, role)
