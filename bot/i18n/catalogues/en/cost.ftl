cost-money = { $cost_money } for { $kwh } kWh.
cost-money-range = { $low_money } to { $high_money } for { $low_kwh } to { $high_kwh } kWh.
cost-money-seasons = { $low_money } to { $high_money } for { $kwh } kWh, depending on the season.
cost-energy = { $kwh } kWh.
cost-energy-range = { $low_kwh } to { $high_kwh } kWh.
cost-watts = { $watts } W
cost-watts-range = { $low } to { $high } W
cost-hours = { $hours } h
cost-daily = { $daily } h a day for { $days } days, { $hours } h
cost-weekly = { $daily } h a day, { $weekly } days a week, for { $days } days, { $hours } h
cost-price = { $price } { $currency } per kWh
cost-efficiency = a power supply of { $percent }% efficiency
cost-ask-price = For the money I need the price of one kWh and its currency, or the country.
cost-base-unused = The household’s { $base } kWh a month are not counted: they matter only where the price comes from a tariff by steps.
cost-no-tariff = I have no sourced price for { cost-country }. For the money I need the price of one kWh and its currency.
cost-no-carbon = I have no sourced carbon intensity for { cost-country }.
cost-around-the-clock = It runs 24 hours a day.
cost-losses-ignored = Losses of the power supply are left out: the watts are taken as drawn at the wall. Name an efficiency to count them.
cost-country = { $code ->
   *[other] { $country }
 }{ $region }
cost-currency = The price is in { $currency }, the currency of { cost-country }.
cost-tariff = { cost-country }: { $price } { $currency } per kWh, { $kind ->
    [average] household average
    [cap] price cap
   *[tariff] household tariff
 }, { $period }{ $taxes ->
    [no] , before taxes
   *[other] {""}
 }. Your own price wins: name it.
cost-tiers = This country charges by steps, and a machine on top of a household pays the upper ones: name the household’s kWh a month for the exact figure.
cost-tiered = { cost-country }: tariff by steps, { $period }, on top of { $base } kWh a month of the household; a month is { $days } days.
cost-seasons = { $summer_money } in summer, { $other_money } in the other months.
cost-carbon = { cost-country }: { $grams } g CO2e per kWh ({ $year }).
cost-carbon-result = That is { $kilograms } kg CO2e.
cost-carbon-range = That is { $low } to { $high } kg CO2e.
cost-compare-efficiency = At { $percent }% efficiency: { $kwh } kWh, { $cost_money }; { $extra_kwh } kWh and { $extra_money } { $direction ->
    [less] less
   *[more] more
 }.
cost-compare-efficiency-range = At { $percent }% efficiency: { $low_kwh } to { $high_kwh } kWh, { $low_cost_money } to { $high_cost_money }; { $low_extra_kwh } to { $high_extra_kwh } kWh and { $low_extra_money } to { $high_extra_money } { $direction ->
    [less] less
   *[more] more
 }.
cost-compare-efficiency-energy = At { $percent }% efficiency: { $kwh } kWh, { $extra_kwh } kWh { $direction ->
    [less] less
   *[more] more
 }.
cost-compare-efficiency-range-energy = At { $percent }% efficiency: { $low_kwh } to { $high_kwh } kWh, { $low_extra_kwh } to { $high_extra_kwh } kWh { $direction ->
    [less] less
   *[more] more
 }.
cost-compare-price = At { $value } { $currency } per kWh: { $cost_money }, { $extra_money } { $direction ->
    [less] less
   *[more] more
 }.
cost-compare-price-range = At { $value } { $currency } per kWh: { $low_cost_money } to { $high_cost_money }, { $low_extra_money } to { $high_extra_money } { $direction ->
    [less] less
   *[more] more
 }.
cost-guide-example = The guide prints 300–500 kWh and 60–100 euro for this example: it rounds the lower ends down hard.
cost-guide-losses = The guide prints 18–26 euro for the losses; no consistent calculation gives that.
cost-carbon-headline = { $kg } kg CO2e for { $kwh } kWh.
cost-carbon-headline-range = { $low_kg } to { $kg } kg CO2e for { $low_kwh } to { $kwh } kWh.
