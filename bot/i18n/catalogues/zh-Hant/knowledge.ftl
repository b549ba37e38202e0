err-topic-name = 主題名稱最多 { $limit } 個字元，而且至少要有一個文字或數字。
err-topic-exists = 「{ $path }」已經存在。請直接編輯它，或換一個名稱。
knowledge-broken = 知識庫有檔案損壞
knowledge-broken-stays = 這些檔案會繼續使用上一個正確的版本回答。詳情請執行 `rigwise knowledge check`。
knowledge-failed = 知識庫的修改沒有套用
knowledge-failed-stays = 目前仍用修改前的知識回答。
gap-near = 最接近的小節：{ $section }
