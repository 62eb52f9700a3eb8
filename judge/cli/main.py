"""The command line of the judge.

Each command imports what it needs when it runs, so that the small ones start at once.
"""

import signal
import sys
from io import TextIOWrapper
from pathlib import Path
from threading import Event
from typing import Annotated

import typer

from judge.cli.backup import backup, restore
from judge.cli.clock import clock
from judge.cli.console import act_as_owner, answer, in_plain_words, settings, store
from judge.cli.keeper import admin, letters, notices
from judge.cli.operator import check, setup
from judge.cli.status import status

Picture = Annotated[
    Path | None,
    typer.Option("--map", help="A file for the picture: .svg or .png."),
]
Dark = Annotated[bool, typer.Option(help="Draw it for a dark page.")]

app = typer.Typer(
    help="An e-mail judge for the board game Diplomacy.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(letters, name="letters")
app.add_typer(clock, name="clock")
app.add_typer(notices, name="notices")
for command in (admin, backup, restore, status):
    app.command()(command)
variant = typer.Typer(help="The variants: maps and how games on them start.")
app.add_typer(variant, name="variant")
app.command()(setup)
app.command()(check)


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


@app.command()
def demo(
    out: Annotated[
        Path | None, typer.Option(help="Keep every mail in this folder.")
    ] = None,
) -> None:
    """Play a whole game by real mail on this machine, and show what was sent."""
    from judge.demo import play_demo

    raise typer.Exit(play_demo(out, typer.echo))


@app.command()
def serve() -> None:
    """Run the judge: take mail, answer it, mind the deadlines, until it is stopped."""
    from judge.app import build, serving
    from judge.host import in_service
    from judge.logs import write_log

    found = settings()
    act_as_owner(found)
    write_log(sys.stderr, found.log_level, as_json=found.log_json)
    stop = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with in_plain_words(), in_service(found.data), serving(build(found), found):
        typer.echo(f"The judge serves {found.address}; stop it with Ctrl-C.")
        stop.wait()


@app.command(name="migrate")
def migrate_store() -> None:
    """Bring the tables of the database up to date."""
    from judge.host import in_service
    from judge.shipped import shipped
    from judge.store import migrate

    with in_plain_words(), in_service(settings().data):
        migrate(store(), shipped("migrations"))
    typer.echo("The database is up to date.")


@app.command()
def adjudicate(
    file: Annotated[
        Path | None, typer.Argument(help="Position and orders; standard input if none.")
    ] = None,
    jsonl: Annotated[
        bool, typer.Option(help="One JSON object a line in, one out.")
    ] = False,
    picture: Picture = None,
    dark: Dark = False,
) -> None:
    """Adjudicate positions and orders, and say what became of each order and why."""
    with _opened(file) as source:
        if jsonl:
            _answer_lines(source)
        else:
            _answer_text(source.read(), picture, dark=dark)


@app.command()
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


def _opened(file: Path | None) -> TextIOWrapper:
    """Return the file, or standard input; bytes that are no UTF-8 spoil one line."""
    raw = sys.stdin.buffer if file is None else file.open("rb")
    return TextIOWrapper(raw, encoding="utf-8", errors="replace")


def _answer_lines(source: TextIOWrapper) -> None:
    from judge.notation.exchange import adjudicate_lines
    from judge.shipped import shipped_variant

    for line in adjudicate_lines(source, shipped_variant):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def _answer_text(text: str, picture: Path | None, *, dark: bool) -> None:
    from judge.cli.adjudicate import adjudicate_text
    from judge.shipped import shipped_variant

    typer.echo(adjudicate_text(text, shipped_variant))
    if picture is not None:
        from judge.cli.pictures import draw_case, picture_sources

        with in_plain_words():
            said = draw_case(text, picture, picture_sources(settings(), dark=dark))
        answer(said)


@variant.command(name="list")
def list_variants() -> None:
    """List the variants with their sizes and designers."""
    from judge.cli.variants import list_text
    from judge.shipped import opened_variants

    typer.echo(list_text(opened_variants(settings().variants)))


@variant.command(name="show")
def show_variant(name: str, picture: Picture = None, dark: Dark = False) -> None:
    """Show a variant's powers, start, victory, sources and licence, and its board."""
    from judge.cli.variants import show_text

    said = show_text(name, settings().variants)
    if picture is not None and said[1]:
        from judge.cli.pictures import draw_variant, picture_sources

        with in_plain_words():
            drawn = draw_variant(name, picture, picture_sources(settings(), dark=dark))
        said = (f"{said[0]}\n\n{drawn[0]}", drawn[1])
    answer(said)


@variant.command(name="count")
def count_variant(names: list[str]) -> None:
    """Print what a variant, its folder, or map files of another program amount to."""
    from judge.cli.importing import count_named

    answer(count_named(names, settings().variants))


@variant.command(name="import")
def import_variant(
    files: Annotated[list[Path], typer.Argument(help="One map: files, folder or ZIP.")],
    out: Annotated[Path | None, typer.Option(help="Where; else ./NAME.")] = None,
    choice: Annotated[str, typer.Option("--variant", help="Which of a pack.")] = "",
    duality: Annotated[
        bool, typer.Option("--duality", help="Fleets convoy by njudge's DUALITY.")
    ] = False,
) -> None:
    """Make a variant of a map for another judge, or for a map program.

    njudge: map.*, seed.*, report.*, info.*. DPjudge: .map, and what it includes. jDip:
    variants.xml and its adjacency files. Realpolitik: .var, .map, .cnt, .gam.
    webDiplomacy and vDiplomacy: the variant's folder, with install.php and variant.php.

    What is not carried over is told line by line, and kept in the folder's README.md.
    """
    from judge.boards.imports import ImportOptions
    from judge.cli.importing import import_text

    answer(import_text(files, out, ImportOptions(choice, duality)))


@variant.command(name="check")
def check_variant(path: Path) -> None:
    """Say all that is wrong with the variant in a folder, or that nothing is."""
    from judge.cli.variants import check_text

    answer(check_text(path))


@variant.command(name="draw")
def draw_variant(name: str, cache: Path = Path("~/.cache/diplomacy-judge")) -> None:
    """Draw a board by its `places.toml`; coastlines are kept in the cache."""
    from judge.shipped import shipped

    try:
        from judge.atlas import draw_variant as drawn
    except ImportError as error:
        answer((f"{error}. Map makers install diplomacy-judge[maps].", False))
    home = settings().variants or shipped("variants")
    answer(drawn(home / name.lower(), cache.expanduser()))


def main() -> None:
    """Run the command line."""
    app()


if __name__ == "__main__":
    main()
