"""Words that carry no meaning for keyword search, and number words. Data, no logic."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


STOP_EN = frozenset(
    _words(
        """
        a about actually after again all also am an and any anyone are as at be because been before being between
        both but by can cause could did do does doing don dont else even ever for from get gets getting go going gonna
        got had has have having he hello help her hey hi him his how i id if im in into is isn it its ive just kinda
        know let like ll lot many may maybe me might more most much must my myself need needed needs no not now of off
        ok on one only or other our out over own per please pls pretty quite rather re really s same say see she should
        shouldn so some something still stuff such t tell than thanks that thats the their them then there these they
        thing things this those though to too u up us use used using ve very vs want was way we well were what whats
        when where whether which while who whom why will with would wont ya yeah yes yet you your youre
        """
    )
)

# Any of these is cut out of a run of Han characters wherever it stands, so single characters are only those
# that hardly ever form part of a word of the field (能 is not one: 性能, 功能).
STOP_ZH = _words(
    """
    的 了 吗 呢 吧 啊 呀 嘛 喔 哦 我 你 他 她 它 们 我们 你们 自己 这 那 这个 那个 这样 那样 这些 那些 哪 哪个 哪些
    什么 怎么 怎样 怎么样 如何 为什么 为何 为啥 干嘛 啥 咋 凭啥 到底 究竟 是 是不是 有没有 没有 会不会 能不能 可以
    可不可以 要不要 需要 需不需要 应该 得 和 与 跟 或 或者 还是 还 也 都 就 很 太 真的 比较 多少 大概 大约 请问 请
    想问 知道 觉得 现在 如果 的话 因为 所以 但是 对于 关于 一下 一点 一些 一个 以及
    """
)

NUMBER_WORDS = {
    word: str(value)
    for value, word in enumerate(
        _words(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
        )
    )
} | {"single": "1", "dual": "2", "double": "2", "quad": "4", "octa": "8", "half": "0.5", "couple": "2"}

HAN_DIGITS = {char: str(value) for value, char in enumerate("零一二三四五六七八九十")} | {
    "两": "2",
    "双": "2",
    "单": "1",
}
