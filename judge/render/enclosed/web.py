"""A variant as a page for a browser: its board, and below it what mails tell of it."""

from pathlib import Path

from judge.boards import VariantFile
from judge.render.enclosed.html import Layout
from judge.render.facts.variant import variant_page
from judge.render.language import ENGLISH


def web_page(file: VariantFile, picture: str, templates: Path) -> str:
    """Return the words of INFO as one HTML file, with a picture that is SVG, or ""."""
    layout = Layout(templates, ENGLISH)
    words = layout.block("variants_shown.txt", "answer", variant_page(file))
    return layout.for_browsers(words, file.variant.title, picture)
