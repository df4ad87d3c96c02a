/**
 * Pipelines are killed and stopped at random while callers translate. Short: 40 faults in under a minute.
 * Long (DRAGOMAN_LONG=1): 1,000 faults.
 */

import { beforeAll, expect, test } from 'vitest';
import { FaultLoop, type FaultReport, faultKinds } from '../faults/support/engine-faults.ts';
import { CallMaker, type KnownPair, learnAnswers, poolCount } from '../faults/support/known-texts.ts';
import { SeededRandom } from '../faults/support/seeded-random.ts';
import { type CallRecord, sendKnownCall, startLoad } from '../faults/support/steady-load.ts';
import { expectInTime, isLong } from '../support/long-form.ts';
import { isAlive, membersOf } from '../support/process-table.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { useServerProcess } from '../support/server-process.ts';
import { within } from '../support/within.ts';

const faultCount = isLong ? 1_000 : 40;
const pauseMs: readonly [number, number] = isLong ? [200, 3_000] : [200, 1_600];
const limitMs = isLong ? 40 * 60_000 : 500_000;
const deadlineMs = 8_000;
/** For the answer's way back and a client that shares two cores with everything else. */
const slackMs = 1_000;
const pipelinesPerPair = 2;
const callers = 6;
const seed = 20_260_101;

const context = useServerProcess({
  DRAGOMAN_CACHE_MB: '0',
  DRAGOMAN_CALL_DEADLINE_MS: String(deadlineMs),
  DRAGOMAN_APERTIUM_PIPELINES: String(pipelinesPerPair),
  DRAGOMAN_LOG_LEVEL: 'warn',
});
let records: readonly CallRecord[];
let report: FaultReport;
let faults: number;
let recovery: { pair: string; afterMs: number }[];
let groupsAfterwards: number;
let exitCode: number | null;

beforeAll(async () => {
  const { env, server } = context;
  const key = (await createKey(env, await createTeamForLoad(env))).plain;
  const target = { url: server.url, key };
  const known = await learnAnswers(server.url, key);
  const maker = new CallMaker(known, new SeededRandom(seed));
  const loop = new FaultLoop(server.pid, new SeededRandom(seed + 1));

  const load = startLoad(target, maker, callers);
  await loop.run(faultCount, pauseMs, Date.now() + limitMs);
  const lastFault = performance.now();
  records = await load.stop();
  recovery = await Promise.all(known.map((pair) => recover(pair, lastFault)));
  groupsAfterwards = loop.look().length;
  exitCode = await server.stop();
  faults = loop.faults;
  report = loop.report;
  process.stdout.write(`${summary()}\n`);

  /** Calls until the pair answers as it should. */
  async function recover(pair: KnownPair, since: number) {
    for (;;) {
      const { status, misplaced } = await sendKnownCall(target, maker.next(pair, 8));
      const afterMs = performance.now() - since;
      if (status === 200 && misplaced.length === 0) return { pair: `${pair.source}>${pair.target}`, afterMs };
      if (afterMs > 60_000)
        return { pair: `${pair.source}>${pair.target}`, afterMs: Number.POSITIVE_INFINITY };
    }
  }
}, limitMs + 120_000);

function summary(): string {
  const failed = records.filter(({ status }) => status !== 200);
  const slowest = Math.max(...records.map(({ durationMs }) => durationMs));
  return [
    `faults ${faults} (${faultKinds.map((kind) => `${kind} ${report.effective[kind]}`).join(', ')})`,
    `stopped processes that went on ${report.continued}, replaced before ${report.replacedMeanwhile}`,
    `calls ${records.length}, texts ${records.reduce((sum, { texts }) => sum + texts, 0)}, not 200: ${failed.length}`,
    `slowest call ${slowest.toFixed(0)} ms, deadline ${deadlineMs} ms`,
    `misplaced answers ${records.reduce((sum, { misplaced }) => sum + misplaced.length, 0)}`,
    `groups seen ${report.groupsSeen.size}, most at once ${report.mostGroupsAtOnce}, afterwards ${groupsAfterwards}`,
    `all pairs right again ${Math.max(...recovery.map(({ afterMs }) => afterMs)).toFixed(0)} ms after the last fault`,
  ].join('\n');
}

test('every fault took effect, and there were enough of each kind', () => {
  expect(report.withoutEffect).toEqual([]);
  expect(faults).toBe(faultCount);
  for (const kind of faultKinds) expect(report.effective[kind]).toBeGreaterThan(0);
  expect(report.groupsSeen.size).toBeGreaterThan(poolCount * pipelinesPerPair);
});

test('no answer is given to another text', () => {
  expect(records.flatMap(({ misplaced }) => misplaced)).toEqual([]);
});

test('no call lasts past its deadline', () => {
  const slowestMs = Math.max(...records.map(({ durationMs }) => durationMs));
  expectInTime('the slowest call', slowestMs, deadlineMs + slackMs);
});

test('a call that fails is answered engine_unavailable with Retry-After, and most do not fail', () => {
  const failed = records.filter(({ status }) => status !== 200);
  for (const { status, code, retryAfter } of failed) {
    expect([status, code]).toEqual([503, 'engine_unavailable']);
    expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
  }
  expect(records.length).toBeGreaterThan(faultCount);
  expect(failed.length).toBeLessThan(records.length / 2);
});

test('every pair answers right again soon after the last fault', () => {
  const slow = recovery.filter(({ afterMs }) => afterMs > 15_000);
  expect(slow).toEqual([]);
});

test('processes neither pile up while it runs nor stay when it stops', async () => {
  expect(report.mostGroupsAtOnce).toBeLessThanOrEqual(2 * poolCount * pipelinesPerPair);
  expect(groupsAfterwards).toBeLessThanOrEqual(poolCount * pipelinesPerPair);
  expect(exitCode).toBe(0);
  expect(await within(60_000, () => !membersOf(report.groupsSeen).some(isAlive))).toBe(true);
});
