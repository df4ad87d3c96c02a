import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer, post } from '../support/api-client.ts';
import { scale } from '../support/long-form.ts';
import { report } from '../support/report.ts';
import { liftLimits } from '../support/seed.ts';
import { type ServerProcess, startServer, useServer } from '../support/server-process.ts';
import { type KeyAnswer, newTeam, type TeamApi } from '../support/team-api.ts';

// What is made here is counted, so nothing else may be in its way.
const settings = { DRAGOMAN_LOG_LEVEL: 'warn', DRAGOMAN_MAX_KEYS_PER_TEAM: '1000000' };
const context = useServer(settings);
let second: ServerProcess;
let team: TeamApi;

beforeAll(async () => {
  second = await startServer(context.env);
  team = await newTeam(context.server.url, context.env);
  await liftLimits(context.env, team.id);
});
afterAll(async () => {
  expect(await second.stop()).toBe(0);
});

/** Makes keys with this key on both nodes, over and over, until told to stop. */
function mintOverAndOver(key: string) {
  const answers: { startedMs: number; status: number; code: string | undefined; created_at: string }[] = [];
  let isRunning = true;
  const client = async (_: unknown, i: number) => {
    const { url } = [context.server, second][i % 2] ?? context.server;
    while (isRunning) {
      const startedMs = performance.now();
      const body = JSON.stringify({ name: 'minted' });
      const answer = await post<{ code?: string } & KeyAnswer>(`${url}/v1/keys`, bearer(key), body);
      answers.push({
        startedMs,
        status: answer.status,
        code: answer.body.code,
        created_at: answer.body.created_at,
      });
    }
  };
  const clients = Array.from({ length: 4 }, client);
  const stop = async () => {
    isRunning = false;
    await Promise.all(clients);
  };
  return { answers, stop, [Symbol.asyncDispose]: stop };
}

test('row 9: a key whose revocation was acknowledged makes no key, and none was made after it', async () => {
  const rounds = scale(6, 300);
  let madeBefore = 0;
  let refusedAfter = 0;
  const durations: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const minter = await team.send<KeyAnswer>('POST', '/v1/keys', {
      name: 'minter',
      scopes: ['keys', 'translate'],
    });
    await using minting = mintOverAndOver(minter.body.key);
    const { answers } = minting;
    const isMade = ({ status }: { status: number }) => status === 201;
    await expect.poll(() => answers.filter(isMade).length).toBeGreaterThan(4);
    const asked = performance.now();
    expect((await team.send('DELETE', `/v1/keys/${minter.body.id}`)).status).toBe(204);
    const acknowledged = performance.now();
    durations.push(acknowledged - asked);
    const askedAfter = () => answers.filter(({ startedMs }) => startedMs > acknowledged);
    await expect.poll(() => askedAfter().length).toBeGreaterThan(4);
    await minting.stop();
    const made = answers.filter(isMade);
    const after = askedAfter();
    expect(after.map(({ status, code }) => `${status} ${code}`)).toEqual(after.map(() => '401 key_revoked'));
    const { revoked_at } = (await team.get<KeyAnswer>(`/v1/keys/${minter.body.id}`)).body;
    // Under the lock of the team: also the calls that were under way are decided before or after, never in between.
    for (const { created_at } of made)
      expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.parse(revoked_at ?? ''));
    madeBefore += made.length;
    refusedAfter += after.length;
  }
  const p99 = durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.99)];
  report('row 9 revocation of keys that make keys', {
    rounds,
    madeBefore,
    refusedAfter,
    madeAfter: 0,
    revokeP99Ms: p99,
  });
});
