"""`judge letters`: the letters that were set aside, and trying them again."""

import sys

import typer

from judge.cli.console import in_plain_words, store

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


@letters.command()
def retry(number: int) -> None:
    """Let a letter that was set aside be answered after all."""
    from judge.store import keeper

    with in_plain_words(), store().begin() as connection:
        again = keeper.try_again(connection, number)
    if not again:
        typer.echo(f"Letter {number} is not set aside.", err=True)
        raise typer.Exit(1)
    typer.echo(f"Letter {number} will be answered.")
