import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { bearer, call } from '../support/api-client.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { errorsIn } from './report.ts';

const context = useServer();
let key: string;

beforeAll(async () => {
  key = (await createKey(context.env, await createTeamForLoad(context.env))).plain;
});

/** Says the first bytes of a call, waits a little and is gone, politely or not. */
function hangUp(bytes: Buffer, afterMs: number, rudely: boolean): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(context.server.port, '127.0.0.1', async () => {
      socket.write(bytes);
      await delay(afterMs);
      if (rudely) socket.resetAndDestroy();
      else socket.destroy();
    });
    socket.on('error', () => socket.destroy()).on('close', () => resolve());
  });
}

test('clients that hang up anywhere in a call leave no error behind', async () => {
  const body = JSON.stringify({
    text: Array(40).fill('The house is big and the night is cold.'),
    target_lang: 'ES',
    source_lang: 'EN',
  });
  const whole = Buffer.from(
    `POST /v1/translate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const calls = 600;
  for (let i = 0; i < calls; i += 20) {
    const batch = Array.from({ length: 20 }, (_, j) => {
      const n = i + j;
      // Every part of the call in turn; each third call is whole, so that its work is under way or done.
      const end = n % 3 === 0 ? whole.length : Math.floor((n / calls) * whole.length);
      return hangUp(whole.subarray(0, end), n % 12, n % 2 === 0);
    });
    await Promise.all(batch);
  }
  expect((await call(`${context.server.url}/v1/account`, { headers: bearer(key) })).status).toBe(200);
  expect(errorsIn(context.server.log())).toEqual([]);
});
