/** What a node said of Redis in its log: that it is away, that it is back. */
export interface RedisNotice {
  readonly time: number;
  readonly msg: string;
}

export function redisNotices(log: string): RedisNotice[] {
  return log
    .split('\n')
    .filter((line) => line.includes('Redis is'))
    .map((line) => JSON.parse(line) as { time: string; msg: string })
    .map(({ time, msg }) => ({ time: Date.parse(time), msg: msg.split(':')[0] ?? '' }));
}
