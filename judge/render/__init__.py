"""What happened, as mails to people: facts for the templates, and notices from them."""

from judge.render.enclosed import PictureCache
from judge.render.notices import (
    Answer,
    DeliveryFailed,
    GameStuck,
    LetterSetAside,
    Renderer,
    Trouble,
)

__all__ = [
    "Answer",
    "DeliveryFailed",
    "GameStuck",
    "LetterSetAside",
    "PictureCache",
    "Renderer",
    "Trouble",
]
