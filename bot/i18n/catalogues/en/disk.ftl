disk-time = Reading one batch takes { $read } ms at { $speed } MB/s.
disk-speed = a drive of { $speed } MB/s
disk-prefetch = Loaded in the background, a batch takes { $together } ms; one after the other { $apart } ms, { $loss }% longer.
disk-guide = The guide counts 1 MB as 1,048,576 bytes; that gives { $guide } ms.
disk-uncompressed = This is the guide’s batch of 32 uncompressed 32-bit images; JPEG files are five to six times smaller.
