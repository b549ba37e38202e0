"""``ask``, ``chat``, ``demo`` and ``index``: questions from the terminal."""

import argparse
import json
import re
import sys
import time
from pathlib import Path
from typing import Any, cast

from bot.answering.trace import trace_of
from bot.app.engine import Engine, Place, open_engine
from bot.cli import console
from bot.domain.model import Lang
from bot.errors import InputError
from bot.i18n import catalogue
from bot.ops import settings
from bot.presentation import export, trace

DEMO_QUESTIONS = (
    "do i need x16 for 2 gpus?",
    "四張 3090 配 3970X 要多大的電源",
    "内存频率对训练速度有影响吗",
)


_NOT_PLAIN = re.compile("[\x85\u2028\u2029\ud800-\udfff]")


def place_of(loaded: settings.Settings) -> Place:
    """The engine's part of the settings."""
    return Place(
        knowledge_dir=loaded.knowledge_dir,
        state_dir=loaded.state_dir,
        encoder=loaded.encoder,
        encoder_revision=loaded.encoder_revision,
        offline=loaded.offline,
        encode_workers=loaded.encode_workers,
        ray_address=loaded.ray_address,
        vectors=loaded.vectors,
        milvus_uri=loaded.milvus_uri,
        milvus_token=settings.milvus_token(loaded).get_secret_value(),
    )


def engine() -> Engine:
    """The engine of this process's settings, with progress on standard error."""
    bar = console.Progress("building the index")
    return open_engine(place_of(settings.load()), progress=bar, notify=console.notify)


def _answer_line(loaded: Engine, question: str, top: int, lang: Lang | None) -> dict[str, Any]:
    started = time.perf_counter()
    answer = loaded.answerer.answer(question, lang, max(top, 1))
    text = export.answer_text(answer)
    elapsed_ms = (time.perf_counter() - started) * 1000
    return export.answer_json(answer, text, top) | {"latency_ms": round(elapsed_ms, 3)}


def read_batch(path: str) -> list[dict[str, str]]:
    """The questions of a JSON-lines file, ``-`` for standard input.

    Raises:
        InputError: the file cannot be read, or a line is not an object with ``id`` and ``text``.
    """
    try:
        source = sys.stdin.read() if path == "-" else Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise InputError("err-batch-file", path=path) from fault
    questions = []
    for number, line in enumerate(source.removeprefix("\ufeff").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            item = json.loads(line)
        except (ValueError, RecursionError) as fault:  # no JSON, a number without end, brackets without end
            raise InputError("err-batch-line", path=path, line=number) from fault
        if not isinstance(item, dict) or "id" not in item or not isinstance(item.get("text"), str):
            raise InputError("err-batch-line", path=path, line=number)
        questions.append({"id": item["id"], "text": item["text"]})
    return questions


def _json_line(value: dict[str, Any]) -> str:
    """JSON in one line, whoever splits it: other line separators and lone surrogates are escaped."""
    text = json.dumps(value, ensure_ascii=False)
    return _NOT_PLAIN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def run_ask(options: argparse.Namespace) -> int:
    """Answer one question, or a batch."""
    lang = cast("Lang | None", options.lang)
    if options.batch:
        questions = read_batch(options.batch)
        loaded = engine()
        for item in questions:
            line = {"id": item["id"]} | _answer_line(loaded, item["text"], options.passages, lang)
            print(_json_line(line) if options.json else line["text"] + "\n")
        return 0
    question = console.decode_argument(" ".join(options.question))
    loaded = engine()
    lang = lang or loaded.language(question, console.terminal_lang())
    line = _answer_line(loaded, question, options.passages, lang)
    print(json.dumps(line, ensure_ascii=False, indent=2) if options.json else line["text"])
    return 0


def run_why(options: argparse.Namespace) -> int:
    """Say how the answer to a question comes about."""
    loaded = engine()
    question = console.decode_argument(" ".join(options.question))
    lang = cast("Lang | None", options.lang) or loaded.language(question, console.terminal_lang())
    answer = loaded.answerer.answer(question, lang)
    found = trace_of(answer, loaded.answerer.searcher)
    if options.json:
        print(json.dumps(found.model_dump(mode="json"), ensure_ascii=False, indent=2))
        return 0
    lang = console.lang_of(options)
    print("\n".join([*trace.head_lines(found, lang), *trace.row_lines(found, lang)]))
    return 0


def _chat(loaded: Engine) -> None:
    """Questions from the terminal until an empty line, Ctrl-D or Ctrl-C; follow-ups keep the last calculation."""
    lang = console.terminal_lang()
    print(catalogue.text("chat-welcome", lang))
    previous = None
    while True:
        try:
            question = input("\n> ")
        except (EOFError, KeyboardInterrupt):
            print()
            return
        except UnicodeDecodeError:
            question = ""
        if question.strip().lower() in {"quit", "exit", "q"}:
            return
        question = console.decode_argument(question)
        lang = loaded.language(question, lang)
        answer = loaded.answerer.answer(question, lang, previous=previous)
        previous = answer.calculations[0] if answer.calculations else previous
        print("\n" + export.answer_text(answer))


def run_chat(options: argparse.Namespace) -> int:
    """Open the chat prompt."""
    del options
    _chat(engine())
    return 0


def run_demo(options: argparse.Namespace) -> int:
    """Answer the three sample questions, then chat if a person is there."""
    del options
    loaded = engine()
    for question in DEMO_QUESTIONS:
        print(f"\n{'─' * 78}\n> {question}\n")
        print(export.answer_text(loaded.answerer.answer(question)))
    print("─" * 78)
    if sys.stdin.isatty():
        _chat(loaded)
    return 0


def run_index(options: argparse.Namespace) -> int:
    """Build or refresh the index, and say what is in it."""
    del options
    started = time.perf_counter()
    loaded = engine()
    for problem in loaded.shelf.problems:
        print(f"{problem.severity}: {problem.path}:{problem.line}: {problem.message}", file=sys.stderr)
    facts = {
        "sections": len({s.section_id for d in loaded.shelf.documents for s in d.sections}),
        "documents": len(loaded.shelf.documents),
        "passages": len(loaded.snapshot.passages),
        "version": loaded.snapshot.version,
        "seconds": f"{time.perf_counter() - started:.1f}",
    }
    print(catalogue.text("index-done", console.terminal_lang(), facts))
    return 0
