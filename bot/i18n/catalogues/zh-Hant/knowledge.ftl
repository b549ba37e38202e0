err-topic-name = 主題名稱最多 { $limit } 個字元，而且至少要有一個文字或數字。
err-topic-exists = 「{ $path }」已經存在。請直接編輯它，或換一個名稱。
