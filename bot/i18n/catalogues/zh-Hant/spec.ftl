# 資料表裡零件的規格數字。
spec-one = { $figure ->
    [memory] { $name } 的顯示記憶體是 { $value }。
    [power] { $name } 整張卡的標示功耗是 { $value }。
    [cores] { $name } 有 { $value } 個核心。
    [threads] { $name } 有 { $value } 個執行緒。
    [length] { $name } 長 { $value }（公版）。
    [slots] { $name } 佔 { $value } 個插槽的寬度（公版）。
    [plugs] { $name } 的供電接頭是 { $value }（公版）。
    [channels] { $name } 有 { $value } 個記憶體通道。
    [lanes] { $name } 有 { $value } 條 PCIe 通道。
    [socket] { $name } 的腳位是 { $value }。
   *[released] { $name } 的推出日期是 { $value }。
 }
spec-one-cpu = { $name } 的標示功耗是 { $value }。
spec-versions = { $name } 有不同版本，{ spec-figure }是 { $value }。
spec-list = { spec-figure }：{ $rows }。
spec-more = { spec-figure }：{ $name } { $value }，{ $other } { $less }，相差 { $difference }。
spec-same = { spec-figure }：{ $name } 和 { $other } 一樣，都是 { $value }。
spec-claim-yes = 是，{ $name } 的{ spec-figure }是 { $claimed }。
spec-claim-no = 不是 { $claimed }，{ $name } 的{ spec-figure }是 { $value }。
spec-claim-some = 有 { $claimed } 的版本：{ $name } 的{ spec-figure }有 { $value }。
spec-no-plug = { $name } 不需要供電接頭，由插槽或模組插座供電。
spec-missing = 我的資料表裡沒有 { $name } 的{ spec-figure }，我不亂猜。
spec-row = { $name }：{ spec-figure } { $value }
spec-peak = { $name }：睿頻滿載時最高 { $peak } W。
spec-supply = 電源供應器要撐起整台機器：說出顯示卡和 CPU，我就能算要多大。
spec-as-of = 以 { $date } 查閱資料來源時為準。
spec-figure = { $figure ->
    [memory] 顯示記憶體
    [power] 功耗
    [cores] 核心數
    [threads] 執行緒數
    [length] 長度
    [slots] 插槽寬度
    [plugs] 供電接頭
    [channels] 記憶體通道數
    [lanes] PCIe 通道數
    [socket] 腳位
   *[released] 推出日期
 }
spec-figure-first = { spec-figure }
