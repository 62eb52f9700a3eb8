"""The words by which a file calls its provinces, and how lists of them are read."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from judge.boards import nearest
from judge.mapmaking.reading.facts import FileLine, Note, Notes, ProvinceFact

_GAPS = re.compile(r"[\s.]+")
_BETWEEN = re.compile(r"[\s,]+")
_COMPASS = {"n": "nc", "s": "sc", "e": "ec", "w": "wc"}
_SPELLED = re.compile(
    r"\s*[/(]\s*(?:([nsewx])\.?\s?c\.?|(north|south|east|west)(?:ern)?\s*coast)\s*"
    r"(?:\)|(?=[\s,]|$))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A word of a list: the province it means, or "" for none, and its modifier."""

    key: str
    modifier: str
    text: str


@dataclass(frozen=True, slots=True)
class ImportNames:
    """Which province each word means, and how each province is called."""

    keys: dict[str, str] = field(default_factory=dict)
    display: dict[str, str] = field(default_factory=dict)

    def key(self, text: str) -> str:
        """Return the province of that name, or nothing."""
        return self.keys.get(folded(text), "")


def folded(text: str) -> str:
    """Return a name as it is compared: without case, blanks and dots as one blank."""
    return _GAPS.sub(" ", text).strip().casefold()


def names_of(provinces: Iterable[ProvinceFact]) -> ImportNames:
    """Return the words of all provinces; of two that claim one the earlier has it."""
    names = ImportNames()
    for province in provinces:
        names.display[province.key] = province.name
        for word in (*province.words, province.name):
            names.keys.setdefault(folded(word), province.key)
    return names


def coast_of(letter: str) -> str:
    """Return the coast that a compass letter begins, `nc` for `n`; else nothing."""
    return _COMPASS.get(letter[:1].lower(), "")


def mentions(text: str, names: ImportNames) -> Iterator[Mention]:
    """Yield the provinces of a list; the longest name that fits is taken.

    Only the last word of a name may carry a modifier, and it ends with its word.
    """
    words = [word for word in _BETWEEN.split(spelled(text)) if word]
    most = max((name.count(" ") + 1 for name in names.keys), default=1)
    while words:
        size, found = _first(words[:most], names)
        yield found
        words = words[size:]


def place(text: str, names: ImportNames) -> Mention:
    """Return the one place that `text` names, if it names just one."""
    text = spelled(text).strip()
    found = _whole(text, names)
    return found or Mention("", "", text)


def spelled(text: str) -> str:
    """Return a text with its coasts written `/nc`, however they are written."""
    return _SPELLED.sub(lambda m: f"/{(m[1] or m[2])[0].lower()}c", text)


def unknown(word: str, names: ImportNames | Mapping[str, str]) -> str:
    """Return that no province has that name, and the one that may be meant."""
    keys = names.keys if isinstance(names, ImportNames) else names
    meant = nearest(word, {key: key for key in keys})
    end = f'; did you mean "{meant}"?' if meant else ""
    return f'"{word}", which no province is called{end}'


def told(spot: FileLine, notes: Notes, text: str) -> None:
    """Add a note, unless it is there already."""
    note = Note(spot, text)
    if note not in notes:
        notes.append(note)


def _first(words: list[str], names: ImportNames) -> tuple[int, Mention]:
    for size in range(len(words), 0, -1):
        if found := _whole(" ".join(words[:size]), names):
            return size, found
    return 1, Mention("", "", words[0])


def _whole(text: str, names: ImportNames) -> Mention | None:
    if key := names.key(text):
        return Mention(key, "", text)
    name, slash, modifier = text.rpartition("/")
    if slash and " " not in modifier and (key := names.key(name)):
        return Mention(key, modifier.lower(), text)
    return None
