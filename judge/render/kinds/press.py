"""What the templates are told of press and diaries."""

from judge.game import (
    ENTRANT,
    MASTER,
    OBSERVER,
    TUTOR,
    DiariesOpened,
    DiaryNote,
    DiaryReply,
    HeldPress,
    NoteRecorded,
    NotesDropped,
    NotesListed,
    NotesRead,
    Player,
    PressFact,
    PressHeld,
    PressRecalled,
    PressReturned,
    PressSent,
    StatementMade,
)
from judge.messages import Text, message
from judge.render.facts.pages import Facts, Scene, owes_last_word
from judge.render.facts.table import person

_OFFICES = {TUTOR: message("tutor"), OBSERVER: message("observer"), MASTER: message("Master")}
_BEGINNING = 40  # letters of a note that a list shows


def facts_of(event: PressFact | DiaryReply, scene: Scene) -> Facts:
    """Return what the template of `event` may use beside its own fields."""
    match event:
        case PressSent():
            return _press_sent(event, scene)
        case PressHeld(held):
            known = scene.game.press_held if scene.game else ()
            return {"others": [one for one in known if _is_beside(one, held)]}
        case PressReturned(held):
            return {"mine": held.author.number == scene.reader.player.number}
        case DiariesOpened(notes):
            return {"diaries": _diaries(notes)}
        case NotesListed(notes):
            return {"rows": [_row(one) for one in notes]}
        case StatementMade(note):
            writer, office = person(note.author), _OFFICES.get(note.role, note.role)
            last_word = owes_last_word(scene)
            return {"writer": writer, "office": office, "last_word": last_word}
        case NoteRecorded() | NotesDropped() | NotesRead() | PressRecalled():
            return {}


def _diaries(notes: tuple[DiaryNote, ...]) -> list[tuple[Text, Text, list[DiaryNote]]]:
    """Return whose diaries these notes are, as (role, name, notes)."""
    diaries: dict[tuple[str, Player], list[DiaryNote]] = {}
    for one in notes:
        diaries.setdefault((one.role, one.author), []).append(one)
    return [
        (_OFFICES.get(role, role), person(author), own) for (role, author), own in diaries.items()
    ]


def _row(note: DiaryNote) -> tuple[str, str, str]:
    """Return the number of a note, its phase, and how it begins."""
    first = " ".join(note.text.split())
    shown = first if len(first) <= _BEGINNING else first[: _BEGINNING - 2] + " …"
    return str(note.number), note.phase, shown


def _is_beside(one: HeldPress, other: HeldPress) -> bool:
    return one.sender == other.sender and one.number != other.number


def _press_sent(event: PressSent, scene: Scene) -> Facts:
    many = event.author if event.sender in (OBSERVER, ENTRANT) else None
    told = event.recipients != (scene.reader.role,)
    return {"several": event.broadcast or told, "writer": person(many) if many else ""}
