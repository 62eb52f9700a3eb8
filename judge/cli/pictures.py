"""What the operator draws by hand: a variant, what became of orders, a whole game."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection

from judge.boards import read_variant
from judge.config import Configuration
from judge.game import Game, public_view
from judge.notation.cases import Case, Played, play, read_cases
from judge.render import (
    Caption,
    canvas_for,
    finished,
    finished_drawing,
    phase_text,
    standing_drawing,
)
from judge.render.picture import (
    Canvas,
    Drawing,
    Theme,
    animated,
    png_of,
    strip_of,
    svg_of,
)
from judge.shipped import shipped, shipped_variant, shipped_variants
from judge.store import games

Said = tuple[str, bool]

_SMALL = 480
_PAUSE = 1600


@dataclass(frozen=True, slots=True)
class PictureSources:
    """The folders that pictures are made from, and whether they are for dark pages."""

    variants: Path
    templates: Path
    theme: Theme


def picture_sources(settings: Configuration, *, dark: bool) -> PictureSources:
    """Return what pictures are made from by these settings."""
    return PictureSources(
        variants=settings.variants or shipped("variants"),
        templates=settings.templates or shipped("templates"),
        theme=Theme.DARK if dark else Theme.LIGHT,
    )


def draw_variant(name: str, file: Path, sources: PictureSources) -> Said:
    """Draw how a variant starts, and return what is to be said of it."""
    variant = read_variant(sources.variants / name.lower())
    title = f"{variant.title}: {phase_text(variant.start.phase, variant)}"
    caption = Caption(title, variant.designer, f"{variant.title}, how it starts.")
    return _draw(standing_drawing(variant.start, variant, caption), file, sources)


def draw_case(text: str, file: Path, sources: PictureSources) -> Said:
    """Draw what became of the last orders in `text`, and return what is to be said."""
    found = None
    for case in read_cases(text, shipped_variant):
        if isinstance(case, Case):
            for played in play(case):
                found = case, played
    if found is None:
        return f"There is nothing to draw, so {file} was not written.", False
    return _draw(_case_drawing(*found), file, sources)


def draw_stored(
    connection: Connection, name: str, folder: Path, sources: PictureSources
) -> Said:
    """Draw the game called `name` into a folder, and return what is to be said."""
    game = games.load_game(connection, name, shipped_variants(sources.variants).read)
    if game is None:
        return f"There is no game {name}.", False
    return draw_game(game, folder, sources)


def draw_game(game: Game, folder: Path, sources: PictureSources) -> Said:
    """Draw each phase of a game, all of them on a strip, and as an animated picture.

    What is shown is what everybody may know.
    """
    canvas = canvas_for(game.variant.name, sources.variants, sources.templates)
    if canvas is None:
        return _not_drawn(game.variant.name)
    folder.mkdir(parents=True, exist_ok=True)
    drawings = dict(_phases(public_view(game)))
    large = {
        name: svg_of(drawing, canvas, sources.theme)
        for name, drawing in drawings.items()
    }
    for number, (name, svg) in enumerate(large.items()):
        (folder / f"{number:03}-{name}.png").write_bytes(finished(svg, canvas))
    small = [png_of(svg, _SMALL) for svg in large.values()]
    (folder / "strip.png").write_bytes(strip_of(small))
    (folder / "game.gif").write_bytes(animated(small, _PAUSE))
    return f"{len(large)} pictures, strip.png and game.gif are in {folder}.", True


def _phases(game: Game) -> Iterator[tuple[str, Drawing]]:
    """Yield the start, and each phase that is over, with a name for its file."""
    variant = game.variant
    start = game.history[0].before if game.history else game.position or variant.start
    text = phase_text(start.phase, variant)
    caption = Caption(f"{game.name}: {text}", "", f"{game.name} at the start.")
    yield "start", standing_drawing(start, variant, caption)
    for done in game.history:
        title = f"{game.name}: results of {phase_text(done.phase, variant)}"
        caption = Caption(title, "", title)
        drawing = finished_drawing(done.before, done.adjudication, variant, caption)
        yield str(done.phase), drawing


def _case_drawing(case: Case, played: Played) -> Drawing:
    title = f"{case.name} {case.title}".strip() or case.variant.title
    text = phase_text(played.position.phase, case.variant)
    caption = Caption(title, f"Results of {text}", f"{title}: results of {text}.")
    return finished_drawing(played.position, played.adjudication, case.variant, caption)


def _draw(drawing: Drawing, file: Path, sources: PictureSources) -> Said:
    canvas = canvas_for(drawing.variant, sources.variants, sources.templates)
    if canvas is None:
        return _not_drawn(drawing.variant)
    _write(drawing, canvas, file, sources.theme)
    return f"The picture is in {file}.", True


def _write(drawing: Drawing, canvas: Canvas, file: Path, theme: Theme) -> None:
    svg = svg_of(drawing, canvas, theme)
    if file.suffix.lower() == ".svg":
        file.write_text(svg, encoding="utf-8")
    else:
        file.write_bytes(finished(svg, canvas))


def _not_drawn(variant: str) -> Said:
    return f"The map of {variant} is not drawn: it has no geometry.json.", False
