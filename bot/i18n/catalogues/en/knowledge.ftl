err-topic-name = A topic needs a name of at most { $limit } characters with at least one letter or digit.
err-topic-exists = “{ $path }” exists already. Edit it, or choose another name.
