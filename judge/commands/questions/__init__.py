"""Questions and wishes in plain words, and the lines of the language that do them."""

from judge.commands.questions.answers import Answer, answer_to, games_in

__all__ = ["Answer", "answer_to", "games_in"]
