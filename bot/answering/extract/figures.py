"""Questions about a figure of a named part ("tdp of a 3090", "4090 顯存多大"): every word must be one of theirs.

The words are a closed list. One word outside of it ("enough", "為什麼", "month") and the question is about something
else, which other rules or the guide answer. So nothing is taken from them by accident.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bot.domain.inputs import Figure
from bot.domain.mentions import Mention

_FILLER = ""
SIGNS = frozenset({"?", "has", "need", "must", "for", "which", "pcie"})
"""What other words say: yes or no is asked, the part has something, needs it, is used for something, is compared."""

_LATIN: Mapping[str, str] = {
    word: meaning
    for meaning, words in {
        "memory": "vram,v-ram,vrma,vmem,gpu memory,gpu mem,video memory,video ram,graphics memory,graphics ram,"
        "card memory,gb,gbs,gig,gigs,g,gigabyte,gigabytes,gpu vram",
        "memory?": "memory,mem,memmory,memroy,memory size,memory capacity,mem size",
        "ram?": "ram,gpu ram",
        "watts?": "watt,watts,wat,wats,w,wattage",
        "power": "tdp,tgp,tbp,power,power draw,power consumption,power usage,power rating,"
        "board power,draw,draws,drawing,consume,consumes,consumption,pull,pulls,power limit default,base power",
        "cores": "core,cores,core count,cpu cores,cuda core,cuda cores,tensor cores,physical cores",
        "threads": "thread,threads,thread count",
        "length": "long,length,mm,longer,card length",
        "slots": "slot,slots,slot width,thick,thickness,wide,width,pcie slots",
        "plugs": "connector,connectors,plug,plugs,power connector,power connectors,power plug,power plugs,power cable,"
        "power cables,pin,pins,pin connector,pin connectors,pcie plugs,pcie power connectors,pcie connectors",
        "channels": "memory channel,memory channels,mem channel,mem channels,ram channels,channels",
        "lanes": "pcie lanes,pcie lane,pci-e lanes,pci express lanes,lanes",
        "socket": "socket,sockets",
        "released": "release date,released,release,launched,launch,launch date,come out,came out,release year",
        "all": "spec,specs,specification,specifications,spec sheet,specsheet,data sheet,datasheet",
        "?": "is,does,isn't,doesn't,are,doesnt,isnt,right",
        "has": "has,have,hve,hav,got,comes with,come with",
        "need": "need,needs,take,takes,require,requires",
        "for": "for,with",
        "which": "which,vs,vs.,versus,or,and,compared,compare,than,more,most,less,bigger,larger,higher,lower,between,"
        "difference,greater,smaller,hungrier,same,equal,alike",
        "pcie": "pcie,pci-e",
        _FILLER: "what,whats,what's,whts,wht,wats,how,much,mch,many,was,the,a,an,of,do,did,it,its,it's,my,this,that,in,on,"
        "at,card,cards,gpu,gpus,graphics,graphic,video,cpu,cpus,processor,board,size,amount,total,max,maximum,rated,"
        "rating,nominal,to,please,pls,plz,tell,me,show,give,actual,exact,official,official,full,load,under,type,kind,"
        "use,uses,used,using,nvidia,amd,intel,geforce,version,versions,when,year,really,again,hey,hi,value,number,count,"
        "stock,default,reference,by,each,both,respectively,there,exactly,typical,desktop,edition,figure,figures,old,"
        "know,i,wanna,want,capacity,tell",
    }.items()
    for word in words.split(",")
}
"""English words and phrases to what they mean. A mark ``?`` behind one: it may mean the system's RAM, or a
supply's size, as well."""

