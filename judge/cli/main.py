"""The command line of the judge.

Each command imports the modules that it needs when it runs, so that small commands start quickly.
"""

import gc
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from io import TextIOWrapper
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated

import typer

from judge.cli.backup import backup, restore
from judge.cli.console import (
    Dark,
    Picture,
    act_as_owner,
    answer,
    in_plain_words,
    serve_as_owner,
    settings,
    store,
)
from judge.cli.keeper import admin, clock, import_game, letters, notices
from judge.cli.status import status
from judge.cli.variant.commands import variant

if TYPE_CHECKING:
    from judge.app import Share
    from judge.cli.setup import Places
    from judge.config import Configuration
    from judge.engine import Variant

log = logging.getLogger(__name__)

_LOOK = 1.0  # second; how often a waiting program looks for its end

app = typer.Typer(
    help="An e-mail judge for the board game Diplomacy.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
# Headings of the groups of commands in the help.
_SET_UP, _RUN, _CARE = "Set up", "Run", "Look after"
_BOARDS = "Boards and orders, without a judge"

for command in (status, admin, backup, restore, import_game):
    app.command(rich_help_panel=_CARE)(command)
app.add_typer(letters, name="letters", rich_help_panel=_CARE)
app.add_typer(notices, name="notices", rich_help_panel=_CARE)
app.add_typer(clock, name="clock", rich_help_panel=_CARE)
app.add_typer(variant, name="variant", rich_help_panel=_BOARDS)


def _print_version(*, wanted: bool) -> None:
    if wanted:
        from judge.host import version

        typer.echo(f"judge {version()}")
        raise typer.Exit


@app.callback()
def judge(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version of the judge.",
            callback=lambda wanted: _print_version(wanted=wanted),
            is_eager=True,
        ),
    ] = False,
) -> None:
    """Run an e-mail judge for the board game Diplomacy."""


setup_app = typer.Typer(invoke_without_command=True)
app.add_typer(setup_app, name="setup", rich_help_panel=_SET_UP)


@setup_app.callback()
def setup(  # noqa: PLR0913, PLR0917 - seven options, and the context that tells of `mailbox`
    context: typer.Context,
    address: Annotated[str, typer.Option(help="The judge's mail address.")] = "",
    keeper: Annotated[str, typer.Option(help="Your own address.")] = "",
    mail_in: Annotated[str, typer.Option(help="postfix, or imaps://USER@HOST.")] = "",
    mail_out: Annotated[str, typer.Option(help="postfix, or smtp://USER@HOST.")] = "",
    data: Annotated[str, typer.Option(help="Where database and key lie.")] = "",
    web: Annotated[str, typer.Option(help="The address of pages for browsers, or no.")] = "",
    answers: Annotated[
        Path | None, typer.Option(help="Answers in TOML, by the names of these options.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do it without asking.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would change, and stop.")
    ] = False,
) -> None:
    """Set up a judge on this machine, or change one: six questions, then `check`.

    Writes configuration, Postfix's lines, unit and rights, shows what differs first,
    keeps what was there, and prints the DNS records to publish. Passwords are asked, or
    stand in the file of answers as imap_password and relay_password.
    """
    if context.invoked_subcommand is not None:
        return
    from judge.cli.setup import read_answers, set_up

    options = {"address": address, "keeper": keeper, "mail_in": mail_in}
    options |= {"mail_out": mail_out, "data": data, "web": web}
    try:
        given = read_answers(answers) if answers else {}
    except ValueError as error:
        answer((str(error), False))
    given |= {name: value for name, value in options.items() if value}
    places = _places()
    if not set_up(given, places, sure=yes, dry=dry_run):
        raise typer.Exit(1)
    if not dry_run:
        _check_after_setup(places)


@setup_app.command(name="mailbox")
def setup_mailbox(
    address: Annotated[
        str, typer.Argument(help="The mailbox's address; without one, sign in again.")
    ] = "",
    client_id: Annotated[
        str, typer.Option(help="The id under which the judge is registered (OAuth 2).")
    ] = "",
    client_secret: Annotated[str, typer.Option(help="The secret that Google gives with it.")] = "",
    port: Annotated[
        int, typer.Option(help="The port of this machine to which a browser comes back.")
    ] = 8765,
    yes: Annotated[bool, typer.Option("--yes", help="Do it without asking.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would change, and stop.")
    ] = False,
) -> None:
    """Let the judge live in a mailbox at a provider, or sign in there again.

    The servers are known for the common providers, and found out for others. Providers that take
    no passwords of programs are signed in to with a browser.
    """
    from judge.cli.mailbox import Registration, set_up_mailbox, sign_in_again

    if not address:
        found = settings()
        if not found.oauth:
            answer(("No provider is set that one signs in to; name the mailbox's address.", False))
        raise typer.Exit(0 if sign_in_again(found, port) else 1)
    places = _places()
    registration = Registration(client_id, client_secret, port)
    if not set_up_mailbox(address, registration, places, sure=yes, dry=dry_run):
        raise typer.Exit(1)
    if not dry_run:
        _check_after_setup(places)


