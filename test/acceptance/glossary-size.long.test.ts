/** A team with as many glossaries as it may have, and one dictionary that is as large as it may be. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { bearer } from '../support/api-client.ts';
import { measured } from '../support/event-loop-reports.ts';
import { expectInTime, leewayInGate } from '../support/long-form.ts';
import { liftLimits } from '../support/seed.ts';
import { useServerProcess } from '../support/server-process.ts';
import { newTeam, type TeamApi } from '../support/team-api.ts';

const reports = measured();
const context = useServerProcess({ ...reports.env, DRAGOMAN_LOG_LEVEL: 'warn' });
const mebibyte = 1024 * 1024;
const tsv = { 'content-type': 'text/tab-separated-values' };
const glossaries = '/v1/glossaries';

/** A dictionary of just under 10 MiB, some 200,000 entries. */
const largeTsv = Buffer.from(
  Array.from(
    { length: 209_000 },
    (_, i) => `source term ${String(i).padStart(12, '0')}\ttarget für ${String(i).padStart(12, '0')}\n`,
  ).join(''),
);

let team: TeamApi;
let largeId: string;
const ids: string[] = [];
const path = (id: string) => `${glossaries}/${id}/dictionaries/en/de`;

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

async function timed(
  times: number[],
  work: () => Promise<{ status: number }>,
  status: number,
): Promise<void> {
  const started = performance.now();
  expect((await work()).status).toBe(status);
  times.push(performance.now() - started);
}

function openSocket(bytes: string): Socket {
  const socket = connect(context.server.port, '127.0.0.1', () => socket.write(bytes));
  return socket.on('error', () => socket.destroy());
}

beforeAll(async () => {
  team = await newTeam(context.server.url, context.env, 'glossaries');
  // A quick machine makes the thousand faster than a team may by itself.
  await liftLimits(context.env, team.id);
  const body = {
    name: 'x',
    dictionaries: [{ source_lang: 'en', target_lang: 'es', entries: 'house\tcasa', entries_format: 'tsv' }],
  };
  const makeSome = async () => {
    for (let i = 0; i < 125; i++) {
      ids.push((await team.send<{ id: string }>('POST', glossaries, body)).body.id);
    }
  };
  await Promise.all(Array.from({ length: 8 }, makeSome));
  largeId = ids[500] ?? '';
});

test('the 1,001st glossary is refused: 409 conflict', async () => {
  const answer = await team.send('POST', glossaries, { name: 'x' });
  expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
});

test('10 MiB are taken and given back, in every format, without holding up the event loop', async () => {
  expect(largeTsv.length).toBeGreaterThan(9.9 * mebibyte);
  expect(largeTsv.length).toBeLessThan(10 * mebibyte);
  await reports.next(context.server.pid);
  const started = performance.now();
  const stored = await team.send<{ entry_count: number }>('PUT', path(largeId), largeTsv.toString(), tsv);
  const uploadMs = performance.now() - started;
  expect([stored.status, stored.body.entry_count]).toEqual([200, 209_000]);
  const sizes: Record<string, number> = {};
  for (const accept of ['application/json', 'text/csv', 'text/tab-separated-values']) {
    const from = performance.now();
    const response = await fetch(`${context.server.url}${path(largeId)}`, {
      headers: { ...bearer(team.key), accept },
    });
    const content = Buffer.from(await response.arrayBuffer());
    sizes[`${accept} ms`] = Math.round(performance.now() - from);
    if (accept === 'application/json') {
      const { entries } = JSON.parse(content.toString()) as { entries: { source: string; target: string }[] };
      expect(entries.map(({ source, target }) => `${source}\t${target}\n`).join('')).toBe(
        largeTsv.toString(),
      );
    }
    if (accept === 'text/tab-separated-values') expect(content.equals(largeTsv)).toBe(true);
    if (accept === 'text/csv') expect(content.toString().match(/\r\n/g)).toHaveLength(209_000);
  }
  const merged = await team.send<{ entry_count: number }>('PATCH', path(largeId), 'one more\tx', tsv);
  expect([merged.status, merged.body.entry_count]).toEqual([200, 209_001]);
  const { byOwnWork } = await reports.next(context.server.pid);
  process.stderr.write(
    `large dictionary: upload ${Math.round(uploadMs)} ms, ${JSON.stringify(sizes)}, event loop ${JSON.stringify(byOwnWork)}\n`,
  );
  expectInTime('the event loop by its own work', byOwnWork.maxMs, 100);
});

test('entries as JSON, 11 MiB of it, are parsed aside too', async () => {
  const entries = Array.from({ length: 180_000 }, (_, i) => ({
    source: `term number ${i}`,
    target: `término ${i}`,
  }));
  const body = JSON.stringify({
    name: 'x',
    dictionaries: [{ source_lang: 'en', target_lang: 'es', entries }],
  });
  expect(body.length).toBeGreaterThan(9 * mebibyte);
  await team.send('DELETE', `${glossaries}/${ids[0]}`);
  await reports.next(context.server.pid);
  const started = performance.now();
  const created = await team.send<{ dictionaries: { entry_count: number }[] }>('POST', glossaries, body);
  const createMs = performance.now() - started;
  expect([created.status, created.body.dictionaries[0]?.entry_count]).toEqual([201, 180_000]);
  const { byOwnWork } = await reports.next(context.server.pid);
  process.stderr.write(`large JSON: ${Math.round(createMs)} ms, event loop ${JSON.stringify(byOwnWork)}\n`);
  expectInTime('the event loop by its own work', byOwnWork.maxMs, 100);
});

