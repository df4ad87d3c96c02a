import { expect, test } from 'vitest';
import { judgeHeartbeat } from './database-state.ts';

const reachable = { ok: true, detail: 'reachable' };

test('a database that answers and has written a heartbeat lately is well', () => {
  expect(judgeHeartbeat(reachable, 10_000)).toEqual(reachable);
});

test('a database that answers and writes nothing is not well', () => {
  expect(judgeHeartbeat(reachable, 12_345)).toEqual({
    ok: false,
    detail: 'reachable, but no write has succeeded for 12 s',
  });
});

test('what the server says of itself is told rather than how long ago it wrote', () => {
  const away = { ok: false, detail: 'out of reach' };
  expect(judgeHeartbeat(away, 60_000)).toEqual(away);
});
