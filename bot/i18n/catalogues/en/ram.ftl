ram-buy = At least { $minimum } GB of RAM, the memory of the largest single card; the next kit sold is { $suggested } GB.
ram-buy-workload = At least { $minimum } GB of RAM, the memory of the largest single card; for this workload better { $needed } GB, so a kit of { $suggested } GB.
ram-no-kit = At least { $minimum } GB of RAM, the memory of the largest single card; what you need beyond that is more than the largest kit in my list, { $largest } GB.
ram-card = { $count } × card with { $memory } GB
ram-card-named = { $count } × { $name } with { $memory } GB
ram-more = More only if you run short: large data sets, much preprocessing, Kaggle.
ram-workload = { $workload ->
    [large_data] Large data sets
    [preprocessing] Much preprocessing
   *[kaggle] Kaggle work
 }: the guide says only “more”. My own rule is twice the largest card or all cards together, whichever is more: { $needed } GB.
ram-sum-rule = A workstation advertisement (about 2018) asks for more than all cards together: more than { $total } GB, so { $kit } GB. The guide does not.
ram-sum-rule-beyond = A workstation advertisement (about 2018) asks for more than all cards together: more than { $total } GB, beyond every kit in my list. The guide does not.
ram-odd-kit = { $kit } GB takes DDR5 modules of 12, 24 or 48 GB or a board with six channels; on an ordinary DDR4 board the next size is { $usual } GB.
ram-have-yes = Yes: { $have } GB of RAM is enough; the minimum is { $minimum } GB, the memory of the largest single card.
ram-have-tight = Just: { $have } GB of RAM meets the minimum of { $minimum } GB, but for this workload { $needed } GB is better.
ram-have-no = No: { $have } GB of RAM is too little; the minimum is { $minimum } GB, the memory of the largest single card.
ram-have = your RAM: { $have } GB
