"""The language of letters: reads the lines of a mail as commands, orders, questions and prose."""

from judge.commands.answers import (
    AnswerRead as AnswerRead,
    Consent as Consent,
    beside_answer as beside_answer,
    read_answer as read_answer,
    weighed_answer as weighed_answer,
)
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
    Vocabulary as Vocabulary,
    known_names as known_names,
    place_for as place_for,
)
from judge.commands.match import command_in as command_in
from judge.commands.passage import (
    LetterRead as LetterRead,
    Meaning as Meaning,
    ReplyMeant as ReplyMeant,
    Section as Section,
    said_in as said_in,
)
from judge.commands.read import (
    games_named as games_named,
    last_lines as last_lines,
    read_letter as read_letter,
)
from judge.commands.replies import meaning_settled as meaning_settled
from judge.commands.table import read_admin as read_admin
from judge.commands.walk import shows_orders as shows_orders
