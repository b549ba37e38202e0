err-state-taken = Another rigwise (process { $pid }) uses the state folder “{ $path }”. Stop it first, or set RIGWISE_STATE_DIR to a folder of its own.
err-state-folder = { $name } names “{ $path }”, which cannot be written: { $reason }.
err-too-many-starts = Started { $count } times within 24 hours. Discord resets the token of a bot that connects too often, so I stay away for { $minutes } more minutes. Fix what makes me stop; the log tells.
err-health-address = RIGWISE_HEALTH_HOST and RIGWISE_HEALTH_PORT: cannot listen on { $host }, port { $port }: { $reason }.
