/** A machine that gives the server no more processes or files: pipelines can't be started. */

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { type ProblemAnswer, type TranslateAnswer, translate } from '../support/api-client.ts';
import { expectInTime } from '../support/long-form.ts';
import { pipelineGroups, signal } from '../support/process-table.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { useServerProcess } from '../support/server-process.ts';
import { within } from '../support/within.ts';

const run = promisify(execFile);
const context = useServerProcess({
  DRAGOMAN_CACHE_MB: '0',
  DRAGOMAN_APERTIUM_PIPELINES: '2',
  DRAGOMAN_LOG_LEVEL: 'warn',
});
let key: string;

beforeAll(async () => {
  key = (await createKey(context.env, await createTeamForLoad(context.env))).plain;
});

const ask = () =>
  translate<TranslateAnswer & ProblemAnswer>(context.server.url, key, {
    text: ['The house is big.', 'The dog is small.', 'The cat is old.'],
    source_lang: 'EN',
    target_lang: 'ES',
  });

/** Changes the soft limit alone, so that it can be raised again. */
async function limitOpenFiles(pid: number, limit: number): Promise<void> {
  await run('prlimit', ['--pid', String(pid), `--nofile=${limit}:`]);
}

/** The limit that leaves room for this many files more: numbers below it that are not in use. */
function limitForMoreFiles(pid: number, more: number): number {
  const used = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
  let limit = 0;
  for (let free = 0; free <= more; limit++) if (!used.has(limit)) free++;
  return limit - 1;
}

function openFileLimit(pid: number): number {
  return Number(/Max open files\s+(\d+)/.exec(readFileSync(`/proc/${pid}/limits`, 'latin1'))?.[1]);
}

async function killPipelines(pid: number): Promise<void> {
  for (const group of pipelineGroups(pid).keys()) signal(-group, 'SIGKILL');
  expect(await within(60_000, () => pipelineGroups(pid).size === 0)).toBe(true);
}

test('without a file to spare calls fail soon, the server lives, and translates when it has some again', async () => {
  const { pid } = context.server;
  expect((await ask()).status).toBe(200);
  await killPipelines(pid);

  const limit = openFileLimit(pid);
  // Enough for a caller's connection, not for the two pipes of a new process.
  await limitOpenFiles(pid, limitForMoreFiles(pid, 2));
  for (let i = 0; i < 3; i++) {
    const started = performance.now();
    const { status, body, headers } = await ask();
    expect([status, body.code]).toEqual([503, 'engine_unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expectInTime('a refusal without a file to spare', performance.now() - started, 3_000);
  }
  expect(context.server.log()).toContain('EMFILE');

  await limitOpenFiles(pid, limit);
  // The breaker lets one call try again after five seconds.
  let again = await ask();
  for (let tries = 0; again.status !== 200 && tries < 80; tries++) {
    await delay(100);
    again = await ask();
  }
  expect(again.body.translations[0]?.text).toBe('La casa es grande.');
});
