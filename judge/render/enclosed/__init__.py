"""What goes along with the text of a mail: HTML, a picture, an invitation."""

from judge.render.enclosed.enclose import Encloser, Told, template_of
from judge.render.enclosed.studio import Studio

__all__ = ["Encloser", "Studio", "Told", "template_of"]
