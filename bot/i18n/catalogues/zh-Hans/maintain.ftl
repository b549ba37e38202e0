knowledge-checked = 检查完毕：{ $errors } 个错误、{ $warnings } 个警告。
knowledge-worst = 最不容易被自己的示例问题找到的段落：
knowledge-no-gaps = 目前没有记录到缺口。
err-diff-base = “{ $base }”不是文件夹，也不是含有这个知识文件夹的 git 版本。
busy-reloading = 知识正在重新加载，请稍后再试。

