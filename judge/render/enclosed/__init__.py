"""What goes along with the text of a mail: HTML, a picture, an invitation."""

from judge.render.enclosed.enclose import NoticeEnricher, ToldEvent
from judge.render.enclosed.html import Piece
from judge.render.enclosed.picture_cache import PictureCache

__all__ = ["NoticeEnricher", "PictureCache", "Piece", "ToldEvent"]
