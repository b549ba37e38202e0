"""A good, minimal knowledge folder that tests copy and damage."""

from collections.abc import Callable
from pathlib import Path

import pytest

HEAD_EN = """---
id: psu-size
title: Power supply size
lang: en
reviewed: 2026-10-01
sources:
  - id: guide
    title: A Full Hardware Guide to Deep Learning
    url: https://example.org/guide
    date: 2018-12-16
---
# Power supply size
"""

BODY_EN = """
## How large must the power supply be? {#psu-rule}

Add the watts of all GPUs and the CPU, then 10 %: four GPUs of 250 W and a CPU of 150 W need 1265 W.

The next size sold is 1400 W.

```meta
facts: [F136, W01]
sources: [guide]
questions:
  - how big a psu for 4 gpus
  - psu wattage four cards
  - how many watts for my rig
```

## Why is efficiency worth money? {#psu-efficiency}

A wasteful unit turns part of what it draws into heat, and you pay for that part.

```meta
facts: [F140]
sources: [guide]
questions:
  - is 80 plus worth it
  - does psu efficiency matter
  - gold or bronze psu
```
"""

HEAD_HANT = """---
id: psu-size
title: 電源供應器瓦數
lang: zh-Hant
reviewed: 2026-10-01
sources:
  - id: guide
    title: A Full Hardware Guide to Deep Learning
    url: https://example.org/guide
    date: 2018-12-16
---
# 電源供應器瓦數
"""

BODY_HANT = """
## 電源供應器要多大？ {#psu-rule}

把所有 GPU 和 CPU 的瓦數加起來，再加 10 %：四張 250 W 的顯示卡加 150 W 的 CPU 要 1265 W。

市面上的下一級是 1400 W。

```meta
facts: [F136, W01]
sources: [guide]
questions:
  - 四張顯示卡要多大的電源供應器
  - 電源瓦數怎麼算
  - 四卡要幾瓦
questions_hans:
  - 四张卡要多大电源
  - 电源咋算
  - 四卡得多少瓦
```

## 效率為什麼值得花錢？ {#psu-efficiency}

效率差的電源供應器會把一部分電變成熱，而這部分也要付電費。

```meta
facts: [F140]
sources: [guide]
questions:
  - 80 plus 值得嗎
  - 電源效率重要嗎
  - 金牌還是銅牌
questions_hans:
  - 80 plus 值得吗
  - 电源效率要紧吗
  - 买金牌还是铜牌
```
"""

FACTS = """
F136:
  says: Ten percent of the summed power is added.
  figures: 10 %
F140:
  says: Efficiency pays for long runs.
W01:
  says: The worked example of the rule.
  figures: 250 W; 150 W; 1265 W; 1400 W
"""

GPUS = (
    "name,aliases,vendor,board_power_w,memory_gb,slots,length_mm,connectors,family,released,source_url,checked_on\n"
    "RTX 3090,,NVIDIA,350,24,3,313,2x8-pin,geforce-30,2020-09-24,https://example.org/3090,2026-10-01\n"
)
SYNONYMS = "en,zh_tw,zh_cn,typos\nram,記憶體|內存,内存|记忆体,\nhard disk,硬碟|硬盤,硬盘|硬碟,\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A knowledge folder in which nothing is wrong."""
    root = tmp_path / "knowledge"
    files = {
        "guide/psu-size.en.md": HEAD_EN + BODY_EN,
        "guide/psu-size.zh-Hant.md": HEAD_HANT + BODY_HANT,
        "facts.yaml": FACTS,
        "hardware/gpus.csv": GPUS,
        "hardware/synonyms.csv": SYNONYMS,
        "README.md": "# How this folder works\n",
    }
    for path, text in files.items():
        write(root, path, text)
    return root


@pytest.fixture
def put(folder: Path) -> Callable[[str, str | bytes], Path]:
    """Write one file of the folder."""
    return lambda path, content: write(folder, path, content)


def write(root: Path, path: str, content: str | bytes) -> Path:
    """Write a file, with its parent folders."""
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file
