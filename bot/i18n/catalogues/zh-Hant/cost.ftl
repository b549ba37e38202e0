cost-money = { $cost_money }，用電 { $kwh } kWh（度）。
cost-money-range = { $low_money } 到 { $high_money }，用電 { $low_kwh } 到 { $high_kwh } kWh（度）。
cost-money-seasons = { $low_money } 到 { $high_money }，用電 { $kwh } kWh（度），依季節而定。
cost-energy = 用電 { $kwh } kWh（度）。
cost-energy-range = 用電 { $low_kwh } 到 { $high_kwh } kWh（度）。
cost-watts = { $watts } W
cost-watts-range = { $low } 到 { $high } W
cost-hours = { $hours } 小時
cost-daily = 每天 { $daily } 小時，共 { $days } 天，{ $hours } 小時
cost-weekly = 每天 { $daily } 小時，每週 { $weekly } 天，共 { $days } 天，{ $hours } 小時
cost-price = 每度 { $price } { $currency }
cost-efficiency = 電源供應器效率 { $percent }%
cost-ask-price = 要算金額，請告訴我一度電的價格和幣別，或是國家。
cost-base-unused = 家庭每月的 { $base } 度沒有計入：只有用累進電價計算時才有影響。
cost-no-tariff = 我沒有{ cost-country }有出處的電價。要算金額，請告訴我一度電的價格和幣別。
cost-no-carbon = 我沒有{ cost-country }有出處的碳排放強度。
cost-around-the-clock = 每天運轉 24 小時。
cost-losses-ignored = 沒有計入電源供應器的損耗：瓦數當作插座端的用電。說出效率就會計入。
cost-country = { $code ->
    [AT] 奧地利
    [AU] 澳洲
    [BE] 比利時
    [BG] 保加利亞
    [BR] 巴西
    [CA] 加拿大
    [CH] 瑞士
    [CN] 中國
    [CY] 賽普勒斯
    [CZ] 捷克
    [DE] 德國
    [DK] 丹麥
    [ES] 西班牙
    [EU] 歐盟
    [FI] 芬蘭
    [FR] 法國
    [GB] 英國
    [GR] 希臘
    [HK] 香港
    [HU] 匈牙利
    [ID] 印尼
    [IE] 愛爾蘭
    [IL] 以色列
    [IN] 印度
    [IS] 冰島
    [IT] 義大利
    [JP] 日本
    [KR] 南韓
    [MT] 馬爾他
    [MX] 墨西哥
    [MY] 馬來西亞
    [NL] 荷蘭
    [NO] 挪威
    [NZ] 紐西蘭
    [PH] 菲律賓
    [PL] 波蘭
    [PT] 葡萄牙
    [RO] 羅馬尼亞
    [SE] 瑞典
    [SG] 新加坡
    [TH] 泰國
    [TR] 土耳其
    [TW] 台灣
    [UA] 烏克蘭
    [US] 美國
    [VN] 越南
    [ZA] 南非
   *[other] { $country }
 }{ $region }
cost-currency = 價格以 { $currency } 計，也就是{ cost-country }的貨幣。
cost-tariff = { cost-country }：每度 { $price } { $currency }，{ $kind ->
    [average] 家庭平均
    [cap] 價格上限
   *[tariff] 家庭電價
 }，{ $period }{ $taxes ->
    [no] ，未稅
   *[other] {""}
 }。說出你自己的電價就以它為準。
cost-tiers = 這裡是累進電價，家庭用電之外再加一台機器要付較高的級距：說出家裡每月的度數就能算準。
cost-tiered = { cost-country }：累進電價，{ $period }，加在家庭每月 { $base } 度之上；一個月以 { $days } 天計。
cost-seasons = 夏月 { $summer_money }，非夏月 { $other_money }。
cost-carbon = { cost-country }：每度 { $grams } 公克 CO2e（{ $year } 年）。
cost-carbon-result = 等於 { $kilograms } 公斤 CO2e。
cost-carbon-range = 等於 { $low } 到 { $high } 公斤 CO2e。
cost-compare-efficiency = 效率 { $percent }% 時：{ $kwh } 度，{ $cost_money }；{ $direction ->
    [less] 少
   *[more] 多
 } { $extra_kwh } 度、{ $extra_money }。
cost-compare-efficiency-range = 效率 { $percent }% 時：{ $low_kwh } 到 { $high_kwh } 度，{ $low_cost_money } 到 { $high_cost_money }；{ $direction ->
    [less] 少
   *[more] 多
 } { $low_extra_kwh } 到 { $high_extra_kwh } 度、{ $low_extra_money } 到 { $high_extra_money }。
cost-compare-efficiency-energy = 效率 { $percent }% 時：{ $kwh } 度，{ $direction ->
    [less] 少
   *[more] 多
 } { $extra_kwh } 度。
cost-compare-efficiency-range-energy = 效率 { $percent }% 時：{ $low_kwh } 到 { $high_kwh } 度，{ $direction ->
    [less] 少
   *[more] 多
 } { $low_extra_kwh } 到 { $high_extra_kwh } 度。
cost-compare-price = 每度 { $value } { $currency } 時：{ $cost_money }，{ $direction ->
    [less] 少
   *[more] 多
 } { $extra_money }。
cost-compare-price-range = 每度 { $value } { $currency } 時：{ $low_cost_money } 到 { $high_cost_money }，{ $direction ->
    [less] 少
   *[more] 多
 } { $low_extra_money } 到 { $high_extra_money }。
cost-guide-example = 指南對這個例子印的是 300–500 度與 60–100 歐元：下限大幅往下取整。
cost-guide-losses = 指南對損耗印的是 18–26 歐元；沒有一種一致的算法得得出來。
cost-carbon-headline = { $kwh } 度電，排放 { $kg } kg CO2e。
cost-carbon-headline-range = { $low_kwh } 到 { $kwh } 度電，排放 { $low_kg } 到 { $kg } kg CO2e。
