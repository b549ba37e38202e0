"""Countries named in a question, in three scripts (Traditional folded to Simplified) → ISO 3166-1 alpha-2."""

import re

_NAMES: dict[str, str] = {
    "TW": "taiwan,taipei,taipower,台湾,台北,台电,高雄,台中",
    "CN": "china,mainland china,prc,中国,大陆,内地,国内,北京,上海,深圳,广州",
    "HK": "hong kong,hongkong,hong kong china,香港,中国香港,中电,港灯",
    "SG": "singapore,新加坡",
    "JP": "japan,tokyo,日本,东京",
    "KR": "korea,south korea,韩国,南韩",
    "DE": "germany,german,berlin,munich,deutschland,德国,柏林",
    "FR": "france,french,paris,法国,巴黎",
    "GB": "uk,u.k.,united kingdom,britain,england,london,scotland,英国,伦敦",
    "US": "usa,the us,u.s.,u.s.a.,united states,the states,america,california,texas,new york,美国,加州,德州,纽约",
    "CA": "canada,canadian,ontario,quebec,加拿大",
    "AU": "australia,sydney,melbourne,澳洲,澳大利亚",
    "NZ": "new zealand,纽西兰,新西兰",
    "IT": "italy,意大利,义大利",
    "ES": "spain,西班牙",
    "PT": "portugal,葡萄牙",
    "NL": "netherlands,holland,dutch,荷兰",
    "BE": "belgium,比利时",
    "AT": "austria,奥地利",
    "CH": "switzerland,swiss,瑞士",
    "SE": "sweden,瑞典",
    "NO": "norway,挪威",
    "DK": "denmark,丹麦",
    "FI": "finland,芬兰",
    "IE": "ireland,爱尔兰",
    "PL": "poland,波兰",
    "CZ": "czechia,czech republic,捷克",
    "HU": "hungary,匈牙利",
    "GR": "greece,希腊",
    "BG": "bulgaria,保加利亚",
    "CY": "cyprus,塞浦路斯",
    "MT": "malta,马耳他",
    "RO": "romania,罗马尼亚",
    "TR": "turkey,土耳其",
    "IN": "india,印度",
    "ID": "indonesia,印尼,印度尼西亚",
    "MY": "malaysia,马来西亚,大马",
    "TH": "thailand,泰国",
    "VN": "vietnam,越南",
    "PH": "philippines,菲律宾",
    "BR": "brazil,巴西",
    "MX": "mexico,墨西哥",
    "ZA": "south africa,南非",
    "IL": "israel,以色列",
    "UA": "ukraine,乌克兰",
    "IS": "iceland,冰岛",
    "EU": "europe,european union,the eu,欧洲,欧盟",
}
_COUNTRY_OF = {name: iso for iso, names in _NAMES.items() for name in names.split(",")}
_LONGEST_FIRST = sorted(_COUNTRY_OF, key=lambda name: (-len(name), name))
_LATIN_NAMES = "|".join(re.escape(name) for name in _LONGEST_FIRST if name[0].isascii())
_HAN_NAMES = "|".join(name for name in _LONGEST_FIRST if not name[0].isascii())
_ANY_NAME = re.compile(rf"(?<![a-z])(?:{_LATIN_NAMES})(?![a-z])|{_HAN_NAMES}")
CURRENCY_OF = {
    "TW": "TWD", "CN": "CNY", "HK": "HKD", "SG": "SGD", "JP": "JPY", "KR": "KRW", "GB": "GBP", "US": "USD",
    "CA": "CAD", "AU": "AUD", "NZ": "NZD", "CH": "CHF", "SE": "SEK", "NO": "NOK", "DK": "DKK", "PL": "PLN",
    "CZ": "CZK", "HU": "HUF", "TR": "TRY", "IN": "INR", "ID": "IDR", "MY": "MYR", "TH": "THB", "VN": "VND",
    "PH": "PHP", "BR": "BRL", "MX": "MXN", "ZA": "ZAR", "RO": "RON", "BG": "BGN",
    **dict.fromkeys(["DE", "FR", "IT", "ES", "PT", "NL", "BE", "AT", "FI", "IE", "GR", "CY", "MT", "EU"], "EUR"),
}  # fmt: skip
"""What money people of a country mean by "cents", "$" or 元."""


def read_countries(text: str) -> tuple[str, ...]:
    """The countries named in a folded text, in order, each once; of names that begin alike the longest counts."""
    return tuple(dict.fromkeys(_COUNTRY_OF[match.group()] for match in _ANY_NAME.finditer(text)))
