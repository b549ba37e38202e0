knowledge-checked = 檢查完畢：{ $errors } 個錯誤、{ $warnings } 個警告。
knowledge-worst = 最不容易被自己的範例問題找到的段落：
knowledge-no-gaps = 目前沒有記錄到缺口。
err-diff-base = 「{ $base }」不是資料夾，也不是含有這個知識資料夾的 git 版本。
busy-reloading = 知識正在重新載入，請稍後再試。

