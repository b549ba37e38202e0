err-topic-name = 主题名称最多 { $limit } 个字符，而且至少要有一个文字或数字。
err-topic-exists = “{ $path }”已经存在。请直接编辑它，或换一个名称。
