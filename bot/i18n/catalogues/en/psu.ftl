psu-buy = Buy a { $buy_w } W power supply: the parts draw { $load_w } W, so at least { $minimum_w } W, comfortably { $comfortable_w } W.
psu-no-single-unit = No single power supply is large enough: the parts draw { $load_w } W, so at least { $minimum_w } W, comfortably { $comfortable_w } W. Take { $units } units of { $unit_w } W.
psu-split = Split it over { $units } units of { $unit } W so that no part hangs on two of them; the fullest feeds { $share }. One circuit may not carry all of them: ask an electrician about the sockets.
psu-split-evenly = Share the load evenly over { $units } units of { $unit } W, as server chassis do; one part alone is too much for any single unit.
psu-no-cpu = No CPU was named: this covers the cards alone, so add your CPU’s watts.
psu-cpu-peak = { $name }: its peak power of { $peak } W is counted, not the base { $base } W, because the supply must carry the peak.
psu-cpu-base = With the CPU’s base power the same sum would end at { $base_buy } W.
psu-cpu-rated = For the CPU I have no sourced peak figure; its rated power is counted.
psu-wall = At full load that is { $wall } W from the wall at { $percent }% efficiency; { $percent }% meets what 80 PLUS { $level } asks for at half load (115 V).
psu-wall-unrated = At full load that is { $wall } W from the wall at { $percent }% efficiency, below every 80 PLUS class.
psu-plugs = Plugs: { $count } × { $name } with { $each } × { $plug } each = { $total } × { $plug }.
psu-plugs-total = Plugs in all: { $total }.
psu-plugs-16pin = The 16-pin plug is 12VHPWR or 12V-2x6: look for a supply with { $total } native ones rather than adapters, and push them in fully.
psu-guide-example = The guide prints 1250, 1375 and 1400 W for this example: it rounds the first 10% (115 W) to 100 W. Both ways end at 1400 W.
