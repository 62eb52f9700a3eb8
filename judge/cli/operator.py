"""`judge setup` and `judge check`: what an operator begins with."""

import os
from pathlib import Path
from typing import Annotated

import typer

from judge.cli.console import act_as_owner, answer


def setup(
    address: Annotated[str, typer.Option(help="The judge's mail address.")] = "",
    keeper: Annotated[str, typer.Option(help="Your own address.")] = "",
    mail_in: Annotated[str, typer.Option(help="postfix, or imaps://USER@HOST.")] = "",
    mail_out: Annotated[str, typer.Option(help="postfix, or smtp://USER@HOST.")] = "",
    data: Annotated[str, typer.Option(help="Where database and key lie.")] = "",
    answers: Annotated[
        Path | None, typer.Option(help="Answers in TOML, by the names of these options.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do it without asking.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would change, and stop.")
    ] = False,
) -> None:
    """Set up a judge on this machine, or change one: five questions, then `check`.

    Writes configuration, Postfix's lines, unit and rights, shows what differs first,
    keeps what was there, and prints the DNS records to publish. Passwords are asked, or
    stand in the file of answers as imap_password and relay_password.
    """
    from judge.cli.setup import Places, read_answers, set_up
    from judge.config import CONFIG_VARIABLE, SYSTEM_FILE

    options = {"address": address, "keeper": keeper, "mail_in": mail_in}
    options |= {"mail_out": mail_out, "data": data}
    try:
        given = read_answers(answers) if answers else {}
    except ValueError as error:
        answer((str(error), False))
    given |= {name: value for name, value in options.items() if value}
    places = Places(config=Path(os.environ.get(CONFIG_VARIABLE) or SYSTEM_FILE))
    if not set_up(given, places, sure=yes, dry=dry_run):
        raise typer.Exit(1)
    if not dry_run:
        # Another may lie in the working folder.
        os.environ[CONFIG_VARIABLE] = str(places.config)
        check()


def check(
    quick: Annotated[
        bool, typer.Option(help="Ask no name server, and send no mail to the judge.")
    ] = False,
    json: Annotated[bool, typer.Option(help="One JSON object a line.")] = False,
) -> None:
    """Say in plain words whether a judge with these settings works.

    It writes a mail to itself, and says where that got lost. Ends with status 1 if
    there is a problem.
    """
    from judge.cli.check.all import all_findings

    troubled = False
    for finding in all_findings(act_as_owner, quick=quick):
        troubled = troubled or bool(finding.trouble)
        typer.echo(finding.json() if json else finding.line())
    raise typer.Exit(int(troubled))