_HAN: Mapping[str, str] = {
    word: meaning
    for meaning, words in {
        "memory": "显存,显示记忆体,显示内存,显卡记忆体,显示卡记忆体,视讯记忆体,显卡内存,显卡显存,显卡的记忆体,显示卡的记忆体",
        "memory?": "记忆体",
        "ram?": "内存",
        "watts?": "瓦,瓦数",
        "power": "功耗,耗电,耗电量,吃电,功率,热设计功耗,多耗电,吃多少电,耗多少电,用多少电,整卡功耗,耗能",
        "cores": "核,核心,核数,核心数,大小核,颗核心,个核心,个核",
        "threads": "线程,线程数,执行绪,绪,执行绪数,个线程",
        "length": "多长,长度,长,卡长,几公分长",
        "slots": "槽,插槽,槽位,厚,多厚,厚度,个槽,个插槽,槽宽",
        "plugs": "接头,电源接头,供电接口,供电接头,供电,接口,插头,电源接口,供电线,电源线",
        "channels": "内存通道,记忆体通道,内存通道数,记忆体通道数,通道,通道数",
        "lanes": "条通道",
        "socket": "脚位,针脚,什么插座",
        "released": "发布,上市,发售,哪年,哪一年,几年,推出,发表",
        "all": "规格,参数,规格表,规格书,详细参数",
        "?": "吗,么,嘛,是不是,有没有,是否,对吗,对不对",
        "has": "有,具有,自带,搭载,配备,内建",
        "must": "要,需要,该,得",
        "which": "跟,和,与,比,对比,比较,哪个,哪张,哪块,哪颗,哪款,哪片,谁,谁的,更,差,差多少,差几,相差,差别,各,各是,各有,分别,分别是,还是,还,或,或者,大还是,之间,一样,一样大,一样多,相同,同样",
        _FILLER: "的,是,多少,多大,几,个,颗,张,块,片,条,这,那,这张,那张,我,我的,请问,问,问一下,想知道,想问,查,查一下,显卡,显示卡,卡,单卡,单张,"
        "每张,整卡,处理器,版,版本,型号,到底,官方,标称,额定,满载,最大,最高,峰值,容量,大小,大,小,高,低,多,少,数,量,数量,呢,啊,呀,吧,了,占,占用,"
        "占几,吃,耗,用,支持,支援,啥,什么,什么时候,何时,时候,时间,日期,出,出的,的是,一张,一块,一颗,一片,单颗,总共,共,一共,英伟达,电,瓦特,寸,尺寸,告诉我,请,谢谢,你好,详细,完整,全部,所有,一般,公版,旗舰,的话",
    }.items()
    for word in words.split(",")
}

_NOT_SPOKEN = re.compile(r"[\s?!.,;:'\"()\[\]/~_…·\-]+")
_WORD = re.compile(r"[a-z]+(?:[.'\-][a-z]+)*")
_CLAIM = re.compile(
    r"(?<![a-z0-9.])(?P<value>\d{1,4}(?:\.\d{1,2})?)\s?(?:-\s?)?"
    r"(?:(?P<memory>gbs?|gigs?|g)|(?P<power>watts?|w|瓦)|(?P<cores>cores?|核心?)|(?P<threads>threads?|线程))(?![a-z0-9])"
)
_ALTERNATIVE = re.compile(
    r"(?<![a-z0-9.])(?P<value>\d{1,4})\s?(?:gb|g)?\s?(?:or|还是|还|或|/|vs)\s?(?=\d{1,4}\s?(?:gb?|g)(?![a-z]))"
)
"""The first of two sizes that are offered: "12 or 16 GB"."""
_PLUG = re.compile(r"(?<![a-z0-9.])(?:6|8|12|16)\s?-?\s?(?=pins?(?![a-z]))")
"""The number in "8-pin": which plug, not how many."""
_LONGEST_HAN = max(map(len, _HAN))
_LONGEST_PHRASE = 4
_SHORTEST_TYPO = 4


class Claim(NamedTuple):
    """A figure that the question states."""

    figure: Figure
    value: str


class Asked(NamedTuple):
    """What is asked of the parts.

    Attributes:
        words: meanings of the words in order, fillers left out; a figure's name or one of the signs.
        claims: figures stated.
        begins: index in ``words`` of the first one behind the last part's name.
    """

    words: tuple[str, ...]
    claims: tuple[Claim, ...]
    begins: int


