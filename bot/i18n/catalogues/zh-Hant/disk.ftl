disk-time = 以 { $speed } MB/s 讀一個批次要 { $read } 毫秒。
disk-speed = { $speed } MB/s 的硬碟
disk-prefetch = 在背景載入時每批次 { $together } 毫秒；先載入再計算則是 { $apart } 毫秒，多 { $loss }%。
disk-guide = 指南把 1 MB 算成 1,048,576 位元組，得到 { $guide } 毫秒。
disk-uncompressed = 這是指南的批次：32 張未壓縮的 32 位元影像；JPEG 檔小五到六倍。