test('a body with 130,000 dictionaries is refused before they are packed', async () => {
  const one = { source_lang: 'en', target_lang: 'es', entries: [{ source: 'a', target: 'b' }] };
  const body = JSON.stringify({ name: 'x', dictionaries: Array.from({ length: 130_000 }, () => one) });
  expect(body.length).toBeLessThan(11 * mebibyte);
  await reports.next(context.server.pid);
  const { status, body: refusal } = await team.send<{ code: string }>('POST', glossaries, body);
  // They are all for the same pair as well, which is 400 for a hundred of them.
  expect([status, refusal.code]).toEqual([409, 'conflict']);
  const { byOwnWork } = await reports.next(context.server.pid);
  expectInTime('the event loop by its own work', byOwnWork.maxMs, 50);
});

test('a dictionary over 10 MiB, and a body over 11 MiB: 413 payload_too_large', async () => {
  const twoMore =
    `${largeTsv}${'y'.repeat(1_000)}\tx\n` +
    Array.from({ length: 600 }, (_, i) => `${'z'.repeat(1_000)}${i}\tx\n`).join('');
  const id = ids[1] ?? '';
  const dictionary = await team.send('PUT', path(id), twoMore, tsv);
  expect([dictionary.status, dictionary.body.code]).toEqual([413, 'payload_too_large']);
  const body = await team.send('PUT', path(id), 'x'.repeat(11 * mebibyte + 1), tsv);
  expect([body.status, body.body.code]).toEqual([413, 'payload_too_large']);
  const rename = await team.send('PATCH', `${glossaries}/${id}`, {
    name: 'x',
    more: 'x'.repeat(2 * mebibyte),
  });
  expect(rename.status).toBe(413);
});

test('more large uploads of a team at once than may wait are sent away with Retry-After, and others are served', async () => {
  const id = ids[2] ?? '';
  const body = Array.from({ length: 8_000 }, (_, i) => `term ${i}\tx\n`).join('');
  const neighbour = await newTeam(context.server.url, context.env, 'glossaries');
  const dictionaries = [{ source_lang: 'en', target_lang: 'de', entries: body, entries_format: 'tsv' }];
  const uploads = Array.from({ length: 40 }, () => team.send('PUT', path(id), body, tsv));
  expect((await neighbour.send('POST', glossaries, { name: 'x', dictionaries })).status).toBe(201);
  const answers = await Promise.all(uploads);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(40 - 8);
  for (const { status, body: problem, headers } of refused) {
    expect([status, problem.code, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '5']);
  }
  expect((await team.send('PUT', path(id), body, tsv)).status).toBe(200);
});

test('slow clients of large bodies and answers fill no memory: a team’s 9th is sent away, and others go on', async () => {
  const head = (method: string, more: string) =>
    `${method} ${path(largeId)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${team.key}\r\n${more}\r\n`;
  const upload = head('PUT', `Content-Type: text/csv\r\nContent-Length: ${2 * mebibyte}\r\n`);
  // They announce 2 MiB and never send them; the last one asks for 10 MiB and never reads them.
  const slow = Array.from({ length: 7 }, () => openSocket(upload));
  const reader = openSocket(head('GET', ''));
  slow.push(reader);
  await once(reader, 'data');
  reader.pause();
  // The heads of the others may still be on their way.
  await expect.poll(async () => (await team.get(path(largeId))).status, { timeout: 120_000 }).toBe(503);
  const refused = await team.send('PUT', path(largeId), largeTsv.toString(), tsv);
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'service_unavailable',
    '5',
  ]);
  expect((await team.get(path(largeId))).status).toBe(503);
  expect((await team.send('PUT', path(ids[3] ?? ''), 'a\tb', tsv)).status).toBe(200);
  const neighbour = await newTeam(context.server.url, context.env, 'glossaries');
  const dictionaries = [
    { source_lang: 'en', target_lang: 'de', entries: largeTsv.toString(), entries_format: 'tsv' },
  ];
  expect((await neighbour.send('POST', glossaries, { name: 'x', dictionaries })).status).toBe(201);
  for (const socket of slow) socket.destroy();
  await expect.poll(async () => (await team.get(path(largeId))).status, { timeout: 120_000 }).toBe(200);
});

test('everything else stays fast beside the large one: p95 at most 500 ms', async () => {
  const times: Record<string, number[]> = { list: [], get: [], read: [], put: [], delete: [], create: [] };
  for (let i = 0; i < 40; i++) {
    const id = ids[i * 20 + 10] ?? '';
    const get = (target: string) => () => team.get(target);
    await timed(times.list ?? [], get(`${glossaries}?limit=100`), 200);
    await timed(times.get ?? [], get(`${glossaries}/${id}`), 200);
    await timed(times.get ?? [], get(`${glossaries}/${largeId}`), 200);
    await timed(times.read ?? [], get(`${glossaries}/${id}/dictionaries/en/es`), 200);
    await timed(times.put ?? [], () => team.send('PUT', path(id), 'a\tb', tsv), 200);
    await timed(times.delete ?? [], () => team.send('DELETE', `${glossaries}/${id}`), 204);
    await timed(times.create ?? [], () => team.send('POST', glossaries, { name: 'again' }), 201);
  }
  await timed(times.delete ?? [], () => team.send('DELETE', `${glossaries}/${largeId}`), 204);
  const figures = Object.fromEntries(
    Object.entries(times).map(([name, each]) => [name, Math.round(p95(each) * 10) / 10]),
  );
  process.stderr.write(`p95 in ms with 1,000 glossaries: ${JSON.stringify(figures)}\n`);
  for (const figure of Object.values(figures)) expect(figure).toBeLessThanOrEqual(leewayInGate(500));
});
