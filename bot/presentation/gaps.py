"""Questions without an answer as maintainers read them."""

import shlex

from bot.corpus.stub import MAX_TOPIC


def stub_command(question: str) -> str:
    """The command that begins a topic for a question: a stranger's words, quoted so that a shell reads them as words.

    Args:
        question: any text; of a long one, the words at its beginning that fit a topic's name.
    """
    words, name = question.split(), ""
    for word in words:
        if len(name) + 1 + len(word) > MAX_TOPIC:
            break
        name = f"{name} {word}".strip()
    name = name or question[:MAX_TOPIC]
    options_end = "-- " if name.startswith("-") else ""
    return f"rigwise knowledge new {options_end}{shlex.quote(name)}"
