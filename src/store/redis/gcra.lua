-- Takes from the two limits, requests and characters, of a team, and of one of its keys if that has limits of its own, for
-- several calls: each takes from all of them or from none.
--
-- KEYS  for each bucket, the team's and perhaps the key's: the key of the requests, then that of the characters; the team is the
--       hash tag of all, so they are in one slot of a Cluster. Each holds the "theoretical arrival time" (TAT) of GCRA in
--       microseconds: how far ahead the team has used its limit. TAT = now is an unused limit, now + tolerance an
--       exhausted one.
-- ARGV  for each key: interval (µs until one unit is restored), tolerance (interval × burst), known (the TAT
--       that the caller remembers, or 0); then 1 to take even beyond the limit, for calls that were admitted
--       while this server was unreachable; then for each call its two costs in units
-- Returns {now in µs, the TAT of each key, then for each call: allowed 1|0, wait in ms, and for each key what is left and the
--          µs until it is fully restored}
--
-- Guarantees: over any t seconds at most burst + rate × t units are allowed; a caller that retries after
-- `wait`, with no other call in between, is allowed. Time is this server's, so the nodes' clocks don't
-- matter. A TAT only moves forward: the later of the stored and the known TAT counts, so an emptied server
-- learns from its callers; but never one beyond now + tolerance, so that no wrong clock can lock a team out
-- for longer than its burst takes.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local count = #KEYS
local is_forced = ARGV[3 * count + 1] == '1'
local interval, tolerance, tat = {}, {}, {}
local reply = { 0 }
for i = 1, count do
  interval[i], tolerance[i] = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1])
  local latest = math.max(tonumber(redis.call('GET', KEYS[i]) or 0), tonumber(ARGV[3 * i]))
  tat[i] = math.max(now, math.min(latest, now + tolerance[i]))
  reply[i + 1] = 0
end
for call = 3 * count + 2, #ARGV, 2 do
  local after, over = {}, -math.huge
  for i = 1, count do
    -- Requests and characters alternate, in the keys as in the costs.
    after[i] = tat[i] + ARGV[call + (i - 1) % 2] * interval[i]
    over = math.max(over, after[i] - now - tolerance[i])
  end
  -- Allows a microsecond for rounding: doubles represent today's microseconds to a quarter.
  local allowed = is_forced or over < 1
  if allowed then tat = after end
  reply[#reply + 1] = allowed and 1 or 0
  reply[#reply + 1] = allowed and 0 or math.ceil(over / 1000)
  for i = 1, count do
    reply[#reply + 1] = math.max(0, math.floor((now + tolerance[i] - tat[i]) / interval[i] + 0.01))
    reply[#reply + 1] = math.ceil(tat[i] - now)
  end
end
reply[1] = string.format('%.0f', now)
for i = 1, count do
  reply[i + 1] = string.format('%.2f', tat[i])
  -- Once the TAT has passed, the key has the same meaning as no key.
  redis.call('SET', KEYS[i], reply[i + 1], 'PX', math.max(1, math.ceil((tat[i] - now) / 1000)))
end
return reply
