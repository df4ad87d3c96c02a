-- Admits a call under an Idempotency-Key, or returns why it may not run.
--
-- KEYS  1 the calls in progress under the key: a sorted set of `body:call` by the time, in ms, at which each
-- ends
-- ARGV  1 the HMAC of the call's body, 2 the call, 3 the maximum number of other calls in progress,
--       4 a call that does not count, or an empty string: the one that was charged, which has already run,
--       5 the ms until the call expires
-- Returns 1 when it may run, 0 when too many others are in progress, -1 when one of them has a different body
--
-- Guarantees: an admitted call is in the set until it leaves or expires, and a refused call is not in it, so
-- that two calls that wait for each other are not both refused forever. Time is this server's.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local own = ARGV[1] .. ':' .. ARGV[2]
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZREM', KEYS[1], own)
local others = 0
for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local body, call = string.match(member, '^(.-):(.*)$')
  if call ~= ARGV[4] then
    if body ~= ARGV[1] then return -1 end
    others = others + 1
  end
end
if others > tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[5], own)
redis.call('PEXPIREAT', KEYS[1], redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2])
return 1
