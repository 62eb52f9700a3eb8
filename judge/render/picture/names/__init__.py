"""The names on a picture: as large as there is room for them, in nobody's way."""

from judge.render.picture.names.spots import Name, names_of
from judge.render.picture.names.words import Word, words_of

__all__ = ["Name", "Word", "names_of", "words_of"]
