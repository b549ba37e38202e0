"""Makes ``rigwise-cjk.otf``: the Chinese characters of the charts' labels, taken from Noto Sans CJK.

``python tests/preview/make_font.py /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc`` (Debian:
``fonts-noto-cjk``) after a label changed; a test tells when that is needed.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTCollection

ROOT = Path(__file__).parents[2]
LABELS = ROOT / "bot" / "i18n" / "catalogues"
TARGET = ROOT / "bot" / "presentation" / "fonts" / "rigwise-cjk.otf"


def characters() -> str:
    """Every character beyond ASCII in the charts' labels."""
    texts = (path.read_text("utf-8") for path in sorted(LABELS.glob("*/chart.ftl")))
    return "".join(sorted({character for text in texts for character in text if ord(character) > 0x7F}))


def main(source: str) -> None:
    """Write the subset."""
    faces = TTCollection(source).fonts
    font = next(face for face in faces if face["name"].getDebugName(1) == "Noto Sans CJK TC")
    options = subset.Options(name_IDs=[0, 13, 14], notdef_outline=True, layout_features=[], hinting=False)
    cutter = subset.Subsetter(options)
    cutter.populate(text=characters())
    cutter.subset(font)
    for number, text in ((1, "Rigwise CJK"), (2, "Regular"), (4, "Rigwise CJK"), (6, "RigwiseCJK-Regular")):
        font["name"].setName(text, number, 3, 1, 0x409)
    font.save(TARGET)


if __name__ == "__main__":
    main(sys.argv[1])
