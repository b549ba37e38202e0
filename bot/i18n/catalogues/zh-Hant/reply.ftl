label-understood = 我的理解：
label-steps = 計算過程：
label-assumptions = 假設：
label-nearest = 指南裡最接近的主題：
step-line = { $label }：{ $expression } = { $value }
step-next = { $label }：{ $value }
cite-line = { $path } — { $source }，{ $date }；{ $reviewed } 審閱
cite-bare = { $path }
cite-table = { $name } — 資料表，據 { $host }，{ $date } 查閱
ask-unknown = 我的指南裡沒有這個，我不亂猜。
ask-off-topic = 我只回答深度學習硬體的問題：顯示卡、電源供應器、記憶體、CPU、散熱、儲存，以及用電成本。這題不在範圍內。
ask-empty = 請用文字提問，例如：「四張 RTX 3090 要多大的電源供應器？」
ask-too-long = 這個問題有 { $length } 個字元，我最多讀 { $limit } 個。請問得簡短一點。
ask-nothing-known = 我的知識資料夾裡還沒有可以引用的內容。
err-knowledge-missing = 「{ $path }」裡沒有可讀的知識檔案。請把 RIGWISE_KNOWLEDGE_DIR 指到含有 .md、.txt 或 .html 檔案的資料夾。
err-unexpected = 我這邊出錯了，錯誤已記錄，請再試一次。
ask-hello = 你好！可以問我深度學習的硬體，例如「兩張 RTX 4090 配 7950X 要多大的電源？」、「600 W 跑一個月，每度 3 元，要多少錢？」、「四張 RTX 3090 要多少記憶體？」
ask-thanks = 不客氣！電源供應器、記憶體、電費或指南的內容，隨時再問我。
