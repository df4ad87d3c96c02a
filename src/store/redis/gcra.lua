-- Takes from a team's two limits, requests and characters, in one step: from both, or from neither.
--
-- KEYS  1 the requests' key, 2 the characters' key; both with the team as hash tag, so in one slot of a Cluster.
--       Each holds the "theoretical arrival time" (TAT) of GCRA in microseconds: how far ahead the team has used
--       its limit. TAT = now is an untouched limit, now + tolerance a used up one.
-- ARGV  for each key: interval (µs that one unit takes to come back), tolerance (interval × burst), cost
--       (units), known (the TAT that the caller remembers, or 0); then 1 to take whatever is there or not: for
--       what was let through while this server could not be asked
-- Gives {allowed 1|0, wait in ms, now in µs, TAT of 1, left of 1, TAT of 2, left of 2}
--
-- Guarantees: over any t seconds at most burst + rate × t units are allowed; who comes back after `wait`, with
-- nobody in between, is allowed. Time is this server's, so nodes' clocks don't matter. A TAT only moves forward:
-- the later one of the stored and the known counts, so an emptied server learns from its callers; but never
-- one beyond now + tolerance, so that no wrong clock can lock a team out for longer than its burst takes.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local allowed, wait, before, after = 1, 0, {}, {}
for i = 1, 2 do
  local interval, tolerance = tonumber(ARGV[4 * i - 3]), tonumber(ARGV[4 * i - 2])
  local tat = math.max(tonumber(redis.call('GET', KEYS[i]) or 0), tonumber(ARGV[4 * i]))
  before[i] = math.max(now, math.min(tat, now + tolerance))
  after[i] = before[i] + ARGV[4 * i - 1] * interval
  local over = after[i] - now - tolerance
  -- A microsecond of grace for rounding: doubles hold today's microseconds to a quarter.
  if over >= 1 and ARGV[9] ~= '1' then allowed, wait = 0, math.max(wait, over) end
end
local reply = { allowed, math.ceil(wait / 1000), string.format('%.0f', now) }
for i = 1, 2 do
  local tat = allowed == 1 and after[i] or before[i]
  -- Once the TAT has passed, the key says the same as no key.
  redis.call('SET', KEYS[i], string.format('%.2f', tat), 'PX', math.max(1, math.ceil((tat - now) / 1000)))
  reply[2 * i + 2] = string.format('%.2f', tat)
  reply[2 * i + 3] = math.max(0, math.floor((now + ARGV[4 * i - 2] - tat) / ARGV[4 * i - 3] + 0.01))
end
return reply
