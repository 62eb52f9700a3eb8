"""`judge notices`: the mails that did not go out, and sending them again."""

from datetime import timedelta
from typing import Annotated

import typer

from judge.cli.console import in_plain_words, store

# What is older tells of phases that have been played long since; it goes by its number.
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


@notices.command()
def retry(
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
    from judge.store import keeper, outbox

    now, final = utc_now(), (outbox.CAME_BACK, outbox.PAUSED)
    with in_plain_words(), store().begin() as connection:
        wanted = numbers or [
            one.number
            for one in keeper.undelivered(connection)
            if one.created > now - _RECENT and one.reason not in final
            if not is_of_one_mail(one.reason)
        ]
        count = keeper.send_again(connection, wanted, now)
    if numbers and count < len(set(numbers)):
        typer.echo("Not all of these failed or wait.", err=True)
    typer.echo(f"{count} will be sent." if count else "There is nothing to send again.")
    raise typer.Exit(int(bool(numbers) and not count))
