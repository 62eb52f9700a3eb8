"""`judge clock`: the time by which deadlines go, and the word of the keeper on it."""

import typer

from judge.cli.console import in_plain_words, store

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
