# 价格涵盖的期间，取自 ISO 8601。
period-year = { $year } 年
period-month = { $year } 年 { period-month-name }
period-day = { $year } 年 { period-month-name } { $day } 日
period-month-name = { $name ->
    [m1] 1 月
    [m2] 2 月
    [m3] 3 月
    [m4] 4 月
    [m5] 5 月
    [m6] 6 月
    [m7] 7 月
    [m8] 8 月
    [m9] 9 月
    [m10] 10 月
    [m11] 11 月
   *[m12] 12 月
 }
period-between = { $from }至 { $to }
period-since = { $moment }起
period-until = 到 { $moment }为止
