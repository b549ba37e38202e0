err-topic-name = 主题名称最多 { $limit } 个字符，而且至少要有一个文字或数字。
err-topic-exists = “{ $path }”已经存在。请直接编辑它，或换一个名称。
knowledge-broken = 知识库有文件损坏
knowledge-broken-stays = 这些文件会继续使用上一个正确的版本回答。详情请执行 `rigwise knowledge check`。
knowledge-failed = 知识库的修改没有生效
knowledge-failed-stays = 目前仍用修改前的知识回答。
gap-near = 最接近的小节：{ $section }
