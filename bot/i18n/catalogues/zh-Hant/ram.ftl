ram-buy = 記憶體至少 { $minimum } GB，也就是最大單張卡的顯示記憶體；市售的下一個容量是 { $suggested } GB。
ram-buy-workload = 記憶體至少 { $minimum } GB，也就是最大單張卡的顯示記憶體；這種用途最好有 { $needed } GB，所以買 { $suggested } GB。
ram-no-kit = 記憶體至少 { $minimum } GB，也就是最大單張卡的顯示記憶體；需要的容量超過我清單裡最大的 { $largest } GB。
ram-card = { $count } × 顯示卡，每張 { $memory } GB
ram-card-named = { $count } × { $name }，每張 { $memory } GB
ram-more = 不夠用才加：大型資料集、大量前處理、Kaggle。
ram-workload = { $workload ->
    [large_data] 大型資料集
    [preprocessing] 大量前處理
   *[kaggle] Kaggle
 }：指南只說「更多」。這裡用我們自己的規則，最大單張卡的兩倍與全部合計取較大者：{ $needed } GB。
ram-sum-rule = 一份工作站廣告（約 2018 年）要求大於所有顯示卡的合計：大於 { $total } GB，也就是 { $kit } GB。指南沒有這樣要求。
ram-sum-rule-beyond = 一份工作站廣告（約 2018 年）要求大於所有顯示卡的合計：大於 { $total } GB，超過我清單裡的所有容量。指南沒有這樣要求。
ram-odd-kit = { $kit } GB 需要 12、24 或 48 GB 的 DDR5 模組，或六通道主機板；一般 DDR4 主機板的下一個容量是 { $usual } GB。
ram-have-yes = 夠：{ $have } GB 記憶體足夠；最低 { $minimum } GB，也就是最大單張卡的顯示記憶體。
ram-have-tight = 勉強：{ $have } GB 記憶體達到最低的 { $minimum } GB，但這種用途最好有 { $needed } GB。
ram-have-no = 不夠：{ $have } GB 記憶體太少；最低 { $minimum } GB，也就是最大單張卡的顯示記憶體。
ram-have = 你的記憶體：{ $have } GB
