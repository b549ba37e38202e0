label-understood = 我的理解：
label-steps = 计算过程：
label-assumptions = 假设：
label-nearest = 指南里最接近的主题：
step-line = { $label }：{ $expression } = { $value }
step-next = { $label }：{ $value }
cite-line = { $path } — { $source }，{ $date }；{ $reviewed } 审阅
cite-bare = { $path }
cite-table = { $name } — 数据表，据 { $host }，{ $date } 查阅
ask-unknown = 我的指南里没有这个，我不乱猜。
ask-off-topic = 我只回答深度学习硬件的问题：显卡、电源、内存、CPU、散热、存储，以及用电成本。这题不在范围内。
ask-empty = 请用文字提问，例如：“四张 RTX 3090 要多大的电源？”
ask-too-long = 这个问题有 { $length } 个字符，我最多读 { $limit } 个。请问得简短一点。
ask-nothing-known = 我的知识文件夹里还没有可以引用的内容。
err-knowledge-missing = “{ $path }”里没有可读的知识文件。请把 RIGWISE_KNOWLEDGE_DIR 指到含有 .md、.txt 或 .html 文件的文件夹。
err-unexpected = 我这边出错了，错误已记录，请再试一次。
ask-hello = 你好！可以问我深度学习的硬件，例如“两张 RTX 4090 配 7950X 要多大的电源？”、“600 W 跑一个月，每度 0.6 元，要多少钱？”、“四张 RTX 3090 要多少内存？”
ask-thanks = 不客气！电源、内存、电费或指南的内容，随时再问我。
