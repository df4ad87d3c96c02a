/**
 * The Node library hangs up after five silent seconds and sends the call again. The try that it left must cost
 * nothing: only the one that it got an answer to is paid for.
 */
import { setTimeout as delay } from 'node:timers/promises';
import * as deepl from 'deepl-node';
import { beforeAll, describe, expect, test } from 'vitest';
import { bearer, call } from '../support/api-client.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { type RunningServer, useServer } from '../support/server-process.ts';

const text = 'The house is big.';

async function charged(server: RunningServer, key: string): Promise<{ calls: number; characters: number }> {
  const { body } = await call<{ total: { calls: number; characters: number } }>(`${server.url}/v1/usage`, {
    headers: bearer(key),
  });
  return { calls: body.total.calls, characters: body.total.characters };
}

/** How many calls ended in this way, by the server's own count. */
async function ended(server: RunningServer, outcome: string): Promise<number> {
  const metrics = await (await fetch(`${server.opsUrl}/metrics`)).text();
  return Number(
    new RegExp(`dragoman_calls_total\\{outcome="${outcome}",.*\\} (\\d+)`).exec(metrics)?.[1] ?? 0,
  );
}

function useStub(settings: string) {
  const context = useServer({
    NODE_ENV: 'test',
    DRAGOMAN_STUB_ENGINE: settings,
    DRAGOMAN_APERTIUM_MODES: '/nonexistent',
  });
  let key = '';
  beforeAll(async () => {
    key = (await createKey(context.env, await createTeam(context.env), 'translate,usage')).plain;
  });
  return {
    get server() {
      return context.server;
    },
    get key() {
      return key;
    },
  };
}

describe('an engine that is silent once', () => {
  // With this seed the first call hangs and the second one doesn't.
  const stub = useStub('hangRate=0.5,seed=8,stallMs=20000');

  test('the call is answered at the second try, and charged once', async () => {
    const client = new deepl.DeepLClient(stub.key, { serverUrl: stub.server.url });
    const started = performance.now();
    const result = await client.translateText(text, 'en', 'eo' as deepl.TargetLanguageCode);
    expect(result).toMatchObject({ text: text.toUpperCase(), billedCharacters: text.length });
    expect(performance.now() - started).toBeGreaterThan(4_900);
    expect([await ended(stub.server, 'disconnected'), await ended(stub.server, 'ok')]).toEqual([1, 1]);
    expect(await charged(stub.server, stub.key)).toEqual({ calls: 1, characters: text.length });
  });
});

describe('an engine that is slower than the client is patient', () => {
  // The library's patience grows with every try, up to 3.2 s for the third.
  const stub = useStub('latencyMs=6000');

  test('the client gives up after its tries, and nothing is charged', async () => {
    const hasty = { serverUrl: stub.server.url, minTimeout: 1_000, maxRetries: 3 };
    const client = new deepl.DeepLClient(stub.key, hasty);
    const translated = client.translateText(text, 'en', 'eo' as deepl.TargetLanguageCode);
    await expect(translated).rejects.toThrow(deepl.ConnectionError);
    await expect.poll(() => ended(stub.server, 'disconnected'), { timeout: 120_000 }).toBe(3);
    // Past the moment at which the last try would have been answered, had it been carried on.
    await delay(6_500);
    expect(await charged(stub.server, stub.key)).toEqual({ calls: 0, characters: 0 });
  });
});
