"""``ask``, ``chat``, ``demo`` and ``index`` over a small folder."""

import io
import json
import sys
from pathlib import Path

import pytest

KEYS = ["question", "lang", "kind", "text", "calculation", "passages", "citations", "latency_ms"]
PSU = "why is psu efficiency worth money"


@pytest.fixture(autouse=True)
def _loaded(folder, encoder) -> None:
    """Every test here has the folder and the encoder."""


@pytest.fixture
def batch(tmp_path: Path):
    """Write a batch file."""

    def _batch(content: str | bytes) -> str:
        path = tmp_path / "questions.jsonl"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return _batch


def lines(done):
    assert (done.code, done.err) == (0, "")
    return [json.loads(line) for line in done.out.splitlines()]


def test_a_question_is_answered_in_text(run) -> None:
    done = run("ask", "why", "is", "psu", "efficiency", "worth", "money")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(
        "A wasteful unit turns part of what it draws into heat, and you pay for that part. [1]"
    )
    assert "[1] Power supply size › Why is efficiency worth money?" in done.out


def test_a_question_is_answered_in_json(run) -> None:
    done = run("ask", PSU, "--json", "--passages", "1")
    found = json.loads(done.out)
    assert list(found) == KEYS
    assert (found["question"], found["lang"], found["kind"]) == (PSU, "en", "passages")
    assert [p["section_id"] for p in found["passages"]] == ["psu-efficiency"]
    assert found["latency_ms"] > 0


def test_why_prints_ranks_and_floor(run) -> None:
    done = run("why", *PSU.split())
    assert (done.code, done.err) == (0, "")
    answered, floor, first, *_ = done.out.splitlines()
    assert answered.startswith("Answered as “passages” from knowledge version ")
    assert "floor" in floor
    assert first.startswith("1. psu-efficiency: by words 1, by meaning 1, fused ")


def test_why_in_json(run) -> None:
    found = json.loads(run("why", PSU, "--json").out)
    assert found["known"] is True
    assert found["version"] == found["asked_version"]
    assert [row["rank"] for row in found["rows"]] == list(range(1, len(found["rows"]) + 1))


def test_the_language_of_the_reply_can_be_chosen(run) -> None:
    assert json.loads(run("ask", PSU, "--json", "--lang", "zh-Hant").out)["text"].startswith(
        "效率差的電源供應器"
    )
    assert json.loads(run("ask", "電源效率為什麼值得花錢", "--json").out)["lang"] == "zh-Hant"


def test_no_hits_are_listed_on_request(run) -> None:
    assert json.loads(run("ask", PSU, "--json", "--passages", "0").out)["passages"] == []


@pytest.mark.parametrize("question", [(), ("",), ("🙂",), ("\udcff",), ("x" * 60_000,)])
def test_a_question_that_is_none_is_asked_for(run, question) -> None:
    done = run("ask", *question, "--json")
    assert (done.code, done.err) == (0, "")
    found = json.loads(done.out)
    assert found["kind"] == "clarify"
    assert len(found["text"]) < 200


QUESTIONS = [
    {"id": "q1", "text": PSU},
    {"id": 2, "text": "四張 250W 顯示卡配 150W 的 CPU 電源要多大", "more": "ignored"},
    {"id": None, "text": ""},
    {"id": "odd\u2028\ud800id", "text": "psu\u2028efficiency\u0085 money \x00 \ud83d"},
]


def test_a_batch_answers_in_order_and_echoes_the_ids(run, batch) -> None:
    content = "\ufeff" + "\r\n".join(json.dumps(q, ensure_ascii=True) for q in QUESTIONS[:3]) + "\n\n"
    content += json.dumps(QUESTIONS[3]).replace("\\u2028", "\u2028").replace("\\u0085", "\x85") + "\n"
    found = lines(run("ask", "--batch", batch(content), "--json"))
    assert [list(line) for line in found] == [["id", *KEYS]] * 4
    assert [line["id"] for line in found] == ["q1", 2, None, "odd\u2028\ud800id"]
    assert [line["kind"] for line in found] == ["passages", "calculation", "clarify", "passages"]


def test_a_batch_from_standard_input(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO('\ufeff{"id": 1, "text": "psu efficiency money"}\n'))
    assert [line["id"] for line in lines(run("ask", "--batch", "-", "--json"))] == [1]


def test_a_batch_without_json_is_text(run, batch) -> None:
    done = run("ask", "--batch", batch('{"id": 1, "text": "' + PSU + '"}'))
    assert done.out.startswith("A wasteful unit")


def test_an_empty_batch_has_no_answers(run, batch) -> None:
    assert lines(run("ask", "--batch", batch("\n \n"), "--json")) == []


def test_two_runs_give_the_same_bytes_but_for_the_time(run, batch) -> None:
    path = batch("\n".join(json.dumps(q) for q in QUESTIONS))
    one, other = (lines(run("ask", "--batch", path, "--json")) for _ in range(2))
    for line in (*one, *other):
        assert line.pop("latency_ms") > 0
    assert json.dumps(one) == json.dumps(other)


