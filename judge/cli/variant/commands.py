"""The commands of `judge variant`; each takes a variant by its name or its folder."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from judge.cli.console import Dark, Picture, answer, in_plain_words, settings

Called = Annotated[str, typer.Argument(metavar="VARIANT", help="Its name, or its folder.")]
Page = Annotated[Path | None, typer.Option(help="A file for the same as a page, with its board.")]

variant = typer.Typer(help="The variants: maps and how games on them start.")


@variant.command(name="list")
def list_variants() -> None:
    """List the variants with their sizes and designers."""
    from judge.cli.variant.told import list_text
    from judge.shipped import opened_variants

    typer.echo(list_text(opened_variants(settings().variants)))


@variant.command(name="new")
def new_variant(
    name: Annotated[str, typer.Argument(metavar="NAME", help="How it is called.")],
    out: Annotated[Path | None, typer.Option(help="Where; else ./NAME.")] = None,
) -> None:
    """Make a folder with a small variant that plays, to be made into yours."""
    from judge.cli.variant.told import new_text

    with in_plain_words():
        said = new_text(name, out or Path(name))
    answer(said)


@variant.command(name="show")
def show_variant(
    name: Called, picture: Picture = None, dark: Dark = False, page: Page = None
) -> None:
    """Show a variant's powers, start, victory, rules and sources, and its board."""
    from judge.cli.variant.told import located, show_text

    called, homes = located(name, settings().variants)
    said, found = show_text(called, homes)
    if found and (picture or page):
        from judge.cli.pictures import draw_variant, picture_sources, write_page

        sources = replace(picture_sources(settings(), dark=dark), homes=homes)
        with in_plain_words():
            for file, write in ((picture, draw_variant), (page, write_page)):
                if file is not None and found:
                    told, found = write(called, file, sources)
                    said = f"{said}\n\n{told}"
    answer((said, found))


@variant.command(name="count")
def count_variant(names: list[str]) -> None:
    """Print what a variant, its folder, or map files of another program amount to."""
    from judge.cli.variant.importing import count_named

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
    godip: the variant's folder, or its Go files.

    What is not carried over is told line by line, and kept in the folder's README.md.
    """
    from judge.cli.variant.importing import import_text
    from judge.mapmaking.reading import facts

    answer(import_text(files, out, facts.ImportOptions(choice, duality)))


@variant.command(name="check")
def check_variant(name: Called) -> None:
    """Say all that is wrong with a variant, or that nothing is."""
    from judge.cli.variant.told import check_text, located

    answer(check_text(*located(name, settings().variants)))


@variant.command(name="play")
def play_variant(
    name: Called,
    seed: Annotated[int, typer.Option(help="Another number, another game.")] = 1,
    years: Annotated[int, typer.Option(help="It ends after so many years.")] = 50,
) -> None:
    """Play a game of chance on a variant to its end, and print all of it."""
    from judge.boards import VariantFile
    from judge.cli.variant.play import played_text
    from judge.cli.variant.told import called, located

    found = called(*located(name, settings().variants))
    if not isinstance(found, VariantFile):
        answer((found, False))
        return
    for paragraph in played_text(found.variant, seed, years):
        typer.echo(f"{paragraph}\n")


@variant.command(name="draw")
def draw_variant(name: Called, cache: Path = Path("~/.cache/diplomacy-judge")) -> None:
    """Draw a board by its `places.toml`; coastlines are kept in the cache."""
    from judge.boards import folder_of
    from judge.cli.variant.told import located

    try:
        from judge.mapmaking.drawing import draw
    except ImportError as error:
        answer((f"{error}. Map makers install diplomacy-judge[maps].", False))
    answer(draw.draw_variant(folder_of(*located(name, settings().variants)), cache.expanduser()))
