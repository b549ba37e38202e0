cost-money = { $cost_money }，用电 { $kwh } kWh（度）。
cost-money-range = { $low_money } 到 { $high_money }，用电 { $low_kwh } 到 { $high_kwh } kWh（度）。
cost-money-seasons = { $low_money } 到 { $high_money }，用电 { $kwh } kWh（度），依季节而定。
cost-energy = 用电 { $kwh } kWh（度）。
cost-energy-range = 用电 { $low_kwh } 到 { $high_kwh } kWh（度）。
cost-watts = { $watts } W
cost-watts-range = { $low } 到 { $high } W
cost-hours = { $hours } 小时
cost-daily = 每天 { $daily } 小时，共 { $days } 天，{ $hours } 小时
cost-weekly = 每天 { $daily } 小时，每周 { $weekly } 天，共 { $days } 天，{ $hours } 小时
cost-price = 每度 { $price } { $currency }
cost-efficiency = 电源效率 { $percent }%
cost-ask-price = 要算金额，请告诉我一度电的价格和货币，或者国家。
cost-base-unused = 家庭每月的 { $base } 度没有计入：只有按阶梯电价计算时才有影响。
cost-no-tariff = 我没有{ cost-country }有出处的电价。要算金额，请告诉我一度电的价格和币种。
cost-no-carbon = 我没有{ cost-country }有出处的碳排放强度。
cost-around-the-clock = 每天运行 24 小时。
cost-losses-ignored = 没有计入电源的损耗：瓦数当作插座端的用电。说出效率就会计入。
cost-country = { $code ->
    [AT] 奥地利
    [AU] 澳大利亚
    [BE] 比利时
    [BG] 保加利亚
    [BR] 巴西
    [CA] 加拿大
    [CH] 瑞士
    [CN] 中国
    [CY] 塞浦路斯
    [CZ] 捷克
    [DE] 德国
    [DK] 丹麦
    [ES] 西班牙
    [EU] 欧盟
    [FI] 芬兰
    [FR] 法国
    [GB] 英国
    [GR] 希腊
    [HK] 香港
    [HU] 匈牙利
    [ID] 印度尼西亚
    [IE] 爱尔兰
    [IL] 以色列
    [IN] 印度
    [IS] 冰岛
    [IT] 意大利
    [JP] 日本
    [KR] 韩国
    [MT] 马耳他
    [MX] 墨西哥
    [MY] 马来西亚
    [NL] 荷兰
    [NO] 挪威
    [NZ] 新西兰
    [PH] 菲律宾
    [PL] 波兰
    [PT] 葡萄牙
    [RO] 罗马尼亚
    [SE] 瑞典
    [SG] 新加坡
    [TH] 泰国
    [TR] 土耳其
    [TW] 台湾
    [UA] 乌克兰
    [US] 美国
    [VN] 越南
    [ZA] 南非
   *[other] { $country }
 }{ $region }
cost-currency = 价格以 { $currency } 计，也就是{ cost-country }的货币。
cost-tariff = { cost-country }：每度 { $price } { $currency }，{ $kind ->
    [average] 家庭平均
    [cap] 价格上限
   *[tariff] 家庭电价
 }，{ $period }{ $taxes ->
    [no] ，未税
   *[other] {""}
 }。说出你自己的电价就以它为准。
cost-tiers = 这里是阶梯电价，家庭用电之外再加一台机器要付较高的档位：说出家里每月的度数就能算准。
cost-tiered = { cost-country }：阶梯电价，{ $period }，加在家庭每月 { $base } 度之上；一个月按 { $days } 天计。
cost-seasons = 夏季 { $summer_money }，非夏季 { $other_money }。
cost-carbon = { cost-country }：每度 { $grams } 克 CO2e（{ $year } 年）。
cost-carbon-result = 等于 { $kilograms } 公斤 CO2e。
cost-carbon-range = 等于 { $low } 到 { $high } 公斤 CO2e。
cost-compare-efficiency = 效率 { $percent }% 时：{ $kwh } 度，{ $cost_money }；{ $direction ->
    [less] 少
   *[more] 多
 } { $extra_kwh } 度、{ $extra_money }。
cost-compare-efficiency-range = 效率 { $percent }% 时：{ $low_kwh } 到 { $high_kwh } 度，{ $low_cost_money } 到 { $high_cost_money }；{ $direction ->
    [less] 少
   *[more] 多
 } { $low_extra_kwh } 到 { $high_extra_kwh } 度、{ $low_extra_money } 到 { $high_extra_money }。
cost-compare-efficiency-energy = 效率 { $percent }% 时：{ $kwh } 度，{ $direction ->
    [less] 少
   *[more] 多
 } { $extra_kwh } 度。
cost-compare-efficiency-range-energy = 效率 { $percent }% 时：{ $low_kwh } 到 { $high_kwh } 度，{ $direction ->
    [less] 少
   *[more] 多
 } { $low_extra_kwh } 到 { $high_extra_kwh } 度。
cost-compare-price = 每度 { $value } { $currency } 时：{ $cost_money }，{ $direction ->
    [less] 少
   *[more] 多
 } { $extra_money }。
cost-compare-price-range = 每度 { $value } { $currency } 时：{ $low_cost_money } 到 { $high_cost_money }，{ $direction ->
    [less] 少
   *[more] 多
 } { $low_extra_money } 到 { $high_extra_money }。
cost-guide-example = 指南对这个例子印的是 300–500 度与 60–100 欧元：下限大幅往下取整。
cost-guide-losses = 指南对损耗印的是 18–26 欧元；没有一种一致的算法得得出来。
cost-carbon-headline = { $kwh } 度电，排放 { $kg } kg CO2e。
cost-carbon-headline-range = { $low_kwh } 到 { $kwh } 度电，排放 { $low_kg } 到 { $kg } kg CO2e。
