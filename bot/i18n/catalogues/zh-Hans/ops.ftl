err-state-taken = 另一个 rigwise（进程 { $pid }）正在使用状态文件夹“{ $path }”。请先停止它，或把 RIGWISE_STATE_DIR 设为另一个文件夹。
err-state-folder = { $name } 指到的“{ $path }”无法写入：{ $reason }。
err-too-many-starts = 24 小时内已启动 { $count } 次。连接太频繁的机器人会被 Discord 重置令牌，所以我还要再等 { $minutes } 分钟。请先修正让我停止的原因；日志里有说明。
err-health-address = RIGWISE_HEALTH_HOST 与 RIGWISE_HEALTH_PORT：无法在 { $host } 的端口 { $port } 上接受连接：{ $reason }。