def _places() -> "Places":
    from judge.cli.setup import Places
    from judge.config import CONFIG_VARIABLE, SYSTEM_FILE

    return Places(config=Path(os.environ.get(CONFIG_VARIABLE) or SYSTEM_FILE))


def _check_after_setup(places: "Places") -> None:
    from judge.config import CONFIG_VARIABLE

    # Another settings file may be in the working folder.
    os.environ[CONFIG_VARIABLE] = str(places.config)
    check()


@app.command(rich_help_panel=_SET_UP)
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
    from judge.cli.check import all_findings

    troubled = False
    for finding in all_findings(act_as_owner, quick=quick):
        troubled = troubled or bool(finding.trouble)
        typer.echo(finding.json() if json else finding.line())
    raise typer.Exit(int(troubled))


@app.command(rich_help_panel=_SET_UP)
def demo(
    out: Annotated[Path | None, typer.Option(help="Keep every mail in this folder.")] = None,
    web: Annotated[
        bool, typer.Option("--web", help="Leave the game open for a browser at its end.")
    ] = False,
) -> None:
    """Play a whole game by real mail on this machine, and show what was sent."""
    from judge.demo import play_demo

    raise typer.Exit(play_demo(out, typer.echo, (lambda: _wait_for(_stop())) if web else None))


def _stop() -> Event:
    """Return an event that is set when the program is told to stop."""
    stop = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    return stop


def _wait_for(stop: Event) -> None:
    # The system may give a signal to any thread. This thread runs the handler, but is not woken
    # for it.
    while not stop.wait(_LOOK):
        pass


@app.command(rich_help_panel=_RUN)
def serve() -> None:
    """Run the judge: take mail, answer it, mind the deadlines, until it is stopped."""
    from judge.app import Share

    _run(Share(), "serves")


@app.command(rich_help_panel=_RUN)
def door() -> None:
    """Take mail and keep it; `judge work` does all else. Until it is stopped."""
    from judge.app import Share

    _run(Share(queues=()), "takes the mail for")


@app.command(rich_help_panel=_RUN)
def work(
    queues: Annotated[
        str, typer.Option(help="Which work, with commas: letters, phases, pictures, mail.")
    ] = "letters,phases,pictures,mail",
) -> None:
    """Do the work on the mail that `judge door` takes, until it is stopped."""
    from judge.app import Share
    from judge.service import QUEUES

    wanted = tuple(name.strip().lower() for name in queues.split(","))
    unknown = [name for name in wanted if name not in QUEUES]
    if unknown:
        known = ", ".join(QUEUES)
        raise typer.BadParameter(f"{unknown[0]!r} is no such work; there is {known}.")
    _run(Share(doors=False, queues=wanted), f"does the work of {', '.join(wanted)} for")


@app.command(rich_help_panel=_RUN)
def web(
    port: Annotated[int, typer.Option(help="The port, if not `web_port` or 8035.")] = 0,
) -> None:
    """Show the judge's pages to browsers, as a program of its own, until it is stopped."""
    from judge.app import build, utc_now, web_of
    from judge.cli.web import WEB_PORT

    found = settings()
    serve_as_owner(found)
    wanted = port or found.web_port or WEB_PORT
    _begin(found, {"web_port": (found.web_host, wanted)})
    stop = _stop()
    try:
        with in_plain_words(), web_of(build(found), found, utc_now, wanted) as answered_at:
            gc.freeze()
            typer.echo(f"The pages are at http://{found.web_host}:{answered_at}/.")
            _wait_for(stop)
    except ModuleNotFoundError as error:
        answer((f"The web face needs {error.name}: install judge[web].", False))


