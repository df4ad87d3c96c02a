/** The pool of pipelines by itself. `cat` is a pipeline that translates every text to itself. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { PipelinePool } from '../../src/engines/apertium/pipeline-pool.ts';
import { EngineError } from '../../src/engines/engine.ts';
import type { LogFields } from '../../src/observability/logger.ts';
import { expectInTime, leewayInGate, scale } from '../support/long-form.ts';
import { isAlive, membersOf, pipelineGroups, signal } from '../support/process-table.ts';
import { within } from '../support/within.ts';

const losses: LogFields[] = [];
const logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (_message: string, fields: LogFields = {}) => losses.push(fields),
  error: () => undefined,
};
const pools: PipelinePool[] = [];
const forever = new AbortController().signal;

function openPool(command: string, size = 1): PipelinePool {
  const pool = new PipelinePool({ command, size, pair: 'en>es', logger });
  pools.push(pool);
  return pool;
}

function texts(count: number, word = 'text'): string[] {
  return Array.from({ length: count }, (_, i) => `${word} ${i}`);
}

afterEach(async () => {
  vi.useRealTimers();
  for (const pool of pools.splice(0)) pool.close();
  losses.length = 0;
  expect(await within(60_000, () => pipelineGroups(process.pid).size === 0)).toBe(true);
});

/** The longest time that nothing else could run while the work was done. */
async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const tick = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  await work();
  clearInterval(tick);
  return longest;
}

const textsOfCaller = scale(300, 1_000);

test('tens of thousands of texts of 100 callers come back in order, and nothing else waits for them', async () => {
  const pool = openPool('cat', 2);
  const callers = Array.from({ length: 100 }, (_, i) => texts(textsOfCaller, `caller ${i}`));
  let answers: string[][] = [];
  const stallMs = await longestStall(async () => {
    answers = await Promise.all(callers.map((own) => pool.translate(own, forever)));
  });
  expect(answers).toEqual(callers);
  expect(losses).toEqual([]);
  expectInTime('the longest stall', stallMs, 1_000);
});

test('a pipeline that has read much is renewed while others work, and no text is lost or late', async () => {
  // A while to start: a text that had to wait for that would be seen.
  const pool = openPool(`sleep ${scale(1, 2)}; cat`, 2);
  const long = 'a'.repeat(1_000);
  const ask = async () => {
    const asked = performance.now();
    expect(await pool.translate([long], forever)).toEqual([long]);
    return performance.now() - asked;
  };
  await Promise.all([ask(), ask()]);
  const first = [...pipelineGroups(process.pid).keys()];
  const seen = new Set(first);
  const times: number[] = [];
  let most = 0;
  const isRenewed = () => first.every((group) => !pipelineGroups(process.pid).has(group));
  for (const until = performance.now() + 200_000; performance.now() < until && !isRenewed(); ) {
    for (let i = 0; i < 100; i++) times.push(...(await Promise.all([ask(), ask()])));
    const groups = [...pipelineGroups(process.pid).keys()];
    for (const group of groups) seen.add(group);
    most = Math.max(most, groups.length);
  }
  expect(isRenewed()).toBe(true);
  expect(seen.size).toBeGreaterThan(3);
  // Two that work, one that starts, one that is leaving.
  expect(most).toBeLessThanOrEqual(4);
  expectInTime('a call while a pipeline is renewed', Math.max(...times), 1_000);
  expect(losses).toEqual([]);
});

test('tens of thousands of waiting texts of callers who left are gone at once', async () => {
  const pool = openPool('sleep 0.5; cat');
  const leave = new AbortController();
  const left = Array.from({ length: 100 }, () =>
    pool.translate(texts(textsOfCaller), leave.signal).catch(() => 'left'),
  );
  const next = pool.translate(['next'], forever);
  const started = performance.now();
  leave.abort();
  expect(await Promise.all(left)).toEqual(new Array(100).fill('left'));
  expectInTime('leaving of all texts', performance.now() - started, 500);
  expect(await next).toEqual(['next']);
});

