"""The language of letters: what a mail tells the judge, line by line."""

from judge.commands.answers import (
    AnswerRead as AnswerRead,
    Consent as Consent,
    beside_answer as beside_answer,
    read_answer as read_answer,
    weighed_answer as weighed_answer,
)
from judge.commands.grammar.words import Vocabulary as Vocabulary
from judge.commands.help import (
    TOPICS as TOPICS,
    similar_topics as similar_topics,
    topic_of as topic_of,
    topics_for as topics_for,
)
from judge.commands.known import (
    Conversation as Conversation,
    Known as Known,
    Place as Place,
    known_names as known_names,
    place_for as place_for,
)
from judge.commands.lines import (
    LetterRead as LetterRead,
    Meaning as Meaning,
    ReplyMeant as ReplyMeant,
    Section as Section,
    said_in as said_in,
)
from judge.commands.one_line import command_in as command_in
from judge.commands.reading import (
    games_named as games_named,
    meaning_settled as meaning_settled,
    read_letter as read_letter,
)
from judge.commands.table import read_admin as read_admin
