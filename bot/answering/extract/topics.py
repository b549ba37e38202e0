"""What a question is about, by its words: each topic is one pattern over the folded text."""

import re

from bot.answering.extract.reading import Topic


def _words(latin: str, han: str = "") -> re.Pattern[str]:
    """Latin words with edges of letters and digits, Han words anywhere."""
    parts = [rf"(?<![a-z0-9])(?:{latin})(?![a-z0-9])"] if latin else []
    return re.compile("|".join([*parts, *([han] if han else [])]))


_PATTERNS: dict[Topic, re.Pattern[str]] = {
    "psu": _words(
        r"psus?|power ?supply|power ?supplies|supply unit|wattage|(?:how many|what|total) ?(?:watts?|w)|power unit",
        r"电源|电供|供应器|火牛|瓦数|[几多]少?瓦|多少 ?w(?![a-z])|几 ?w(?![a-z])|多大瓦|总功耗|总瓦",
    ),
    "cost": _words(
        r"bill|bills|electric|electricity|elec|kwh|running costs?|power costs?|energy costs?|tariff|"
        r"(?:it|that|this|will|would|to run|running).{0,30}cost(?:s|ing)?|cost(?:s)?.{0,12}(?:run|running)|"
        r"how expensive.{0,30}run|cost of running|pay for power|cost me",
        r"电费|电价|电钱|度电|一度|每度|千瓦时|瓩时|[几多]少?度",
    ),
    "energy": _words(
        r"kwhs?|energy|how much (?:electricity|energy|power|juice)|kilowatt.?hours?|co2|carbon|emissions?",
        r"度电|[几多]少?度|耗电量|用电量|碳|排放|千瓦时|用多少电|吃多少电|耗多少电|多少电(?!费|源|供|压)|几度",
    ),
    "money": _words(
        r"costs?|price|pay|bill|bills|money|how much(?! (?:electricity|energy|power|juice|ram|memory|kwh|vram|system))|expensive|usd|eur|dollars?|euros?|bucks|total|cents?|charge",
        r"多少钱|电费|花费|花多少|费用|几块|几元|多少元|多少块|贵|要多少(?!瓦|w|度|g|内存|记忆体|张|颗|条|电(?!费))|总共多少|一共多少|多少台币|多少人民币|几钱|几多钱|total",
    ),
    "ask_size": _words(
        r"how (?:much|many|big|large|strong|beefy)|what(?:'s|s| is)?(?: the)?(?: right| best| recommended| minimum| min)?(?: size| sized| wattage| psu| power supply| watt| ram| kind| capacity)|"
        r"which (?:size|psu|wattage|power supply)|(?:size|wattage|psu|supply|floor|minimum|min)\s?\?*$|size|sizing|minimum|min|at least|enough|need|needs|needed|required?|recommend(?:ed|ation)?|"
        r"suggest(?:ed|ion)?|should i (?:get|buy|use|pick|have|go)|floor|suffice|sufficient|handle|buy|get away|ok for|okay for|looking for|cut it|do i want|advice|how low|requirement",
        r"多少|多大|几瓦|几 ?g|几 ?w|要买|买|选|怎么配|怎样配|如何配|够|最少|最低|至少|建议|推荐|合适|要几|几多|抓|上多大|需要|该用|要用|瓦数|需求|起码|下限|配多|要配|插多少|装多少|要多",
    ),
    "enough": _words(
        r"enough|sufficient|suffice|handle|cut it|ok for|okay for|able to|can (?:a|my|i|it)|will (?:a|my)|is (?:a|my|\d)|too (?:small|weak|little)|overkill|would \d+ ?k?w(?:atts?)? (?:do|work)|do i (?:really )?need \d+ ?k?w|need a \d+ ?k?w|is \d+ ?k?w|is (?:a |my )?\d+ ?k?w|(?:ok|okay|fine|good)\W*$|(?:ok|okay|fine|good|safe) (?:for|with)|(?:run|power) .{1,30}(?:on|with) (?:a |my |an )?\d+ ?k?w|(?:will|does|do|can|could) (?:a |my |an )?\d+ ?k?w|get away with|too low",
        r"够|撑|带得动|带得起|能带|带的动|扛|吃得消|推得动|顶得住|可以带|太小|可以吗|行不行|行吗|可以不|能不能带|能否带|能不能用|带得|可不可以|ok吗|会不会不足|撑不撑",
    ),
    "explain": _words(
        r"why|special|explain|how come|what does .{1,30}mean|meaning|mean|rule of thumb|how (?:do|to|does|should) (?:i |you |we |one )?(?:calculate|compute|size|work out|choose|pick|estimate|figure)|formula|"
        r"worth|matter|matters|difference|better|vs the|do i really|does it (?:matter|help|need|make)|does .{1,30} (?:need|matter|help|require)|is it (?:true|ok|bad|safe|worth)|pros|cons|advantage|until|headroom|what happens|how many (?:gpus?|cards?) (?:can|could|does|do|will)|besides|or not|sum of|when do i|more ram than|vs comfortable|conflicting|is that right|does .{1,30} have|memory (?:does|do|has)|still (?:a |realistic)",
        r"为什么|为何|凭啥|凭什么|怎么算|如何算|如何计算|怎么计算|公式|原理|解释|有用吗|值得|有必要|有差|差多少|差别|区别|合理|算出来|是欧分|余裕|余量|冗余|留多少|[带接]几张|影响|好处|意义|重要|比较好|要不要|哪个好|该不该|怎么看|对吗|对不对|(?:内存|记忆体)是|现实|用除|常犯",
    ),
    "advice": _words(
        r"8.?pins?|6.?pins?|12vhpwr|12v-2x6|connectors?|plugs?|cables?|80 ?plus|80\+|gold|platinum|titanium|bronze|rails?|modular|blower|brand|brands|lanes?|slots?|cores|per core|threads?|ddr\d?|clock|speed|"
        r"frequency|timings?|ecc|channels?|author|guide",
        r"8pin|接口|接头|插头|金牌|铂金|白金|钛金|品牌|牌子|哪家|模组|时脉|频率|通道|核心|线程|执行绪|单路|12v|作者|文章|教程|几个核",
    ),
    "mining": _words(r"mining|mine|miner|profit|profitable|profitability|hashrate|bitcoin|btc|eth|ethereum|crypto", r"挖矿|收益|矿机|回本|比特币|以太"),
    "gaming": _words(r"fps|frames? per second|(?:in|for|play|playing) (?:games?|gaming)|cyberpunk|4k ultra", r"游戏|帧数|帧率|几帧|打电动|吃鸡"),
    "wiring": _words(r"breakers?|circuit|outlets?|wall socket|sockets? in|wiring|amps?|amperes?|fuse|fuses|extension cord|power strip|tripp?(?:ed|ing|s)?|\d+ ?a(?: circuit| breaker| fuse)", r"空开|断路器|跳闸|跳电|无熔丝|保险丝|插座|延长线|电线|线径|安培|配线|排插|拖线板|电表|回路"),
    "elsewhere": _words(
        r"rent|rental|renting|cloud|aws|gcp|azure|runpod|vast\.ai|colab|lambda labs|subscription|netflix|spotify|fridges?|refrigerators?|air ?con(?:ditioner|ditioning)?s?|"
        r"kettle|microwave|toaster|washing machine|hair ?dryer|electric cars?|ev|evs|phones?|iphones?|tv|ps5|xbox|solar|battery|batteries|ups|generator|photoshop|minecraft|chrome|windows \d+",
        r"租|云端|云服务|云主机|云计算|冷气|冰箱|空调|暖气|吹风机|洗衣机|电动车|充电|快充|手机|电视|太阳能|电池|不断电系统|发电机|(?<![a-z])ups(?![a-z])|订阅",
    ),
    "laptop": _words(r"macbooks?|laptops?|notebooks?|imac|mac mini|mac studio", r"笔电|笔记本|苹果电脑"),
    "brand": _words(r"brands?|seasonic|corsair|evga|be quiet|superflower|antec|cooler master", r"哪个牌|哪牌|什么牌|品牌|牌子|海韵|振华|全汉|长城|航嘉|海盗船|酷妈|安钛克|美商"),
    "workload_large": _words(r"(?:large|big|huge|massive) (?:data ?sets?|data|corpus|corpora)|big data|imagenet", r"大数据|大资料|资料集很大|数据集很大|大型数据|大型资料|大量数据|大量资料|数据很大|资料很大|数据量大|资料量大|超大数据"),
    "workload_prep": _words(r"pre-?process(?:ing|es)?|data prep|augmentation|data ?loading|feature engineering", r"预处理|前处理|资料处理|数据处理|特征工程|数据增强|资料增强"),
    "workload_kaggle": _words(r"kaggle|kagglers?", r"kaggle"),
    "copy": _words(r"pcie|pci-e|lanes?|x16|x8|x4|copy|copying|transfer(?:s|red)?|bus|host to device|h2d", r"传输|拷贝|复制|搬到|通道|传到|汇流排|总线"),
    "disk": _words(r"disks?|hdds?|ssds?|nvme|hard drives?|drives?|sata|mb/s|storage", r"硬盘|硬碟|固态|机械|磁盘|碟"),
    "cards_alone": _words(r"(?:gpus?|cards?) (?:alone|only)|only the (?:gpus?|cards?)|just the (?:gpus?|cards?)|without (?:the |a )?cpu|ignor\w+ (?:the )?cpu|no cpu|not counting (?:the )?cpu|excluding (?:the )?cpu", r"不算cpu|不含cpu|不计cpu|只算(?:显)?卡|光(?:是)?(?:显)?卡|单算(?:显)?卡|只看(?:显)?卡|不算处理器|不包括cpu|只有(?:显)?卡|光算|扣掉cpu"),
    "follow_up": re.compile(r"^\W{0,3}(?:(?:ok|okay|right|so|and|but|hmm|also)\W{1,3}){0,3}(?:what about|how about|what if|and|with|same|but|if|instead|make (?:it|that)|now|then|also|for \d|at \d|use)\b|^\W{0,3}(?:那|换成|换|改成|改|如果|要是|若|假如|再|同样|一样|加到|变成|还有|另外|所以)|呢\W{0,3}$|instead\W{0,2}$|的话\W{0,3}$"),
    "article": _words(r"articles?|blog|post|author|tim|dettmers|guide", r"文章|作者|教程|那篇|原文|指南"),
    "ask_amount": _words(
        r"how (?:much|many|big|large|low|little|beefy|strong|powerful)|what size|what amount|which size|minimum|min|at least|floor|lowest|least|what (?:psu|wattage|power supply|ram|kind of psu)|which (?:psu|power supply)|"
        r"(?:size|wattage|psu|power supply|watts)\W*$|recommend(?:ed|ation)?|suggest(?:ion)?|needed|do i need|(?:psu|ram|memory|supply) (?:size|wattage|rating)|need (?:a |an |some |new )?(?:psu|power supply|ram)|(?:psu|power supply|ram) for|should i (?:get|buy)|total|bill|what .{0,40}cost|what .{0,20}pay|pls|please",
        r"多少|多大|几 ?g|几瓦|几 ?w|最少|至少|最低|下限|要几|买多|配多|该配|要配|合适|怎么配|几多|电费.?$|几何|怎么选|咋选|选多|开销",
    ),
    "efficiency": _words(r"efficien\w{1,4}|ineffici\w{1,4}|loss|losses|payback", r"效率|损耗|转换率|能效"),
    "carbon": _words(r"co2|carbon|emissions?|emit|footprint", r"碳|排放|二氧化碳"),
    "example": _words(r"examples?|rule|come from|comes from|where does", r"例子|范例|是不是算错|算错|是什么意思|什么意思|啥意思|怎么来"),
    "later": _words(r"later|future|keep my|because|old (?:desktop|pc|computer)|upgrade|upgrading|steps|newer", r"以后|之后|将来|日后|未来|打算|升级|高效率电源"),
    "lanes": _words(r"lanes?|x16|x8", r"通道"),
}  # fmt: skip


def read_topics(text: str) -> frozenset[Topic]:
    """The topics of a folded text."""
    return frozenset(topic for topic, pattern in _PATTERNS.items() if pattern.search(text))
