"""A new topic: stub documents in both written languages, complete but for the words."""

import json
import re
from datetime import UTC, date, datetime
from pathlib import Path

from bot.corpus.markdown import PLACEHOLDER, slug
from bot.errors import InputError

MAX_TOPIC = 80

_FRONT = """---
id: {doc_id}
title: {title}
lang: {lang}
reviewed: {today}
sources:
  - id: source
    title: "{placeholder}: {whose}"
    url: ""
    date: {today}
---

# {heading}

## {placeholder}: {question} {{#{doc_id}-question}}

{placeholder}: {answer}

{placeholder}: {rest}

```meta
facts: []
sources: [source]
questions:
{questions}
```
"""

_WORDS = {
    "en": {
        "whose": "who says so",
        "question": "the question people ask",
        "answer": "the answer in one paragraph of at most 60 words.",
        "rest": "why, numbers in a small table, and “As of” with the month they are from.",
        "example": "the question as people type it",
    },
    "zh-Hant": {
        "whose": "資料出自誰",
        "question": "大家會問的問題",
        "answer": "用一段話回答，最多 120 字。",
        "rest": "為什麼、數字放進小表格，最後寫「截至」哪一個月。",
        "example": "大家實際打出來的問法",
    },
}


def new_topic(root: Path, topic: str, *, today: date | None = None) -> list[Path]:
    """Write the stubs of a topic to ``guide/`` and return their paths, English first.

    The linter has nothing against them but that every line with a placeholder waits to be written.

    Args:
        root: the knowledge folder.
        topic: its name, any script, at most 80 characters.
        today: the review date to write; today's if absent.

    Raises:
        InputError: the topic has no words or too many, or its files exist already.
    """
    name = " ".join("".join(char if char.isprintable() else " " for char in topic).split())
    if not any(char.isalnum() for char in name) or len(name) > MAX_TOPIC:
        raise InputError("err-topic-name", limit=MAX_TOPIC)
    doc_id = slug(name)
    files = {lang: root / "guide" / f"{doc_id}.{lang}.md" for lang in _WORDS}
    taken = next((path for path in files.values() if path.exists()), None)
    if taken is not None:
        raise InputError("err-topic-exists", path=taken.relative_to(root).as_posix())
    day = today or datetime.now(UTC).date()
    for lang, path in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_stub(doc_id, name, lang, day), encoding="utf-8")
    return list(files.values())


def _stub(doc_id: str, name: str, lang: str, day: date) -> str:
    """The text of one stub; JSON's quoting is also YAML's."""
    words = _WORDS[lang]
    example = f'  - "{PLACEHOLDER}: {words["example"]}"'
    hans = f'\nquestions_hans:\n  - "{PLACEHOLDER}: 大陆网友会怎么问"' if lang == "zh-Hant" else ""
    return _FRONT.format(
        doc_id=doc_id,
        title=json.dumps(name, ensure_ascii=False),
        lang=lang,
        today=day.isoformat(),
        heading=re.sub(r"([\\`*_\[\]<>&#])", r"\\\1", name),
        placeholder=PLACEHOLDER,
        questions=example + hans,
        **{key: text for key, text in words.items() if key != "example"},
    )
