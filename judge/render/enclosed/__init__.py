"""What goes along with the text of a mail: HTML, a picture, an invitation."""

from judge.render.enclosed.enclose import NoticeEnricher, ToldEvent
from judge.render.enclosed.html import Piece

__all__ = ["NoticeEnricher", "Piece", "ToldEvent"]
