# What a price covers, from ISO 8601.
period-year = { $year }
period-month = { period-month-name } { $year }
period-day = { period-month-name } { $day }, { $year }
period-month-name = { $name ->
    [m1] January
    [m2] February
    [m3] March
    [m4] April
    [m5] May
    [m6] June
    [m7] July
    [m8] August
    [m9] September
    [m10] October
    [m11] November
   *[m12] December
 }
period-between = { $from } to { $to }
period-since = since { $moment }
period-until = until { $moment }
