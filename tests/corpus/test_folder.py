"""Reading the folder: one bad file never takes the others with it, and nothing outside is read."""

import os
import shutil
from pathlib import Path

import pytest

from bot.corpus.folder import read_folder
from bot.corpus.walk import Limits, scan_hashes
from bot.errors import KnowledgeMissing


def codes(root: Path, **limits: int) -> dict[str, str]:
    shelf = read_folder(root, limits=Limits(**limits))
    return {p.code: p.path for p in shelf.problems if p.code != "table-missing"}


def texts(root: Path) -> set[str]:
    return {document.path for document in read_folder(root).documents}


def test_a_good_folder_has_three_languages_and_no_problem(folder: Path) -> None:
    shelf = read_folder(folder)
    assert codes(folder) == {}
    assert [(d.doc_id, d.lang, d.derived) for d in shelf.documents] == [
        ("psu-size", "en", False),
        ("psu-size", "zh-Hant", False),
        ("psu-size", "zh-Hans", True),
    ]
    ids = [[s.section_id for s in d.sections] for d in shelf.documents]
    assert ids == [["psu-rule", "psu-efficiency"]] * 3
    assert [gpu.name for gpu in shelf.catalogue.gpus] == ["RTX 3090"]
    assert shelf.glossary[0].zh_cn == ("内存", "记忆体")


def test_a_hand_written_simplified_section_replaces_the_derived_one(folder: Path, put) -> None:
    text = (folder / "guide/psu-size.zh-Hant.md").read_text()
    head, rule, _ = text.split("\n## ")
    put(
        "guide/psu-size.zh-Hans.md",
        head.replace("zh-Hant", "zh-Hans") + "\n## " + rule.replace("市面上", "手写"),
    )
    simplified = [d for d in read_folder(folder).documents if d.lang == "zh-Hans"]
    assert [(d.derived, [s.section_id for s in d.sections]) for d in simplified] == [
        (False, ["psu-rule"]),
        (True, ["psu-efficiency"]),
    ]


@pytest.mark.parametrize("place", ["missing", "a-file", "empty", "only-a-table"])
def test_nothing_to_read_is_an_error(tmp_path: Path, place: str) -> None:
    root = tmp_path / place
    if place == "a-file":
        root.write_text("x")
    elif place != "missing":
        root.mkdir()
    if place == "only-a-table":
        (root / "x.csv").write_text("a,b\n")
    with pytest.raises(KnowledgeMissing) as caught:
        read_folder(root)
    assert caught.value.code == "err-knowledge-missing"
    assert caught.value.args_["path"] == str(root)


BAD_FILES = [
    pytest.param("latin.md", "café".encode("latin-1"), "file-encoding", id="latin-1"),
    pytest.param("big5.txt", "電源供應器".encode("big5"), "file-encoding", id="big5"),
    pytest.param("wide.txt", "電源".encode("utf-16"), "file-encoding", id="utf-16"),
    pytest.param("nul.txt", b"one\ntwo\x00three", "file-binary", id="nul"),
    pytest.param("image.md", b"\x89PNG\r\n\x1a\n\x00\x00", "file-binary", id="binary"),
    pytest.param("empty.md", b"", "file-empty", id="empty"),
    pytest.param("blank.txt", b" \n\n", "file-empty", id="blank"),
    pytest.param("hollow.html", b"<script>x</script>", "file-empty", id="html-without-text"),
    pytest.param("large.txt", b"x" * 20_000, "file-too-large", id="large"),
    pytest.param("a/b/c/d/deep.txt", b"x", "too-deep", id="deep"),
    pytest.param("report.pdf", b"%PDF", "file-type", id="unknown-type"),
    pytest.param("yaml.md", b"---\nid: [\n---\n## A {#a}\n\nx\n", "front-matter-yaml", id="bad-yaml"),
]


@pytest.mark.req("R72", "R74")
@pytest.mark.parametrize(("path", "content", "code"), BAD_FILES)
def test_a_bad_file_is_named_and_the_others_load(
    folder: Path, put, path: str, content: bytes, code: str
) -> None:
    put(path, content)
    found = codes(folder, max_file_bytes=10_000, max_depth=3)
    assert path.startswith(found[code])
    assert path not in texts(folder) or code in {"file-too-large", "too-deep"}
    assert "guide/psu-size.en.md" in texts(folder)


