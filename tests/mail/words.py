"""The words in a letter that its sender wrote."""

from judge.letter import Letter, Standing


def own_words(letter: Letter) -> str:
    own = (line.text for line in letter.lines if line.standing is Standing.OWN)
    return "\n".join(own).strip("\n")