test('an aborted call is refused before it costs anything', async () => {
  const pool = openPool('cat');
  const reason = new Error('gone');
  await expect(pool.translate(['a'], AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(pipelineGroups(process.pid).size).toBe(0);
});

test('more than can ever be served is refused at once', async () => {
  const pool = openPool('cat > /dev/null');
  const long = Array.from({ length: 100 }, () => 'x'.repeat(1_000));
  const calls = Array.from({ length: 50 }, () => pool.translate(long, forever));
  const quick = await Promise.allSettled(calls.map((call) => Promise.race([call, delay(200, 'waits')])));
  const refused = quick.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(5);
  expect(refused.length).toBeLessThan(20);
  for (const call of calls) call.catch(() => undefined);
});

test('a pipeline is not blamed for the time in which this process could not listen', async () => {
  const pool = openPool('cat');
  expect(await pool.translate(['first'], forever)).toEqual(['first']);
  const second = pool.translate(['second'], forever);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_500);
  expect(await second).toEqual(['second']);
  expect(losses).toEqual([]);
});

test('a pipeline that hangs is replaced, and its texts are answered by the next one', async () => {
  const pool = openPool('cat', 2);
  await pool.translate(texts(100), forever);
  const stopped = new Set(pipelineGroups(process.pid).keys());
  expect(stopped.size).toBe(2);
  for (const group of stopped) signal(-group, 'SIGSTOP');
  expect(await pool.translate(texts(100), forever)).toEqual(texts(100));
  expect(losses.length).toBe(2);
  expect(await within(60_000, () => !membersOf(stopped).some(isAlive))).toBe(true);
});

test.each([
  ['a program that is missing', '/nowhere/lt-proc'],
  ['a program that exits', 'exit 3'],
])('%s fails every caller within five seconds, not one after the other', async (_name, command) => {
  const pool = openPool(command, 2);
  const started = performance.now();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, () => pool.translate(texts(3), forever)),
  );
  expect(performance.now() - started).toBeLessThan(leewayInGate(5_000));
  for (const outcome of outcomes) {
    expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(EngineError);
  }
  expect(losses.length).toBeLessThanOrEqual(8);
});

test('where new pipelines do not work, the old ones answer for all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-'));
  const switchFile = join(folder, 'works');
  await writeFile(switchFile, '');
  const pool = openPool(`test -e ${switchFile} && exec cat`, 2);
  await pool.translate(['first'], forever);
  await rm(folder, { recursive: true });
  const calls = Array.from({ length: 50 }, (_, i) => texts(20, `call ${i}`));
  const answers = await Promise.all(calls.map((call) => pool.translate(call, forever)));
  expect(answers).toEqual(calls);
  expect(losses.length).toBeGreaterThan(0);
});

test('a broken pair fails a call at once, and works again soon after it is fixed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-'));
  const switchFile = join(folder, 'works');
  const pool = openPool(`test -e ${switchFile} && exec cat`, 2);
  await expect(pool.translate(texts(50), forever)).rejects.toBeInstanceOf(EngineError);
  const started = performance.now();
  await expect(pool.translate(texts(50), forever)).rejects.toBeInstanceOf(EngineError);
  expectInTime('the second failure of a broken pair', performance.now() - started, 100);
  await writeFile(switchFile, '');
  let answers: string[] = [];
  while (answers.length === 0 && performance.now() - started < leewayInGate(10_000)) {
    answers = await pool.translate(['fixed'], forever).catch(() => delay(20, []));
  }
  expect(answers).toEqual(['fixed']);
  expect(performance.now() - started).toBeLessThan(leewayInGate(5_000));
  await rm(folder, { recursive: true });
});

test('a pipeline that died while it idled is replaced without anybody noticing', async () => {
  const pool = openPool('cat | cat | cat');
  await pool.translate(['first'], forever);
  const [group = 0] = pipelineGroups(process.pid).keys();
  signal(-group, 'SIGKILL');
  expect(await within(60_000, () => losses.length === 1)).toBe(true);
  expect(await pool.translate(['second'], forever)).toEqual(['second']);
});

test('a pair that nobody asks for gives its processes back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pool = openPool('cat | cat');
  await pool.translate(['a'], forever);
  expect(pipelineGroups(process.pid).size).toBe(1);
  vi.advanceTimersByTime(10 * 60_000);
  vi.useRealTimers();
  expect(await within(60_000, () => pipelineGroups(process.pid).size === 0)).toBe(true);
  expect(losses).toEqual([]);
  expect(await pool.translate(['b'], forever)).toEqual(['b']);
});

test('closing ends stopped processes and fails whoever waits', async () => {
  const pool = openPool('cat | cat');
  await pool.translate(['a'], forever);
  const groups = new Set(pipelineGroups(process.pid).keys());
  for (const group of groups) signal(-group, 'SIGSTOP');
  const waiting = pool.translate(texts(100), forever);
  pool.close();
  await expect(waiting).rejects.toBeInstanceOf(EngineError);
  await expect(pool.translate(['b'], forever)).rejects.toBeInstanceOf(EngineError);
  expect(await within(60_000, () => !membersOf(groups).some(isAlive))).toBe(true);
});

test('a process that breaks down leaves no stopped pipeline behind', async () => {
  const script = fileURLToPath(new URL('./break-down-with-a-pipeline.ts', import.meta.url));
  const failure = await promisify(execFile)(process.execPath, [script]).then(
    () => undefined,
    (error: { stdout: string; code: number }) => error,
  );
  expect(failure?.code).not.toBe(0);
  const group = Number(failure?.stdout);
  expect(group).toBeGreaterThan(1);
  expect(await within(60_000, () => !membersOf(new Set([group])).some(isAlive))).toBe(true);
});
