err-field = { $field ->
    [count] the count
    [watts] the watts of one part
    [low_w] the watts
    [high_w] the watts
    [peak_w] the peak watts
    [memory_gb] the memory of one card in GB
    [hours] the running hours
    [hours_per_day] the hours a day
    [days] the days
    [days_per_week] the days a week
    [price_per_kwh] the price of one kWh
    [other_prices] the price of one kWh
    [currency] the currency
    [country] the country
    [supply_w] the watts of your supply (850W)
    [efficiency] the efficiency (0.92 or 92%)
    [other_efficiencies] the efficiency (0.92 or 92%)
    [base_kwh_per_month] the household’s kWh a month
    [size_bytes] the size in bytes
    [lanes] the PCIe lanes
    [generation] the PCIe generation
    [speed_mb_s] the drive’s speed in MB/s
    [compute_ms] the compute time in ms
    [workload] the workload
    [parts] the list of parts
    [gpus] the list of cards
    [gpu] the graphics card
    [cpu] the CPU
    [other] the other load
   *[unnamed] { $field }
 }
err-out-of-range = “{ $given }” does not work for { err-field }: it must be { $bound ->
    [above] more than { $low }
   *[from] at least { $low }
 } and at most { $high }.
err-not-a-number = “{ $given }” is not a number I can use for { err-field }; plain digits such as 12 or 0.125, please.
err-input-missing = I still need { err-field }.
err-load-missing = I still need the load: watts such as 600, or the cards and processors.
err-not-a-choice = “{ $given }” does not work for { err-field }; possible are: { $choices }.
err-bad-code = “{ $given }” does not work for { err-field }: I need a code such as USD, TWD or EUR for a currency, US, TW or DE for a country.
err-currency-unknown = “{ $given }” is no currency that is paid with anywhere; I need its code, such as USD, TWD or EUR.
err-country-unknown = I do not know the country “{ $given }”. Nearest: { $nearest }. A code such as US, TW or DE will do, or a name.
err-too-few = I still need { err-field }: at least { $low }.
err-too-many = That is too much for { err-field }: at most { $high }.
err-input-unusable = “{ $given }” does not work for { err-field }.
err-result-too-large = The result would be beyond { $high }; please check the numbers.
err-currency-missing = In which currency is the price? For example USD, TWD or EUR.
err-part-unknown = I do not know “{ $given }”. Nearest in my table: { $nearest }. Or give watts or GB instead, such as 250W or 24GB.
err-part-ambiguous = “{ $given }” can be several things: { $candidates }. Which one? Or give watts or GB instead.
err-watts-missing = “{ $given }” needs watts, such as 80W.