@pytest.mark.req("R73")
def test_a_byte_order_mark_and_crlf_change_nothing(folder: Path, put) -> None:
    plain = read_folder(folder).documents
    for name in ("psu-size.en.md", "psu-size.zh-Hant.md"):
        text = (folder / "guide" / name).read_text()
        put(f"guide/{name}", b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert read_folder(folder).documents == plain
    assert codes(folder) == {}


@pytest.mark.req("R71")
@pytest.mark.parametrize(
    "name",
    [".hidden.md", ".git/x.md", "x.md~", ".x.md.swp", "x.md.swp", "x.bak", "x.md.bak", "x.tmp", "#x.md#", ".#x.md",
     "..data/x.md", "README.md", "guide/readme.md", "facts.yml"],
)  # fmt: skip
def test_these_names_are_skipped_silently(folder: Path, put, name: str) -> None:
    before = read_folder(folder)
    put(name, "hello there")
    assert read_folder(folder) == before


@pytest.mark.req("R71")
def test_a_configmap_mount_shows_each_file_once(folder: Path, tmp_path: Path) -> None:
    mount = tmp_path / "mount"
    version = mount / "..2026_10_01"
    shutil.copytree(folder, version)
    (mount / "..data").symlink_to("..2026_10_01")
    for name in ("guide", "hardware"):
        (mount / name).symlink_to(f"..data/{name}")
    shelf = read_folder(mount)
    assert [d.path for d in shelf.documents] == [d.path for d in read_folder(folder).documents]
    assert codes(mount) == {}


@pytest.mark.req("R71")
def test_a_link_to_a_file_of_the_folder_is_not_a_second_copy(folder: Path) -> None:
    (folder / "a-link.md").symlink_to("guide/psu-size.en.md")
    (folder / "a-folder").symlink_to("guide")
    (folder / "guide" / "loop").symlink_to("..")
    assert texts(folder) == {"guide/psu-size.en.md", "guide/psu-size.zh-Hant.md"}
    assert codes(folder) == {}


@pytest.mark.req("R75")
@pytest.mark.parametrize("kind", ["file", "folder", "nowhere"])
def test_a_link_out_of_the_folder_is_refused(folder: Path, tmp_path: Path, kind: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("## Secret {#secret}\n\nx\n")
    target = {"file": outside / "secret.md", "folder": outside, "nowhere": tmp_path / "gone"}[kind]
    (folder / "link.md").symlink_to(target)
    assert codes(folder) == {"link-broken" if kind == "nowhere" else "link-outside": "link.md"}
    assert texts(folder) == {"guide/psu-size.en.md", "guide/psu-size.zh-Hant.md"}


@pytest.mark.req("R74")
def test_a_pipe_is_not_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "pipe.md")
    assert codes(folder) == {"file-special": "pipe.md"}


def test_a_name_that_is_not_text_is_reported(folder: Path) -> None:
    (folder / os.fsdecode(b"bad\xff.md")).write_text("x")
    assert codes(folder) == {"file-name": "bad\\udcff.md"}


@pytest.mark.req("R74")
def test_too_many_files_are_cut_off_and_said(folder: Path, put) -> None:
    for i in range(5):
        put(f"z{i}.txt", f"text {i}")
    shelf = read_folder(folder, limits=Limits(max_files=6))
    assert [p.path for p in shelf.problems if p.code == "too-many-files"] == ["z2.txt"]


def test_a_document_given_twice_counts_once(folder: Path, put) -> None:
    put("zz-copy.md", (folder / "guide/psu-size.en.md").read_text())
    assert codes(folder) == {"document-duplicate": "zz-copy.md"}
    assert "zz-copy.md" not in texts(folder)


def test_a_section_given_twice_counts_once_per_language(folder: Path, put) -> None:
    text = (folder / "guide/psu-size.en.md").read_text().replace("id: psu-size", "id: other")
    put("guide/z.md", text.replace("psu-efficiency", "another"))
    shelf = read_folder(folder)
    assert [(p.path, p.line, p.code) for p in shelf.problems if p.code != "table-missing"] == [
        ("guide/z.md", 14, "section-duplicate")
    ]
    other = next(d for d in shelf.documents if d.doc_id == "other")
    assert [s.section_id for s in other.sections] == ["another"]


def test_language_of_text_without_front_matter(folder: Path, put) -> None:
    put("a.txt", "四張顯示卡要多大的電源供應器？")
    put("b.txt", "四张显卡要多大的电源？")
    put("c.zh-Hant.txt", "多大")
    langs = {
        (d.path, d.lang) for d in read_folder(folder).documents if d.path.endswith(".txt") and not d.derived
    }
    assert langs == {("a.txt", "zh-Hant"), ("b.txt", "zh-Hans"), ("c.zh-Hant.txt", "zh-Hant")}


def test_the_hash_follows_names_and_bytes_and_nothing_else(folder: Path, put, tmp_path: Path) -> None:
    before = read_folder(folder).content_hash
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    assert read_folder(copy).content_hash == before
    put("notes.txt", "more")
    added = read_folder(folder).content_hash
    (folder / "notes.txt").rename(folder / "other.txt")
    renamed = read_folder(folder).content_hash
    put("hardware/synonyms.csv", "en,zh_tw,zh_cn,typos\n")
    table = read_folder(folder).content_hash
    assert len({before, added, renamed, table}) == 4


def test_scan_hashes_lists_documents_and_tables(folder: Path) -> None:
    assert set(scan_hashes(folder)) == {
        "guide/psu-size.en.md",
        "guide/psu-size.zh-Hant.md",
        "hardware/gpus.csv",
        "hardware/synonyms.csv",
    }
