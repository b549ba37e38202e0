# 数据表里配件的规格数字。
spec-one = { $figure ->
    [memory] { $name } 的显存是 { $value }。
    [power] { $name } 整卡的标称功耗是 { $value }。
    [cores] { $name } 有 { $value } 个核心。
    [threads] { $name } 有 { $value } 个线程。
    [length] { $name } 长 { $value }（公版）。
    [slots] { $name } 占 { $value } 个插槽的宽度（公版）。
    [plugs] { $name } 的供电接口是 { $value }（公版）。
    [channels] { $name } 有 { $value } 个内存通道。
    [lanes] { $name } 有 { $value } 条 PCIe 通道。
    [socket] { $name } 的接口是 { $value }。
   *[released] { $name } 的发布日期是 { $value }。
 }
spec-one-cpu = { $name } 的标称功耗是 { $value }。
spec-versions = { $name } 有不同版本，{ spec-figure }是 { $value }。
spec-list = { spec-figure }：{ $rows }。
spec-more = { spec-figure }：{ $name } { $value }，{ $other } { $less }，相差 { $difference }。
spec-same = { spec-figure }：{ $name } 和 { $other } 一样，都是 { $value }。
spec-claim-yes = 是，{ $name } 的{ spec-figure }是 { $claimed }。
spec-claim-no = 不是 { $claimed }，{ $name } 的{ spec-figure }是 { $value }。
spec-claim-some = 有 { $claimed } 的版本：{ $name } 的{ spec-figure }有 { $value }。
spec-no-plug = { $name } 不需要供电接口，由插槽或模块插座供电。
spec-missing = 我的数据表里没有 { $name } 的{ spec-figure }，我不乱猜。
spec-row = { $name }：{ spec-figure } { $value }
spec-peak = { $name }：睿频满载时最高 { $peak } W。
spec-supply = 电源要撑起整台机器：说出显卡和 CPU，我就能算要多大。
spec-as-of = 以 { $date } 查阅数据来源时为准。
spec-figure = { $figure ->
    [memory] 显存
    [power] 功耗
    [cores] 核心数
    [threads] 线程数
    [length] 长度
    [slots] 插槽宽度
    [plugs] 供电接口
    [channels] 内存通道数
    [lanes] PCIe 通道数
    [socket] CPU 接口
   *[released] 发布日期
 }
spec-figure-first = { spec-figure }
