"""`judge import-game`: a game that was exported is set up again."""

from pathlib import Path
from typing import Annotated

import typer

from judge.cli.console import act_as_owner, answer, in_plain_words, settings

_File = Annotated[Path, typer.Argument(help="What EXPORT sent, or its game.json.")]
_Master = Annotated[str, typer.Argument(help="The address of its Master to be.")]


def import_game(file: _File, master: _Master) -> None:
    """Set a game up again that was exported here or elsewhere, for a new Master.

    It is paused if it ran, with all its powers open, and nobody is told.
    """
    from judge.app import judge_of, utc_now
    from judge.service import MOST_BYTES, import_game as imported
    from judge.store import exported

    found = settings()
    act_as_owner(found)
    with in_plain_words():
        with file.open("rb") as source:
            content = source.read(MOST_BYTES + 1)
        judge = judge_of(found)
        try:
            with judge.store.begin() as connection:
                game = imported(judge, connection, content, master, utc_now())
        except exported.NoGameError as why:
            answer((f"{file} was not taken: {why}", False))
        finally:
            judge.store.dispose()
    words = f"{game.name} is there; its Master enters it by SIGN ON M@{game.name}."
    answer((words, True))
