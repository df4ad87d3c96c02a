/**
 * Whole requests against a server process: the same inputs as bodies of translate calls, the largest glossary, the
 * largest document. What counts is how long the server's main thread let everybody else wait, by its own work.
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { bearer, call } from '../support/api-client.ts';
import { documentsEnv, upload } from '../support/document-client.ts';
import { measured } from '../support/event-loop-reports.ts';
import { isLong, leewayInGate } from '../support/long-form.ts';
import { mainThreadWorkedMs } from '../support/process-table.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { useServerProcess } from '../support/server-process.ts';
import { corpusOf } from './corpus.ts';
import { dialectBodyOf, dialectNames, dialectTargets } from './dialect-bodies.ts';
import { report } from './findings.ts';
import { slownessOfMachine } from './measure.ts';
import { requestBodiesOf, requestTargets } from './request-bodies.ts';
import { targetNamed } from './targets/all-targets.ts';

const eventLoop = measured();
const context = useServerProcess({
  ...eventLoop.env,
  // More than the other suites allow: what is measured is the work, not the collector's trouble with too little memory.
  NODE_OPTIONS: `${eventLoop.env.NODE_OPTIONS} --max-old-space-size=1024`,
  ...documentsEnv().env,
  NODE_ENV: 'test',
  // Answers at once: what is left is the service itself.
  DRAGOMAN_STUB_ENGINE: 'on',
  DRAGOMAN_APERTIUM_MODES: '/nonexistent',
  DRAGOMAN_CACHE_MB: '0',
  DRAGOMAN_DIALECTS_PORT: '0',
  DRAGOMAN_LOG_LEVEL: 'warn',
});

/** Twice what makes a loop late: where others share the cores, everything takes that much longer. */
const maxSliceMs = 2 * 50;
/** Of the main thread, for one call of the largest size. */
const maxCpuMs = 2_000;
/** A guard against waiting forever, and nothing else. */
const patience = () => AbortSignal.timeout(60_000);
let key = '';
let sliceBound = maxSliceMs;
let cpuBound = maxCpuMs;

beforeAll(async () => {
  const { NODE_OPTIONS: _measuring, ...env } = context.env;
  key = (await createKey(env, await createTeamForLoad(env), 'translate,glossaries')).plain;
  const slowness = Math.max(1, slownessOfMachine());
  sliceBound = leewayInGate(maxSliceMs * slowness);
  cpuBound = leewayInGate(maxCpuMs * slowness);
  // What is compiled on first use is not of interest.
  await costOf(() =>
    translate({ text: ['The {name} is <b>big</b>.'], source_lang: 'EN', target_lang: 'EO' }),
  );
});

interface RequestCost {
  /** The longest time for which the main thread was at work without a break. */
  readonly sliceMs: number;
  /** All of the main thread's work. */
  readonly cpuMs: number;
}

/** Measured once. Only the thread's own work counts, so what it costs does not depend on who else is at work. */
async function costOf(send: () => Promise<unknown>): Promise<RequestCost> {
  const { pid } = context.server;
  await eventLoop.next(pid);
  const startedMs = mainThreadWorkedMs(pid);
  await send();
  const cpuMs = mainThreadWorkedMs(pid) - startedMs;
  return { sliceMs: (await eventLoop.next(pid)).byOwnWork.maxMs, cpuMs };
}

function post(path: string, body: string | Uint8Array<ArrayBuffer>, type: string, url = context.server.url) {
  const headers = { ...bearer(key), 'content-type': type };
  return call<{ id?: string }>(`${url}${path}`, {
    method: 'POST',
    headers,
    body,
    signal: patience(),
  });
}

const translate = (body: object) => post('/v1/translate', JSON.stringify(body), 'application/json');

/** What shows that a server has read the body: it translated it, or found it too large or not to be a call. */
const statusesOf = (target: string) => {
  if (target === 'json') return [400, 413];
  // A text may be in a language that no engine translates; that is known only after it was detected.
  return target === 'detection' ? [200, 400, 413] : [200, 413];
};