def read_asked(text: str, mentions: Sequence[Mention]) -> Asked | None:
    """The meanings of all words beside the part names; ``None`` if one of them is not of such questions.

    Args:
        text: the folded question.
        mentions: the parts it names, at least one.
    """
    blank = list(text)
    for mention in mentions:
        end = mention.end + text.startswith("+", mention.end)  # "Xeon 4416+": the sign belongs to the name
        blank[mention.start : end] = " " * (end - mention.start)
    rest = "".join(blank)
    offered = tuple(Claim("memory", found["value"]) for found in _ALTERNATIVE.finditer(rest))
    rest = _blanked(_PLUG, _blanked(_ALTERNATIVE, rest))
    claims = (*offered, *_claims(rest))
    rest = _blanked(_CLAIM, rest)
    last = max(mention.end for mention in mentions)
    before, behind = _meanings(rest[:last]), _meanings(rest[last:])
    if before is None or behind is None:
        return None
    return Asked((*before, *behind, *(("?",) if offered else ())), claims, len(before))


def _blanked(pattern: re.Pattern[str], text: str) -> str:
    """The text with spaces for what matches, so that places stay."""
    return pattern.sub(lambda found: " " * len(found.group()), text)


def _claims(text: str) -> Iterable[Claim]:
    for found in _CLAIM.finditer(text):
        for figure in ("memory", "power", "cores", "threads"):
            if found[figure]:
                yield Claim(figure, found["value"])


def _meanings(text: str) -> tuple[str, ...] | None:
    """Meanings of a stretch of words, fillers left out; ``None`` at the first word that has none."""
    found: list[str] = []
    at = 0
    while at < len(text):
        gap = _NOT_SPOKEN.match(text, at)
        if gap:
            at = gap.end()
            continue
        step = _han(text, at) or _latin(text, at)
        if step is None:
            return None
        at, meaning = step
        if meaning:
            found.append(meaning)
    return tuple(found)


def _han(text: str, at: int) -> tuple[int, str] | None:
    for size in range(_LONGEST_HAN, 0, -1):
        meaning = _HAN.get(text[at : at + size])
        if meaning is not None and len(text) >= at + size:
            return at + size, meaning
    return None


def _latin(text: str, at: int) -> tuple[int, str] | None:
    """The longest phrase that begins here, else the word, also with one letter wrong."""
    ends: list[int] = []
    position = at
    while len(ends) < _LONGEST_PHRASE and (word := _WORD.match(text, position)):
        ends.append(word.end())
        position = word.end() + (text[word.end() : word.end() + 1] == " ")
        if position == word.end():
            break
    for end in reversed(ends):
        meaning = _LATIN.get(text[at:end])
        if meaning is not None:
            return end, meaning
    if not ends:
        return None
    meaning = _despite_a_slip(text[at : ends[0]])
    return None if meaning is None else (ends[0], meaning)


def _despite_a_slip(word: str) -> str | None:
    """The meaning of a word of four letters and more that is one slip of the keyboard away."""
    if len(word) < _SHORTEST_TYPO:
        return None
    near = (known for known in _LATIN if known[0] == word[0] and len(known) >= _SHORTEST_TYPO)
    return next((_LATIN[known] for known in near if _one_slip(word, known)), None)


def _one_slip(word: str, known: str) -> bool:
    """Whether one letter is missing, too many, wrong, or swapped with its neighbour."""
    if abs(len(word) - len(known)) > 1:
        return False
    same = next((i for i, pair in enumerate(zip(word, known, strict=False)) if pair[0] != pair[1]), None)
    if same is None:
        return True
    if len(word) == len(known):
        swapped = word[same : same + 2] == known[same : same + 2][::-1]
        return word[same + 1 :] == known[same + 1 :] or (swapped and word[same + 2 :] == known[same + 2 :])
    longer, shorter = (word, known) if len(word) > len(known) else (known, word)
    return longer[same + 1 :] == shorter[same:]
