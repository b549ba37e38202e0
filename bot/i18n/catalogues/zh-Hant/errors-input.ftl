err-field = { $field ->
    [count] 數量
    [watts] 單一零件的瓦數
    [low_w] 瓦數
    [high_w] 瓦數
    [peak_w] 峰值瓦數
    [memory_gb] 單張卡的記憶體（GB）
    [hours] 運轉小時數
    [hours_per_day] 每天小時數
    [days] 天數
    [days_per_week] 每週天數
    [price_per_kwh] 一度電的價格
    [other_prices] 一度電的價格
    [currency] 幣別
    [country] 國家
    [supply_w] 你的電源供應器瓦數（850W）
    [efficiency] 效率（0.92 或 92%）
    [other_efficiencies] 效率（0.92 或 92%）
    [base_kwh_per_month] 家庭每月度數
    [size_bytes] 位元組數
    [lanes] PCIe 通道數
    [generation] PCIe 世代
    [speed_mb_s] 硬碟速度（MB/s）
    [compute_ms] 計算時間（毫秒）
    [workload] 用途
    [parts] 零件清單
    [gpus] 顯示卡清單
    [gpu] 顯示卡
    [cpu] CPU
    [other] 其他負載
   *[unnamed] { $field }
 }
err-out-of-range = 「{ $given }」不能用作{ err-field }：必須{ $bound ->
    [above] 大於 { $low }
   *[from] 至少 { $low }
 }，且不超過 { $high }。
err-not-a-number = 「{ $given }」不是可以用作{ err-field }的數字；請用單純的數字，例如 12 或 0.125。
err-input-missing = 還需要{ err-field }。
err-load-missing = 還缺耗電：瓦數（例如 600），或顯示卡與 CPU。
err-not-a-choice = 「{ $given }」不能用作{ err-field }；可以用：{ $choices }。
err-bad-code = 「{ $given }」不能用作{ err-field }：幣別請用 USD、TWD、EUR 這類代碼，國家請用 US、TW、DE 這類代碼。
err-currency-unknown = 「{ $given }」不是任何地方使用的貨幣；請給代碼，例如 USD、TWD 或 EUR。
err-country-unknown = 我不知道「{ $given }」是哪個國家。最接近的：{ $nearest }。給代碼（例如 US、TW、DE）或國名都可以。
err-too-few = 還需要{ err-field }：至少 { $low } 項。
err-too-many = { err-field }太多了：最多 { $high } 項。
err-input-unusable = 「{ $given }」不能用作{ err-field }。
err-result-too-large = 結果會超過 { $high }，請檢查數字。
err-currency-missing = 價格是哪一種貨幣？例如 USD、TWD 或 EUR。
err-part-unknown = 我不認識「{ $given }」。表裡最接近的是：{ $nearest }。或者直接給瓦數或 GB，例如 250W、24GB。
err-part-ambiguous = 「{ $given }」可能是：{ $candidates }。是哪一個？或者直接給瓦數或 GB。
err-watts-missing = 「{ $given }」需要瓦數，例如 80W。
