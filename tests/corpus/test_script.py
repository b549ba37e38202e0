"""Scripts are told apart; Traditional text becomes natural Simplified text, and nothing else changes."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opencc import OpenCC

from bot.corpus.markdown import read_markdown
from bot.corpus.model import Term
from bot.corpus.script import derive_simplified, detect_lang, to_mainland, to_simplified

WHOLE = OpenCC("tw2s")

GLOSSARY = (
    Term(en=("ram",), zh_tw=("記憶體", "內存"), zh_cn=("内存", "记忆体")),
    Term(zh_tw=("散熱", "冷卻"), zh_cn=("散热", "冷却")),
    Term(zh_tw=("滷味",), zh_cn=("熟食",)),
)


@pytest.mark.parametrize(
    ("text", "mainland"),
    [
        ("記憶體要比顯示記憶體大", "内存要比显存大"),
        ("GPU 記憶體與系統記憶體", "GPU 显存与系统内存"),
        ("固態硬碟、主機板、電源供應器、顯示卡", "固态硬盘、主板、电源、显卡"),
        ("PCIe 通道和 CPU 核心", "PCIe 通道和 CPU 核心"),
        ("散熱與冷卻", "散热与冷却"),
        ("驅動程式解方程式", "驱动程序解方程式"),
        ("資料夾裡的資料，請見參考資料", "文件夹里的数据，请见参考资料"),
        ("看著它的著名作者", "看着它的著名作者"),
        ("固态硬碟和记忆体", "固态硬盘和内存"),
        ("滷味", "熟食"),
        ("資料前處理可以提前處理", "数据预处理可以提前处理"),
        ("之前處理的、目前處理的", "之前处理的、目前处理的"),
        ("16 位元、8 位元組", "16 位、8 字节"),
        ("RTX 3090 at 350 W", "RTX 3090 at 350 W"),
        ("", ""),
    ],
)
def test_words_become_those_of_the_mainland(text: str, mainland: str) -> None:
    assert to_mainland(text, GLOSSARY) == mainland


def test_characters_alone_keep_the_words() -> None:
    assert to_simplified("記憶體與硬碟") == "记忆体与硬碟"


def test_damaged_characters_are_mended() -> None:
    assert to_simplified("夶 鉲 喥 囷 戓 尐 洳") == "大 卡 度 和 或 少 如"


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("how big a psu", "en"),
        ("", "en"),
        ("850W 🙂", "en"),
        ("四張顯示卡要多大的電源", "zh-Hant"),
        ("四张显卡要多大的电源", "zh-Hans"),
        ("RTX 3090 配 850W 夠嗎", "zh-Hant"),
        ("RTX 3090 配 850W 够吗", "zh-Hans"),
        ("固態硬碟要多大", "zh-Hant"),
        ("硬碟要多大", "zh-Hant"),
        ("多大", "zh-Hant"),
        ("一台要多大", "zh-Hant"),
        ("what does 顯存 mean", "en"),
        ("how many 通道 do I need for 4 GPUs", "en"),
        ("deep learning 主機怎麼配", "zh-Hant"),
        ("传統解决方式：总线和强大的处理", "zh-Hans"),
    ],
)
def test_languages(text: str, lang: str) -> None:
    assert detect_lang(text, GLOSSARY) == lang


def test_the_default_for_ambiguous_characters_is_given() -> None:
    assert detect_lang("多大", ambiguous="zh-Hans") == "zh-Hans"


def test_a_derived_document_keeps_ids_and_lines(folder) -> None:
    text = (folder / "guide/psu-size.zh-Hant.md").read_text()
    document, _ = read_markdown(text, "guide/psu-size.zh-Hant.md", "zh-Hant")
    assert document is not None
    derived = derive_simplified(document, GLOSSARY)
    assert (derived.lang, derived.derived, derived.title) == ("zh-Hans", True, "电源瓦数")
    for ours, theirs in zip(derived.sections, document.sections, strict=True):
        assert (ours.section_id, ours.first_line, ours.last_line) == (
            theirs.section_id,
            theirs.first_line,
            theirs.last_line,
        )
        assert ours.text.count("\n") == theirs.text.count("\n")
        assert ours.sources == theirs.sources
    rule = derived.sections[0]
    assert rule.questions == (
        "四张显卡要多大的电源",
        "电源瓦数怎么算",
        "四卡要几瓦",
        "四张卡要多大电源",
        "电源咋算",
        "四卡得多少瓦",
    )
    assert derived.sections[1].questions.count("80 plus 值得吗") == 1


@given(st.text(alphabet=st.sampled_from(list("記憶體硬碟顯示卡資料參考程式方 \n|#通道核心ab1")), max_size=60))
def test_conversion_keeps_line_breaks_and_settles(text: str) -> None:
    once = to_mainland(text, GLOSSARY)
    assert once.count("\n") == text.count("\n")
    assert to_simplified(once) == once


@pytest.mark.parametrize("module", ["script", "folder", "watch", "check"])
def test_importing_loads_no_dictionaries(module: str) -> None:
    code = f"import sys, bot.corpus.{module}; print('opencc' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@given(st.text(st.sampled_from("乾淨顯示記憶體裏裡着著後臺台發髮頭麼么於0aB ，。-\n|"), max_size=40))
def test_converting_run_by_run_gives_what_opencc_gives_for_the_whole(text: str) -> None:
    assert to_simplified(text) == WHOLE.convert(text)
