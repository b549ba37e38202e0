err-field = { $field ->
    [count] 数量
    [watts] 单个配件的瓦数
    [low_w] 瓦数
    [high_w] 瓦数
    [peak_w] 峰值瓦数
    [memory_gb] 单张卡的显存（GB）
    [hours] 运行小时数
    [hours_per_day] 每天小时数
    [days] 天数
    [days_per_week] 每周天数
    [price_per_kwh] 一度电的价格
    [other_prices] 一度电的价格
    [currency] 货币
    [country] 国家
    [supply_w] 你的电源瓦数（850W）
    [efficiency] 效率（0.92 或 92%）
    [other_efficiencies] 效率（0.92 或 92%）
    [base_kwh_per_month] 家庭每月度数
    [size_bytes] 字节数
    [lanes] PCIe 通道数
    [generation] PCIe 代数
    [speed_mb_s] 硬盘速度（MB/s）
    [compute_ms] 计算时间（毫秒）
    [workload] 用途
    [parts] 配件列表
    [gpus] 显卡列表
    [gpu] 显卡
    [cpu] CPU
    [other] 其他负载
   *[unnamed] { $field }
 }
err-out-of-range = “{ $given }”不能用作{ err-field }：必须{ $bound ->
    [above] 大于 { $low }
   *[from] 至少 { $low }
 }，且不超过 { $high }。
err-not-a-number = “{ $given }”不是可以用作{ err-field }的数字；请用单纯的数字，例如 12 或 0.125。
err-input-missing = 还需要{ err-field }。
err-load-missing = 还缺功耗：瓦数（例如 600），或显卡与 CPU。
err-not-a-choice = “{ $given }”不能用作{ err-field }；可以用：{ $choices }。
err-bad-code = “{ $given }”不能用作{ err-field }：货币请用 USD、CNY、EUR 这类代码，国家请用 US、CN、DE 这类代码。
err-currency-unknown = “{ $given }”不是任何地方使用的货币；请给代码，例如 USD、TWD 或 EUR。
err-country-unknown = 我不知道“{ $given }”是哪个国家。最接近的：{ $nearest }。给代码（例如 US、TW、DE）或国名都可以。
err-too-few = 还需要{ err-field }：至少 { $low } 项。
err-too-many = { err-field }太多了：最多 { $high } 项。
err-input-unusable = “{ $given }”不能用作{ err-field }。
err-result-too-large = 结果会超过 { $high }，请检查数字。
err-currency-missing = 价格是哪一种货币？例如 USD、CNY 或 EUR。
err-part-unknown = 我不认识“{ $given }”。表里最接近的是：{ $nearest }。或者直接给瓦数或 GB，例如 250W、24GB。
err-part-ambiguous = “{ $given }”可能是：{ $candidates }。是哪一个？或者直接给瓦数或 GB。
err-watts-missing = “{ $given }”需要瓦数，例如 80W。
