"""One form of a question for reading: full-width to plain, lower case, Traditional characters to Simplified."""

import unicodedata

from bot.domain.model import Lang

# Only the characters of our own lexicon and of everyday questions; a full converter is not needed to read
# quantities. Same length on both sides, so spans survive.
_TRADITIONAL = (
    "張塊顆條個臺兩雙單對組電費價錢圓歐鎊臺幣幾麼這樣當貨視顯記憶體內儲訊處應買瓩"
    "負萬億零貳參陸關機開連續間斷時鐘週禮鐵總額來讓裝選擇購夠耗滿載實際測量顧"
    "國灣韓新門蘭義羅馬亞爾愛丹麥臘奧紐澤荷葡萄轉換損還種們從給說話誰課題該"
    "資數據讀寫傳輸線長圖預練訓習競賽業務務級貴設備網為過無後員問與並爐風扇"
    "碼頭驅動點樓戶屬聯結僅據熱頻寬隊歲歷蘋華銳龍極試華碩術擔樣學師廠庫龐鋪幫動壓縮"
    "閒雜佔鑽蓋經歐聽剛閃強決舊嗎現將錯"
    "腦絲別貝誌邊軸運鍵會沒晝偉達紙盧銖約績爲獨頓計黃專艦礦餘項熒統牆倆漲沖緩帶窮聲溫難進構鉑鈦銀銅環萊靜遊戲產隻廣畫螢攝狀態類嚴緊貼邏輯寧鏡遠遲鬧絡遞驗證離調優懶歸衝擊"
    "倫匯區喫執媽峯島幀徑復徵憑撐東氣漢烏燈發盜筆範緒脈薦製複訂議變賓車較迴適釋銷鋭錶鍾閘閱閲陽險雞雲韻響頂著鎖書標稱細腳號規訴詳請謝針"
)
_SIMPLIFIED = (
    "张块颗条个台两双单对组电费价钱圆欧镑台币几么这样当货视显记忆体内储讯处应买瓩"
    "负万亿零贰参陆关机开连续间断时钟周礼铁总额来让装选择购够耗满载实际测量顾"
    "国湾韩新门兰义罗马亚尔爱丹麦腊奥纽泽荷葡萄转换损还种们从给说话谁课题该"
    "资数据读写传输线长图预练训习竞赛业务务级贵设备网为过无后员问与并炉风扇"
    "码头驱动点楼户属联结仅据热频宽队岁历苹华锐龙极试华硕术担样学师厂库庞铺帮动压缩"
    "闲杂占钻盖经欧听刚闪强决旧吗现将错"
    "脑丝别贝志边轴运键会没昼伟达纸卢铢约绩为独顿计黄专舰矿余项荧统墙俩涨冲缓带穷声温难进构铂钛银铜环莱静游戏产只广画萤摄状态类严紧贴逻辑宁镜远迟闹络递验证离调优懒归冲击"
    "伦汇区吃执妈峰岛帧径复征凭撑东气汉乌灯发盗笔范绪脉荐制复订议变宾车较回适释销锐表钟闸阅阅阳险鸡云韵响顶着锁书标称细脚号规诉详请谢针"
)
_FOLD = str.maketrans(_TRADITIONAL, _SIMPLIFIED)
_VARIANTS = str.maketrans(
    {
        "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "〜": "~", "∼": "~",
        "‘": "'", "’": "'", "“": '"', "”": '"', "、": ",", "×": "x", "✕": "x", "✖": "x", "⁄": "/",
        "禮": "礼", "裡": "里", "裏": "里", "佈": "布", "週": "周", "夠": "够", "祗": "只", "衹": "只",
        "盤": "盘", "壹": "一", "叁": "三", "肆": "四", "伍": "五",
    }
)  # fmt: skip
_HANT_ONLY = frozenset(t for t, s in zip(_TRADITIONAL, _SIMPLIFIED, strict=True) if t != s)
_HANS_ONLY = frozenset(s for t, s in zip(_TRADITIONAL, _SIMPLIFIED, strict=True) if t != s) - frozenset(
    "台周"
)


def normalise(text: str) -> str:
    """The folded form that every span of a ``Reading`` counts in.

    NFKC (full-width digits and letters become plain), lower case, our Traditional characters to Simplified,
    dashes, quotes and multiplication signs unified. ``×`` becomes ``x``.
    """
    folded = unicodedata.normalize("NFKC", text).lower()
    return folded.translate(_VARIANTS).translate(_FOLD)


def script(text: str, lang: Lang) -> Lang:
    """The script of the Han characters in a text: what tells New Taiwan dollars from renminbi.

    Falls back to ``lang`` where no character decides.
    """
    hant = sum(c in _HANT_ONLY for c in text)
    hans = sum(c in _HANS_ONLY for c in text)
    if hant == hans:
        return lang
    return "zh-Hant" if hant > hans else "zh-Hans"
