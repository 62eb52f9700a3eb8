"""Text from bytes, by the names that mail programs give to character sets.

They name the smaller set where they use the larger one, and any set of one byte a
letter where they write UTF-8.
"""

import codecs
import re

# These Python codecs are no character sets, or take quadratic time.
_NO_CHARSET = {"idna", "punycode", "undefined", "unicode_escape"}
_NO_CHARSET |= {"raw_unicode_escape"}

# Names that Python does not know.
_NAMES = {
    "gb_2312_80": "gb18030",
    "iso_8859_8_i": "cp1255",
    "iso_8859_8_e": "cp1255",
    "mac_ce": "mac_latin2",
    "mac_centraleurroman": "mac_latin2",
    "unicode_1_1_utf_8": "utf_8",
    "utf_8_mac": "utf_8",
    "utf8mb4": "utf_8",
    "windows_31j": "cp932",
    "windows_874": "cp874",
    "windows_949": "cp949",
}
# What a name stands for in mail; bytes from 80 to 9F are letters in the larger set.
_LARGER = {
    "ascii": "cp1252",
    "big5": "big5hkscs",
    "euc_kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso2022_jp": "iso2022_jp_ext",
    "iso8859_1": "cp1252",
    "iso8859_8": "cp1255",
    "iso8859_9": "cp1254",
    "iso8859_11": "cp874",
    "shift_jis": "cp932",
    "tis_620": "cp874",
}
_MANY_BYTES = re.compile(r"utf|gb|big5|euc|hz|iso2022|johab|shift|cp9[3-5]")


def decode_bytes(data: bytes, charset: str | None) -> str:
    """Return text from bytes, by the charset that is named or else the likeliest.

    Text in a set of one byte a letter is hardly ever valid UTF-8 by accident.
    """
    name = _codec(charset)
    likely = (name, "utf_8") if _MANY_BYTES.match(name) else ("utf_8", name)
    for codec in likely:
        try:
            return data.decode(codec)
        except ValueError:
            continue
    return data.decode(name, errors="replace")


def is_no_charset(name: str) -> bool:
    """Return whether `name` is of a codec of Python that is none of text in mail."""
    return _plain(name) in _NO_CHARSET


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "_", name.lower()).strip("_")


def _codec(charset: str | None) -> str:
    """Return the Python codec of text that is meant by `charset`."""
    said = _plain(charset or "").removeprefix("x_")
    try:
        found = codecs.lookup(_NAMES.get(said, said)).name.replace("-", "_")
        # Raises for what is a codec of Python but no charset, as rot13.
        bytes(4).decode(found)
    except (LookupError, ValueError):
        return "cp1252"
    return "cp1252" if found in _NO_CHARSET else _LARGER.get(found, found)