@pytest.mark.parametrize(
    "line",
    ["not json", '"text"', "[1, 2]", '{"id": 1}', '{"text": "psu"}', '{"id": 1, "text": 5}', '{"id": 1, "text": null}',
     "[" * 100_000, '{"id": ' + "1" * 5000 + ', "text": "psu"}'],
    ids=["words", "string", "list", "no-text", "no-id", "number", "null", "brackets", "digits"],
)  # fmt: skip
def test_a_bad_line_is_named(run, batch, line: str) -> None:
    path = batch('{"id": 1, "text": "psu"}\n\n' + line + "\n")
    done = run("ask", "--batch", path, "--json", "--lang", "en")
    assert (done.code, done.out) == (2, "")
    assert done.err == f'Line 3 of “{path}” is not a JSON object with "id" and "text".\n'


@pytest.mark.parametrize("kind", ["absent", "folder", "not-utf-8"])
def test_a_file_that_cannot_be_read_is_named(run, batch, tmp_path: Path, kind: str) -> None:
    path = {"absent": str(tmp_path / "none"), "folder": str(tmp_path)}.get(kind) or batch(b'{"id": "\xff"}')
    done = run("ask", "--batch", path)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"The file “{path}” cannot be read as UTF-8 text.\n"


def test_a_missing_folder_is_code_3(run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RIGWISE_KNOWLEDGE_DIR", str(tmp_path / "gone"))
    done = run("ask", PSU, "--lang", "zh-Hans")
    assert done.code == 3
    assert "RIGWISE_KNOWLEDGE_DIR" in done.err
    assert "知识" in done.err


def test_an_unknown_setting_is_code_6(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIGWISE_ENCODR", "x")
    done = run("ask", PSU)
    assert (done.code, done.err) == (
        6,
        "There is no setting RIGWISE_ENCODR. `rigwise settings` lists them.\n",
    )


def type_in(monkeypatch: pytest.MonkeyPatch, *typed: str | BaseException) -> None:
    """What a person types, then Ctrl-D."""
    waiting = [*typed, EOFError()]

    def answer(prompt: str) -> str:
        following = waiting.pop(0)
        if isinstance(following, BaseException):
            raise following
        return following

    monkeypatch.setattr("builtins.input", answer)


def test_a_chat_remembers_the_last_calculation(run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "600W for 30 days at 20 cents usd per kwh", PSU, "and with 80% efficiency?")
    done = run("chat")
    assert done.code == 0
    assert "86.4 USD" in done.out.replace("86.40", "86.4")
    assert "108 USD" in done.out.replace("108.00", "108")


def test_a_chat_goes_on_in_the_language_it_is_in(run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(
        monkeypatch,
        "600W 一年要多少錢 一度3元",
        "效率80%呢",
        "600W 一年要多少钱 一度3元",
        "效率80%呢",
    )
    answers = run("chat").out.split("600 W\n")
    assert [("運轉" in text, "运行" in text or "运转" in text) for text in answers[1:]] == [
        (True, False), (True, False), (False, True), (False, True)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("locale", "money"),
    [("", "TWD"), ("en_US.UTF-8", "TWD"), ("zh_TW.UTF-8", "TWD"), ("zh_CN.UTF-8", "CNY")],
)
@pytest.mark.parametrize("command", ["ask", "chat"])
def test_chinese_of_either_script_is_that_of_the_terminal_else_traditional(
    run, monkeypatch: pytest.MonkeyPatch, command: str, locale: str, money: str
) -> None:
    monkeypatch.setenv("LANG", locale)
    question = "600W 一年 一度3元"
    type_in(monkeypatch, question)
    done = run("ask", question) if command == "ask" else run("chat")
    assert f"{money}，用" in done.out


def test_a_chat_survives_anything_typed(run, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
    type_in(monkeypatch, "", "🙂", broken, "\ud800", "x" * 9000, PSU)
    done = run("chat")
    assert (done.code, done.err) == (0, "")
    assert "A wasteful unit" in done.out


@pytest.mark.parametrize("word", ["quit", " EXIT ", "q"])
def test_a_word_ends_the_chat(run, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    type_in(monkeypatch, word, AssertionError("asked once more"))
    assert run("chat").code == 0


def test_ctrl_c_ends_the_chat(run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, KeyboardInterrupt())
    assert run("chat").code == 0


def test_the_demo_answers_three_questions_and_chats_only_with_a_person(
    run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    done = run("demo")
    assert done.code == 0
    assert done.out.count("\n> ") == 3
    type_in(monkeypatch, AssertionError("asked"))

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal())
    type_in(monkeypatch, "quit")
    assert "Ask me about" in run("demo").out


def test_the_index_says_what_is_in_it_and_what_is_wrong(run, folder: Path) -> None:
    done = run("index")
    assert (done.code, done.err) == (0, "")
    assert "2 sections in 3 documents" in done.out
    (folder / "guide/broken.en.md").write_text("---\nid: [\n---\n")
    done = run("index")
    assert done.code == 0
    assert "error: guide/broken.en.md:" in done.err
