err-state-taken = 另一個 rigwise（程序 { $pid }）正在使用狀態資料夾「{ $path }」。請先停止它，或把 RIGWISE_STATE_DIR 設為另一個資料夾。
err-state-folder = { $name } 指到的「{ $path }」無法寫入：{ $reason }。
err-too-many-starts = 24 小時內已啟動 { $count } 次。連線太頻繁的機器人會被 Discord 重設權杖，所以我還要再等 { $minutes } 分鐘。請先修正讓我停止的原因；日誌裡有說明。
err-health-address = RIGWISE_HEALTH_HOST 與 RIGWISE_HEALTH_PORT：無法在 { $host } 的連接埠 { $port } 上接受連線：{ $reason }。
