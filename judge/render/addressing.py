"""For whom a notice is: the role he has now, and whom his reply goes to."""

from dataclasses import replace

from judge.game import MONITOR, Event, Game, PressSent, Reader, diaries, holds, roles_of
from judge.letter import DIARY, ReplyTo, notes_address
from judge.render.facts.pages import Facts, Scene


def present(reader: Reader, game: Game | None) -> Reader:
    """Return `reader` in the role he has now: he may have got or lost one meanwhile.

    A Master who acts for a power is still the Master.
    """
    if game is None or reader.role == MONITOR or holds(game, reader.player, reader.role):
        return reader
    return replace(reader, role=next(iter(roles_of(game, reader.player)), ""))


def conversation_of(
    events: tuple[Event, ...], game: Game | None, reader: Reader
) -> tuple[str, ...]:
    """Return whom a reply to a mail goes to as press, () for nobody.

    What answers a note is answered by the next one.
    """
    if any(isinstance(one, diaries.NoteRecorded) and one.mailed for one in events):
        return (DIARY,)
    match events:
        case (PressSent() as press,) if game is not None and reader.role != MONITOR:
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


def own_facts(address: str, version: str, scene: Scene) -> Facts:
    """Return what a mail may tell of the judge at `address` itself."""
    notes = notes_address(address, scene.game.name if scene.game else "game")
    return {"judge_address": address, "notes_address": notes, "version": version}
