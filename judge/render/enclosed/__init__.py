"""What goes along with the text of a mail: the same in HTML, a picture, an invitation."""

from judge.render.enclosed.enclose import Encloser, Told, template_of

__all__ = ["Encloser", "Told", "template_of"]
