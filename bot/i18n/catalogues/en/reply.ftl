label-understood = Understood:
label-steps = Working:
label-assumptions = Assumed:
label-nearest = Nearest topics in my guide:
step-line = { $label }: { $expression } = { $value }
step-next = { $label }: { $value }
cite-line = { $path } — { $source }, { $date }; reviewed { $reviewed }
cite-bare = { $path }
cite-table = { $name } — table, after { $host }, read { $date }
ask-unknown = That is not in my guide, so I will not guess.
ask-off-topic = I answer questions about hardware for deep learning: graphics cards, power supplies, RAM, CPUs, cooling, storage, and what running them costs. This one is outside of that.
ask-empty = Ask me something in words, for example: “how big a power supply for 4 × RTX 3090?”
ask-too-long = That question is { $length } characters long; I read at most { $limit }. Please ask it more briefly.
ask-nothing-known = My knowledge folder has nothing I could quote yet.
err-knowledge-missing = No readable knowledge in “{ $path }”. Point RIGWISE_KNOWLEDGE_DIR at a folder with .md, .txt or .html files.
err-unexpected = Something went wrong on my side. The error is logged; please try again.
ask-hello = Hello! Ask me about hardware for deep learning, for example: “what power supply for 2 × RTX 4090 and a 7950X?”, “600 W for a month at 0.20 USD per kWh”, “how much RAM for 4 × RTX 3090?”
ask-thanks = You are welcome! Ask me again any time: power supplies, RAM, running costs, or what the guide says.
