"""Greetings and thanks with nothing else in them: they get a friendly line instead of a refusal."""

import re
import unicodedata

from bot.domain.model import Message

_NAME = r"(?:bot|rigwise|there|all|everyone|guys|folks|friend|小幫手|小帮手|機器人|机器人|大家|各位)"
_HELLO = re.compile(
    rf"(?:(?:hi+|hello+|hey+|yo|howdy|hiya|greetings|good (?:morning|afternoon|evening|day)|sup|你好|您好|哈[囉啰嘍喽]|嗨+|"
    rf"早安?|午安|晚安|早上好|下午好|晚上好|在嗎|在吗|有人嗎|有人吗)[啊呀哦喔]?\s*)+{_NAME}?|{_NAME}"
)
_THANKS = re.compile(
    rf"(?:(?:ok|okay|great|cool|nice|awesome|perfect|好的?|太好了|讚|赞)\s*)?"
    rf"(?:(?:many |so )?(?:thanks|thank you|thx|ty|cheers|tysm|much appreciated)(?: (?:a lot|so much|very much|a bunch|again|man|mate))?|"
    rf"(?:謝+|谢+|多謝|多谢|感謝|感谢|感恩|3q)[你您妳啦了喔哦]?|辛苦了)\s*{_NAME}?"
)
_LONGEST = 40


def courtesy(text: str) -> Message | None:
    """The answer to a text that is a greeting or thanks alone, ``None`` if it says anything else."""
    if len(text) > _LONGEST:
        return None
    words = "".join(c if c.isalnum() or c.isspace() else " " for c in unicodedata.normalize("NFKC", text))
    words = " ".join(words.lower().split())
    if _THANKS.fullmatch(words):
        return Message(key="ask-thanks")
    return Message(key="ask-hello") if _HELLO.fullmatch(words) else None
