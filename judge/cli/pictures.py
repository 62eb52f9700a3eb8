"""Pictures that an operator can draw: a variant, results of orders, a whole game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection

from judge.boards import Homes, VariantFile, folder_of, open_variant, read_variant
from judge.config import Configuration
from judge.engine import Variant
from judge.game import Game, public_view
from judge.notation import Case, PlayedPhase, play, read_cases
from judge.pictures import (
    Caption,
    Drawing,
    Theme,
    animated,
    canvas_for,
    finished_drawing,
    painted,
    png_of,
    standing_drawing,
    strip_of,
    svg_of,
)
from judge.render import phase_text, web_page
from judge.shipped import shipped, shipped_variant, variant_homes
from judge.store import games

Said = tuple[str, bool]

_SMALL = 480
_PAUSE, _COLUMNS = 1600, 2


@dataclass(frozen=True, slots=True)
class PictureSources:
    """The folders for making pictures, and whether pictures are for dark pages."""

    homes: Homes
    templates: Path
    theme: Theme

    def variant(self, name: str) -> Variant:
        """Return the variant with this name; raises KeyError if it cannot be read."""
        return shipped_variant(name, self.homes)


def picture_sources(settings: Configuration, *, dark: bool) -> PictureSources:
    """Return the sources of pictures for these settings."""
    return PictureSources(
        homes=variant_homes(settings.variants),
        templates=settings.templates or shipped("templates"),
        theme=Theme.DARK if dark else Theme.LIGHT,
    )


def draw_variant(name: str, file: Path, sources: PictureSources) -> Said:
    """Draw the start of a variant into a file; return the answer to print."""
    return _draw(_start_of(name, sources), file, sources)


def write_page(name: str, file: Path, sources: PictureSources) -> Said:
    """Write the text of INFO about a variant as HTML, with its board if it has a drawing."""
    found = open_variant(folder_of(name.lower(), sources.homes))
    assert isinstance(found, VariantFile)
    picture = ""
    if canvas := canvas_for(found.variant.name, sources.homes, sources.templates):
        drawing = replace(_start_of(name, sources), theme=sources.theme)
        picture = svg_of(drawing, canvas)
    file.write_text(web_page(found, picture, sources.templates), encoding="utf-8")
    return f"The page is in {file}.", True


def draw_case(text: str, board: str, file: Path, sources: PictureSources) -> Said:
    """Draw the results of the last orders in `text` into a file; return the answer to print."""
    found = None
    for case in read_cases(text, sources.variant, board):
        if isinstance(case, Case):
            for played in play(case):
                found = case, played
    if found is None:
        return f"There is nothing to draw, so {file} was not written.", False
    return _draw(_case_drawing(*found), file, sources)


def draw_stored(connection: Connection, name: str, folder: Path, sources: PictureSources) -> Said:
    """Draw the game with this name into a folder; return the answer to print."""
    game = games.load_game(connection, name, sources.variant)
    if game is None:
        return f"There is no game {name}.", False
    return draw_game(game, folder, sources)


def draw_game(game: Game, folder: Path, sources: PictureSources) -> Said:
    """Draw each phase of a game, an animated picture, and a strip.

    The strip has one board a year. The pictures show only what everybody may know.
    """
    canvas = canvas_for(game.variant.name, sources.homes, sources.templates)
    if canvas is None:
        return _not_drawn(game.variant.name)
    folder.mkdir(parents=True, exist_ok=True)
    seen = public_view(game)
    drawings = [(name, replace(drawing, theme=sources.theme)) for name, drawing in _phases(seen)]
    large = _as_mailed([drawing for _, drawing in drawings], sources)
    for number, ((name, _), picture) in enumerate(zip(drawings, large, strict=True)):
        (folder / f"{number:03}-{name}.png").write_bytes(picture)
    small = [png_of(svg_of(drawing, canvas), _SMALL) for _, drawing in drawings]
    (folder / "game.gif").write_bytes(animated(small, _PAUSE))
    years = [
        png_of(svg_of(replace(drawing, theme=sources.theme), canvas), _SMALL)
        for drawing in _years(seen)
    ]
    (folder / "strip.png").write_bytes(strip_of(years, _COLUMNS))
    return f"{len(drawings)} pictures, strip.png and game.gif are in {folder}.", True


def _start_of(name: str, sources: PictureSources) -> Drawing:
    """Return the drawing of a variant's start."""
    variant = read_variant(folder_of(name.lower(), sources.homes))
    title = f"{variant.title}: {phase_text(variant.start.phase, variant)}"
    caption = Caption(title, variant.designer, f"{variant.title}, how it starts.")
    return standing_drawing(variant.start, variant, caption)


def _phases(game: Game) -> Iterator[tuple[str, Drawing]]:
    """Yield (name for the file, drawing) for the start and each finished phase."""
    yield "start", _start(game)
    for done in game.history:
        title = f"{game.name}: results of {phase_text(done.phase, game.variant)}"
        caption = Caption(title, "", title)
        drawing = finished_drawing(done.before, done.adjudication, game.variant, caption)
        yield str(done.phase), drawing


def _years(game: Game) -> Iterator[Drawing]:
    """Yield drawings of the start, and of the board after each year."""
    yield _start(game)
    for year, phases in groupby(game.history, key=lambda done: done.phase.year):
        *_, last = phases
        after = last.adjudication.after
        title = f"{game.name}: after {year}"
        yield standing_drawing(after, game.variant, Caption(title, "", title))


def _start(game: Game) -> Drawing:
    first = game.history[0].before if game.history else game.position
    start = first or game.variant.start
    text = phase_text(start.phase, game.variant)
    caption = Caption(f"{game.name}: {text}", "", f"{game.name} at the start.")
    return standing_drawing(start, game.variant, caption)


def _case_drawing(case: Case, played: PlayedPhase) -> Drawing:
    title = f"{case.name} {case.title}".strip() or case.variant.title
    text = phase_text(played.position.phase, case.variant)
    caption = Caption(title, f"Results of {text}", f"{title}: results of {text}.")
    return finished_drawing(played.position, played.adjudication, case.variant, caption)


def _draw(drawing: Drawing, file: Path, sources: PictureSources) -> Said:
    canvas = canvas_for(drawing.variant, sources.homes, sources.templates)
    if canvas is None:
        return _not_drawn(drawing.variant)
    drawing = replace(drawing, theme=sources.theme)
    if file.suffix.lower() == ".svg":
        file.write_text(svg_of(drawing, canvas), encoding="utf-8")
    else:
        [picture] = _as_mailed([drawing], sources)
        file.write_bytes(picture)
    return f"The picture is in {file}.", True


def _as_mailed(drawings: Sequence[Drawing], sources: PictureSources) -> list[bytes]:
    """Return drawings as PNG pictures, as they are in mails."""
    with TemporaryDirectory() as grounds:
        return [
            painted(one.text(), sources.homes, sources.templates, Path(grounds)) for one in drawings
        ]


def _not_drawn(variant: str) -> Said:
    said = f"The board of {variant} is not drawn, or has changed since then."
    return f"{said} `judge variant draw` draws it.", False