test.each(requestTargets)('no %s holds the main thread up', { timeout: 600_000 }, async (name) => {
  const late: string[] = [];
  const statuses = new Map<number, number>();
  for (const entry of corpusOf(targetNamed(name))) {
    if (!isLong && !entry.isSent) continue;
    for (const body of requestBodiesOf(name, entry)) {
      const { sliceMs, cpuMs } = await costOf(async () => {
        const { status } = await post('/v1/translate', body, 'application/json');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expect.soft(statusesOf(name), `${entry.name}: ${status}`).toContain(status);
      });
      if (sliceMs <= sliceBound && cpuMs <= cpuBound) continue;
      late.push(`${entry.name} (${body.length} bytes): ${sliceMs.toFixed(0)} of ${cpuMs.toFixed(0)} ms`);
    }
  }
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  report(`requests of ${name} (${answers}): ${late.join(', ') || 'none is too slow'}`);
  expect(late).toEqual([]);
});

describe.each(dialectNames)('%s', (dialect) => {
  test.each(dialectTargets)('no %s holds the main thread up', { timeout: 600_000 }, async (name) => {
    const late: string[] = [];
    const statuses = new Map<number, number>();
    let worst = { name: '', sliceMs: 0 };
    for (const entry of corpusOf(targetNamed(name))) {
      if (!isLong && !entry.isSent) continue;
      const { path, type, body } = dialectBodyOf(dialect, name, entry);
      const cost = await costOf(async () => {
        const { status } = await post(path, body, type, context.server.dialectsUrl);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        // LibreTranslate and APy know no 413.
        expect.soft([200, 400, 413], `${entry.name}: ${status}`).toContain(status);
      });
      if (cost.sliceMs > worst.sliceMs) worst = { name: entry.name, sliceMs: cost.sliceMs };
      if (cost.sliceMs <= sliceBound && cost.cpuMs <= cpuBound) continue;
      late.push(
        `${entry.name} (${body.length} bytes): ${cost.sliceMs.toFixed(0)} of ${cost.cpuMs.toFixed(0)} ms`,
      );
    }
    const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    report(
      `${dialect}, ${name} (${answers}): longest slice ${worst.sliceMs.toFixed(0)} ms, ${worst.name}; ${late.join(', ') || 'none is too slow'}`,
    );
    expect(late).toEqual([]);
    // So that the texts themselves are reached.
    if (name !== 'json') expect(statuses.get(200)).toBeGreaterThan(0);
  });
});

test('the largest glossary is taken, compiled and used beside others', { timeout: 600_000 }, async () => {
  const filler = 'x'.repeat(50);
  const lines = Array.from({ length: 150_000 }, (_, i) => `the term ${i.toString(36)}\t${filler}\n`);
  const entries = lines.join('');
  const body = JSON.stringify({
    name: 'Large',
    dictionaries: [{ source_lang: 'EN', target_lang: 'EO', entries, entries_format: 'tsv' }],
  });
  let id: string | undefined;
  const taking = await costOf(async () => {
    const created = await post('/v1/glossaries', body, 'application/json');
    expect(created.status).toBe(201);
    id = created.body.id;
  });
  const text = ['the term a0 and the term b1. '.repeat(1_000)];
  const using = await costOf(async () => {
    const used = await translate({ text, source_lang: 'EN', target_lang: 'EO', glossary_id: id });
    expect(used.status).toBe(200);
  });
  report(
    `a glossary of ${body.length} bytes: slices of ${taking.sliceMs.toFixed(0)} ms taken, ${using.sliceMs.toFixed(0)} ms used`,
  );
  expect(Math.max(taking.sliceMs, using.sliceMs)).toBeLessThanOrEqual(sliceBound);
});

const pages = '<p>The ship sails.</p>'.repeat(20_000);

test.each([
  ['txt', () => 'The ship sails to the harbour tomorrow.\n\n'.repeat(20_000)],
  ['html', () => `<html><body>${pages}</body></html>`],
  ['html', () => `<html><!--${'-'.repeat(29_000_000)}--></html>`],
] as const)(
  'a large document in %s is taken beside others',
  { timeout: 600_000 },
  async (format, content) => {
    const file = { name: `large.${format}`, content: content() };
    const { sliceMs } = await costOf(async () => {
      const { status } = await upload(`${context.server.url}/v1/documents`, key, file, {
        source_lang: 'EN',
        target_lang: 'EO',
      });
      expect(status).toBe(201);
    });
    report(`${file.name} of ${file.content.length} bytes: a slice of ${sliceMs.toFixed(0)} ms`);
    expect(sliceMs).toBeLessThanOrEqual(sliceBound);
  },
);
