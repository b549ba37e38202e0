ram-buy = 内存至少 { $minimum } GB，也就是最大单张卡的显存；市售的下一档容量是 { $suggested } GB。
ram-buy-workload = 内存至少 { $minimum } GB，也就是最大单张卡的显存；这种用途最好有 { $needed } GB，所以买 { $suggested } GB。
ram-no-kit = 内存至少 { $minimum } GB，也就是最大单张卡的显存；需要的容量超过我清单里最大的 { $largest } GB。
ram-card = { $count } × 显卡，每张 { $memory } GB
ram-card-named = { $count } × { $name }，每张 { $memory } GB
ram-more = 不够用才加：大型数据集、大量预处理、Kaggle。
ram-workload = { $workload ->
    [large_data] 大型数据集
    [preprocessing] 大量预处理
   *[kaggle] Kaggle
 }：指南只说“更多”。这里用我们自己的规则，最大单张卡的两倍与全部合计取较大者：{ $needed } GB。
ram-sum-rule = 一份工作站广告（约 2018 年）要求大于所有显卡的合计：大于 { $total } GB，也就是 { $kit } GB。指南没有这样要求。
ram-sum-rule-beyond = 一份工作站广告（约 2018 年）要求大于所有显卡的合计：大于 { $total } GB，超过我清单里的所有容量。指南没有这样要求。
ram-odd-kit = { $kit } GB 需要 12、24 或 48 GB 的 DDR5 内存条，或六通道主板；一般 DDR4 主板的下一档容量是 { $usual } GB。
ram-have-yes = 够：{ $have } GB 内存足够；最低 { $minimum } GB，也就是最大单张卡的显存。
ram-have-tight = 勉强：{ $have } GB 内存达到最低的 { $minimum } GB，但这种用途最好有 { $needed } GB。
ram-have-no = 不够：{ $have } GB 内存太少；最低 { $minimum } GB，也就是最大单张卡的显存。
ram-have = 你的内存：{ $have } GB
