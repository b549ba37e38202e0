disk-time = 以 { $speed } MB/s 读一个批次要 { $read } 毫秒。
disk-speed = { $speed } MB/s 的硬盘
disk-prefetch = 在后台加载时每批次 { $together } 毫秒；先加载再计算则是 { $apart } 毫秒，多 { $loss }%。
disk-guide = 指南把 1 MB 算成 1,048,576 字节，得到 { $guide } 毫秒。
disk-uncompressed = 这是指南的批次：32 张未压缩的 32 位图像；JPEG 文件小五到六倍。
