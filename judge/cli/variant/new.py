"""What `judge variant new` does: a small variant that plays, to begin with."""

from pathlib import Path

from judge.boards import GEOMETRY_FILE, NAME, PLACES_FILE, VARIANT_FILE
from judge.cli.variant.told import Said
from judge.shipped import shipped

_TITLE = "@TITLE@"


def new_text(name: str, folder: Path) -> Said:
    """Write a small variant into a folder, and return what to do with it."""
    if not NAME.fullmatch(folder.resolve().name):
        text = f'"{folder.name}" is no name of a variant; use small letters, digits'
        return f"{text} and _.", False
    files = (VARIANT_FILE, PLACES_FILE, GEOMETRY_FILE)
    there = [file for file in files if (folder / file).exists()]
    if there:
        return f"{folder / there[0]} is there already and was left as it is.", False
    folder.mkdir(parents=True, exist_ok=True)
    title = name.rpartition("/")[2].replace("_", " ").title()
    for file in files:
        text = (shipped("templates") / "variant" / file).read_text(encoding="utf-8")
        (folder / file).write_text(text.replace(_TITLE, title), encoding="utf-8")
    return (
        f"Written to {folder}. Change {folder / VARIANT_FILE}, then ask\n"
        f"`judge variant check {folder}/`."
    ), True
