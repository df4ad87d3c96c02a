import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer, call } from '../support/api-client.ts';
import { documentsEnv } from '../support/document-client.ts';
import { isLong, leewayInGate, scale } from '../support/long-form.ts';
import type { Lateness } from '../support/measure-event-loop.ts';
import { databaseUrl } from '../support/postgres.ts';
import { residentMemoryMib } from '../support/process-table.ts';
import { WirePool } from '../support/wire-pool.ts';
import { type Campaign, startCampaign } from './campaign.ts';
import { type CorpusEntry, corpus } from './corpus.ts';
import { faultsOfDialectAnswer, hostileDialectRequest } from './dialect-grammar.ts';
import { formCorpus, hostileForm } from './form-grammar.ts';
import { undetected } from './hostile-request.ts';
import { useHostileServer } from './hostile-server.ts';
import { errorsIn, report } from './report.ts';
import { hostileRequest } from './request-grammar.ts';
import { hostileTeamCall } from './team-grammar.ts';

const requests = Number(process.env.DRAGOMAN_HOSTILE_REQUESTS ?? scale(256, 1_000_000));
/** The gate sends the same requests every time, the long form others in every run: each batch has a seed of its own. */
const seed = Number(process.env.DRAGOMAN_HOSTILE_SEED ?? (isLong ? Date.now() % 1e9 : 20_240_607));
const connections = 32;
const batchSize = scale(64, 128);
const batches = Math.ceil(requests / batchSize);

const context = useHostileServer({
  ...documentsEnv().env,
  DRAGOMAN_LOG_LEVEL: 'warn',
  DRAGOMAN_DIALECTS_PORT: '0',
});
const postgres = new pg.Client({ connectionString: databaseUrl('postgres') });
let pool: WirePool;
let campaign: Campaign;

beforeAll(async () => {
  await postgres.connect();
  pool = new WirePool(context.server.port, connections);
  campaign = startCampaign(pool, postgres);
});

afterAll(async () => {
  pool.close();
  await postgres.end();
});

test('the limits, one step beyond them, and the largest of everything', async () => {
  const slow: string[] = [];
  // What was late while the server started is not of interest.
  await context.eventLoop.next(context.server.pid);
  const { good } = context.grammar.keys;
  const all = [...corpus(good), ...formCorpus(good)];
  for (const [name, request] of isLong ? all : all.filter(isInGate)) {
    expect.soft(await campaign.send([request]), name).toEqual([]);
    const { byOwnWork } = await context.eventLoop.next(context.server.pid);
    if (byOwnWork.maxMs > 50) slow.push(`${name} ${byOwnWork.maxMs.toFixed(0)} ms`);
  }
  report(`event loop held for more than 50 ms by: ${slow.join(', ') || 'nothing'}`);
  expect(errorsIn(context.server.log())).toEqual([]);
});

/** What is refused, what is small, and one of those that keep the engine busy for seconds. */
function isInGate([name, { faults, texts = [] }]: CorpusEntry): boolean {
  // What has a language to be found is translated if one is.
  const isRefused = faults.length > 0 && !faults.includes(undetected);
  return isRefused || texts.join('').length < 2_000 || name === '131,072 emoji';
}

test(`${requests} hostile requests: each is answered as documented, none with a 5xx`, async () => {
  const startedAt = Date.now();
  const grammar = fc.oneof(
    { weight: 7, arbitrary: hostileRequest(context.grammar) },
    { weight: 1, arbitrary: hostileForm(context.grammar) },
    { weight: 1, arbitrary: hostileTeamCall(context.team) },
  );
  const memory: number[] = [];
  let next = seed;
  // Two batches at a time: one slow call must not leave all other connections idle.
  const lane = async () => {
    while (next < seed + batches) {
      const batchSeed = next++;
      if ((batchSeed - seed) % Math.ceil(batches / 4) === 0)
        memory.push(residentMemoryMib(context.server.pid));
      const several = fc.sample(grammar, { seed: batchSeed, numRuns: batchSize });
      expect(await campaign.send(several), `seed ${batchSeed}`).toEqual([]);
    }
  };
  await Promise.all([lane(), lane()]);
  const seconds = (Date.now() - startedAt) / 1_000;
  report(
    `seeds ${seed} to ${seed + batches - 1}: ${campaign.sent} requests in ${seconds.toFixed(0)} s, ${pool.connectionsOpened} connections`,
  );
  report(
    `by status: ${[...campaign.byStatus]
      .toSorted()
      .map(([status, n]) => `${status}: ${n}`)
      .join(', ')}`,
  );
  report(`characters counted three times: ${campaign.charactersChecked}`);
  const { byClock, byOwnWork } = await context.eventLoop.next(context.server.pid);
  report(`event loop late by the clock: ${show(byClock)}; by its own work: ${show(byOwnWork)}`);
  memory.push(residentMemoryMib(context.server.pid));
  report(`resident memory at each quarter: ${memory.map((mib) => mib.toFixed(0)).join(', ')} MiB`);
  expect(campaign.sent).toBeGreaterThanOrEqual(requests);
  expect(pool.strayBytes).toBe(0);
  // The first quarter warms everything up; what grows after it is kept for no reason.
  expect(memory.at(-1) ?? 0).toBeLessThan((memory[1] ?? 0) + 150);
  expect(byOwnWork.p99Ms).toBeLessThanOrEqual(leewayInGate(50));
  expect((await call(`${context.server.url}/health`)).status).toBe(200);
  expect(await charactersCharged()).toBe(campaign.charactersChecked);
  expect(errorsIn(context.server.log())).toEqual([]);
});

test('hostile requests in other dialects: each is answered in its dialect, none with a 5xx', async () => {
  const loggedBefore = context.server.log().length;
  const dialects = new WirePool(Number(new URL(context.server.dialectsUrl).port), connections);
  const sent = fc.sample(hostileDialectRequest(context.team.translator), {
    seed,
    numRuns: Number(process.env.DRAGOMAN_HOSTILE_REQUESTS ?? scale(96, 100_000)),
  });
  const byStatus = new Map<number, number>();
  const faults = await Promise.all(
    sent.map(async (request) => {
      const { response } = await dialects.send(request);
      const status = response?.status ?? 0;
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      return faultsOfDialectAnswer(request, response);
    }),
  );
  dialects.close();
  report(
    `other dialects: ${sent.length} requests with seed ${seed} on ${dialects.connectionsOpened} connections, by status ${JSON.stringify(Object.fromEntries(byStatus))}`,
  );
  expect(dialects.strayBytes).toBe(0);
  expect(faults.flat()).toEqual([]);
  expect(byStatus.get(200)).toBeGreaterThan(0);
  expect(errorsIn(context.server.log().slice(loggedBefore))).toEqual([]);
});

/** By the ledger: what was answered 200, here and in the test above, and nothing else. */
async function charactersCharged(): Promise<number | undefined> {
  const headers = bearer(context.grammar.keys.good);
  const account = await call<{ quota_used?: number }>(`${context.server.url}/v1/account`, { headers });
  return account.body.quota_used;
}

function show({ p50Ms, p99Ms, maxMs }: Lateness): string {
  return `p50 ${p50Ms.toFixed(1)}, p99 ${p99Ms.toFixed(1)}, max ${maxMs.toFixed(0)} ms`;
}
