"""Commands for the keeper on the judge's machine: ADMIN, games, letters, mails, the clock."""

import sys
from datetime import timedelta
from pathlib import Path
from typing import Annotated

import typer

from judge.cli.console import act_as_owner, answer, in_plain_words, settings, store
from judge.game import KeeperCommand


def admin(
    words: Annotated[list[str], typer.Argument(help="As people, games, block, give.")],
) -> None:
    """Obey a line that the keeper may mail behind ADMIN: people, games, blocks, alarms.

    HELP ADMIN, mailed to the judge, explains them all.
    """
    from judge.app import judge_of, utc_now
    from judge.commands import read_admin
    from judge.game import Player
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


letters = typer.Typer(help="The letters that were set aside.")


@letters.callback(invoke_without_command=True)
def list_letters(context: typer.Context) -> None:
    """List the letters that were set aside because the judge stumbled over them."""
    if context.invoked_subcommand is not None:
        return
    from judge.store import keeper

    with in_plain_words(), store().begin() as connection:
        waiting = keeper.letters_set_aside(connection)
    for one in waiting:
        reason = one.note.splitlines()[-1]
        when = f"{one.received:%Y-%m-%d %H:%M}"
        typer.echo(f"{one.number:6}  {when} UTC  {one.sender}  {reason}")
    if not waiting:
        typer.echo("No letter is set aside.")


@letters.command()
def show(number: int) -> None:
    """Print a kept letter as it came, header and all."""
    from judge.store import keeper

    with in_plain_words(), store().begin() as connection:
        raw = keeper.letter_bytes(connection, number)
    if raw is None:
        typer.echo(f"There is no letter {number}.", err=True)
        raise typer.Exit(1)
    sys.stdout.buffer.write(raw)


@letters.command(name="retry")
def retry_letter(number: int) -> None:
    """Let a letter that was set aside be answered after all."""
    from judge.store import keeper

    with in_plain_words(), store().begin() as connection:
        again = keeper.try_again(connection, number)
    if not again:
        typer.echo(f"Letter {number} is not set aside.", err=True)
        raise typer.Exit(1)
    typer.echo(f"Letter {number} will be answered.")


# Older mails are about phases that were played long ago; they can be given by number.
_RECENT = timedelta(days=14)

notices = typer.Typer(help="The mails of the judge that did not go out.")


@notices.callback(invoke_without_command=True)
def list_notices(context: typer.Context) -> None:
    """List the mails that were refused or came back, and those still tried."""
    if context.invoked_subcommand is not None:
        return
    from judge.store import keeper

    with in_plain_words(), store().begin() as connection:
        found = keeper.undelivered(connection)
    for one in found:
        when = f"{one.created:%Y-%m-%d %H:%M} UTC"
        state = "failed" if one.failed else "waits"
        typer.echo(f"{one.number:6}  {when}  {state}  {one.to}  {one.reason}")
    if not found:
        typer.echo("All mail went out.")


@notices.command(name="retry")
def retry_notices(
    numbers: Annotated[
        list[int] | None, typer.Argument(help="These; else those the relay kept back.")
    ] = None,
) -> None:
    """Send mails that failed or wait, at once.

    Without numbers: those of the last 14 days but what was refused for the sake of its
    recipient, or came back.
    """
    from judge.app import utc_now
    from judge.mail import is_of_one_mail
    from judge.store import keeper, outbox, upkeep

    now, final = utc_now(), (outbox.CAME_BACK, outbox.PAUSED)
    with in_plain_words(), store().begin() as connection:
        wanted = numbers or [
            one.number
            for one in keeper.undelivered(connection)
            if one.created > now - _RECENT and one.reason not in final
            if not is_of_one_mail(one.reason)
        ]
        count = keeper.send_again(connection, wanted, now)
        upkeep.forget_quota(connection)
    if numbers and count < len(set(numbers)):
        typer.echo("Not all of these failed or wait.", err=True)
    typer.echo(f"{count} will be sent." if count else "There is nothing to send again.")
    raise typer.Exit(int(bool(numbers) and not count))


clock = typer.Typer(help="The clock by which deadlines go.")


@clock.callback(invoke_without_command=True)
def show_clock(context: typer.Context) -> None:
    """Show the time by which deadlines go, and when the judge was last awake."""
    if context.invoked_subcommand is not None:
        return
    from judge.app import utc_now
    from judge.store import inbox

    with in_plain_words(), store().begin() as connection:
        last = inbox.last_sign(connection)
    awake = f"{last:%Y-%m-%d %H:%M:%S} UTC" if last else "not known yet"
    typer.echo(f"The clock says      {utc_now():%Y-%m-%d %H:%M:%S} UTC.")
    typer.echo(f"Last awake          {awake}.")


@clock.command()
def right() -> None:
    """Say that the clock is right, however far it is from when the judge was awake."""
    from judge.app import utc_now
    from judge.service import believe_clock

    with in_plain_words():
        believe_clock(store(), utc_now())
    typer.echo("The judge goes on by this clock.")
