"""`judge admin`: on the host, what its keeper may mail as ADMIN."""

from typing import Annotated

import typer

from judge.cli.console import act_as_owner, answer, in_plain_words, settings


def admin(
    words: Annotated[list[str], typer.Argument(help="As people, games, block, give.")],
) -> None:
    """Obey a line that the keeper may mail behind ADMIN: people, games, blocks, alarms.

    HELP ADMIN, mailed to the judge, explains them all.
    """
    from judge.app import judge_of, utc_now
    from judge.commands import read_admin
    from judge.game import KeeperCommand, Player
    from judge.service import obey_keeper

    command = read_admin(" ".join(words))
    if not isinstance(command, KeeperCommand):
        typer.echo(f"Not understood: {' '.join(words)}", err=True)
        raise typer.Exit(2)
    found = settings()
    act_as_owner(found)
    with in_plain_words():
        judge = judge_of(found)
        nobody = Player(0, "", "")
        with judge.store.begin() as connection:
            lines = obey_keeper(judge, connection, command, nobody, utc_now())
        judge.store.dispose()
    answer(("\n".join(map(str, lines)), True))
