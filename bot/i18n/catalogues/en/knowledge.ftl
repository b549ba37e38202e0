err-topic-name = A topic needs a name of at most { $limit } characters with at least one letter or digit.
err-topic-exists = “{ $path }” exists already. Edit it, or choose another name.
knowledge-broken = A file of the knowledge is broken
knowledge-broken-stays = Its last good version keeps answering. `rigwise knowledge check` tells more.
knowledge-failed = A change of the knowledge was not taken over
knowledge-failed-stays = The knowledge from before the change keeps answering.
gap-near = nearest section: { $section }
