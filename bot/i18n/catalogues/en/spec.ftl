# Figures of named parts, from the hardware tables.
spec-one = { $figure ->
    [memory] The { $name } has { $value } of memory.
    [power] The { $name } is rated at { $value } for the whole board.
    [cores] The { $name } has { $value } cores.
    [threads] The { $name } has { $value } threads.
    [length] The { $name } is { $value } long (reference board).
    [slots] The { $name } is { $value } slots wide (reference board).
    [plugs] The { $name } takes { $value } for power (reference board).
    [channels] The { $name } has { $value } memory channels.
    [lanes] The { $name } has { $value } PCIe lanes.
    [socket] The { $name } fits socket { $value }.
   *[released] Release date of the { $name }: { $value }.
 }
spec-one-cpu = The { $name } is rated at { $value }.
spec-versions = The { $name } comes in versions; { spec-figure }: { $value }.
spec-list = { spec-figure-first }: { $rows }.
spec-more = { spec-figure-first }: { $name } { $value }, { $other } { $less }; the difference is { $difference }.
spec-same = { spec-figure-first }: { $name } and { $other } are equal, { $value }.
spec-claim-yes = Yes: { spec-figure } of the { $name } is { $claimed }.
spec-claim-no = No, not { $claimed }: { spec-figure } of the { $name } is { $value }.
spec-claim-some = Some versions have { $claimed }: { spec-figure } of the { $name } is { $value }.
spec-no-plug = The { $name } needs no power plug; the slot or its module socket feeds it.
spec-missing = My table has no { spec-figure } of { $name }, so I will not guess it.
spec-row = { $name }: { spec-figure } { $value }
spec-peak = { $name }: up to { $peak } W under turbo load.
spec-supply = A power supply has to carry the whole build: name the cards and the CPU, and I size it.
spec-as-of = As of { $date }, the day the table’s source was read.
spec-figure = { $figure ->
    [memory] memory
    [power] power
    [cores] core count
    [threads] thread count
    [length] length
    [slots] width in slots
    [plugs] power plugs
    [channels] memory channels
    [lanes] PCIe lanes
    [socket] socket
   *[released] release date
 }
spec-figure-first = { $figure ->
    [memory] Memory
    [power] Power
    [cores] Cores
    [threads] Threads
    [length] Length
    [slots] Width in slots
    [plugs] Power plugs
    [channels] Memory channels
    [lanes] PCIe lanes
    [socket] Socket
   *[released] Release date
 }
