"""Parts of a mail whose words cannot be read: encrypted ones, files and pictures."""

from collections.abc import Iterator

from judge.letter import Line, Unread
from judge.mail.mime import Part, children, decode_words, header, parameter, payload_text
from judge.mail.quotation import ENCRYPTED
from judge.mail.words.calendar import has_events, is_calendar
from judge.mail.words.forms import has_words

_ENCRYPTED = {
    "multipart/encrypted": "PGP",
    "application/pgp-encrypted": "PGP",
    "application/pkcs7-mime": "S/MIME",
    "application/x-pkcs7-mime": "S/MIME",
}
# What comes along with a mail, and holds no words of its writer.
_NO_WORDS = {
    "application/pgp-encrypted",
    "application/pgp-keys",
    "application/pgp-signature",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
}
_READ = {"text", "multipart", "message"}
_UNREAD_TEXT = {"text/enriched", "text/richtext", "text/rtf"}
_LONGEST_NAME = 60
_MOST = 5


def unread_of(mail: Part, lines: tuple[Line, ...]) -> Unread:
    """Return what of `mail` cannot be read; `lines` are what can."""
    encrypted = ["PGP" for line in lines if line.text == ENCRYPTED]
    files: list[str] = []
    for part in _parts(mail):
        media_type = part.get_content_type()
        if media_type in _ENCRYPTED:
            encrypted.append(_ENCRYPTED[media_type])
        elif _is_file(part) and not (part.get_content_maintype() == "image" and has_words(lines)):
            files.append(_name(part))
    if encrypted:
        files = []
    return Unread(tuple(dict.fromkeys(encrypted)), tuple(dict.fromkeys(files))[:_MOST])


def _parts(part: Part) -> Iterator[Part]:
    """Yield all parts of a mail, but none of a mail that is attached to it."""
    yield part
    if part.get_content_maintype() != "message":
        for child in children(part):
            yield from _parts(child)


def _is_file(part: Part) -> bool:
    media_type = part.get_content_type()
    if is_calendar(part):
        return not has_events(payload_text(part))
    if media_type in _UNREAD_TEXT or media_type == "message/rfc822":
        return True
    return part.get_content_maintype() not in _READ and media_type not in _NO_WORDS


def _name(part: Part) -> str:
    """Return the name of a file, the subject of an attached mail, or a media type."""
    try:
        said = part.get_filename() or ""
    except (LookupError, ValueError, TypeError):
        said = ""
    said = said or parameter(part, "name") or ""
    if part.get_content_type() == "message/rfc822":
        said = said or "".join(header(one, "Subject") for one in children(part))
    return decode_words(said)[:_LONGEST_NAME] or part.get_content_type()