def _run(share: "Share", deed: str) -> None:
    from judge.app import build, serving
    from judge.cli.ports import ports_of
    from judge.host import in_service

    found = settings()
    serve_as_owner(found)
    _begin(found, ports_of(found, doors=share.doors))
    stop = _stop()
    with in_plain_words(), in_service(found.data), serving(build(found), found, share=share):
        gc.freeze()  # the loaded modules are never garbage, and need no collection
        typer.echo(f"The judge {deed} {found.address}; stop it with Ctrl-C.")
        _wait_for(stop)


def _begin(settings: "Configuration", ports: Mapping[str, tuple[str, int]]) -> None:
    """Open the log, and end with status 1 if a program with these `ports` must not start.

    The ports are (host, port), by the name of their setting.
    """
    from judge.cli.check import hindrances
    from judge.cli.settings import senseless
    from judge.logs import write_log

    write_log(sys.stderr, settings.log_level, as_json=settings.log_json)
    with in_plain_words():
        hindered = tuple(hindrances(settings, ports))
    for told in hindered:
        typer.echo(told, err=True)
    if hindered:
        raise typer.Exit(1)
    for finding in senseless(settings):
        log.warning("%s", finding.trouble)


@app.command(name="migrate", rich_help_panel=_RUN)
def migrate_store() -> None:
    """Bring the tables of the database up to date."""
    from judge.host import in_service
    from judge.shipped import shipped
    from judge.store import migrate, open_store

    found = settings()
    act_as_owner(found)
    with in_plain_words(), in_service(found.data):
        migrate(open_store(found.database_url), shipped("migrations"))
    typer.echo("The database is up to date.")


@app.command(rich_help_panel=_BOARDS)
def adjudicate(
    file: Annotated[
        Path | None, typer.Argument(help="Position and orders; standard input if none.")
    ] = None,
    jsonl: Annotated[bool, typer.Option(help="One JSON object a line in, one out.")] = False,
    possible: Annotated[
        bool, typer.Option(help="The possible orders instead, one JSON object a line.")
    ] = False,
    board: Annotated[
        str, typer.Option("--variant", help="On which board: a name, or a folder.")
    ] = "standard",
    picture: Picture = None,
    dark: Dark = False,
) -> None:
    """Adjudicate positions and orders, and say what became of each order and why."""
    from judge.cli.variant.told import called, located
    from judge.shipped import shipped_variant

    found = settings()
    name, homes = located(board, found.variants)
    if isinstance(trouble := called(name, homes), str):
        answer((trouble, False))

    def variant(name: str) -> "Variant":
        return shipped_variant(name, homes)

    with _opened(file) as source:
        if jsonl or possible:
            _answer_lines(source, name, variant, possible=possible)
            return
        text = source.read()
    from judge.cli.adjudicate import adjudicate_text

    typer.echo(adjudicate_text(text, variant, name))
    if picture is not None:
        from judge.cli.pictures import draw_case, picture_sources

        sources = replace(picture_sources(found, dark=dark), homes=homes)
        with in_plain_words():
            said = draw_case(text, name, picture, sources)
        answer(said)


@app.command(rich_help_panel=_CARE)
def render(
    game: str,
    folder: Annotated[Path, typer.Option("--all", help="Where all pictures go.")],
    dark: Dark = False,
) -> None:
    """Draw a game: each phase, all of them on a strip, and as an animated picture."""
    from judge.cli.pictures import draw_stored, picture_sources

    with in_plain_words(), store().begin() as connection:
        sources = picture_sources(settings(), dark=dark)
        said = draw_stored(connection, game, folder, sources)
    answer(said)


@app.command(rich_help_panel=_SET_UP)
def man(
    folder: Annotated[Path, typer.Argument(help="Where: /usr/local/share/man, for example.")],
) -> None:
    """Write the man pages judge(1), judge.toml(5) and judge-troubles(7) of this version."""
    from judge.cli.man import write_man_pages

    with in_plain_words():
        files = write_man_pages(app, folder)
    typer.echo("Wrote " + ", ".join(map(str, files)) + ".")


def _opened(file: Path | None) -> TextIOWrapper:
    """Return the file, or standard input; bytes that are not UTF-8 damage only their own line."""
    raw = sys.stdin.buffer if file is None else file.open("rb")
    return TextIOWrapper(raw, encoding="utf-8", errors="replace")


def _answer_lines(
    source: TextIOWrapper, board: str, variants: "Callable[[str], Variant]", *, possible: bool
) -> None:
    from judge.notation import adjudicate_lines

    for line in adjudicate_lines(source, variants, board, possible=possible):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def main() -> None:
    """Run the command line."""
    app()


if __name__ == "__main__":
    main()
