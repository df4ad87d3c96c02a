/** Row 24 of docs/evidence/reliability.md: clients that are slow to speak or to listen are sent away, others are served. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAnswer } from '../hostile/check-answer.ts';
import { errorsIn, report } from '../hostile/report.ts';
import { ResponseReader } from '../support/http-wire.ts';
import { expectInTime, isLong, scale } from '../support/long-form.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { useServerProcess } from '../support/server-process.ts';
import { shorterLimits } from '../support/shorter-limits.ts';
import { WirePool } from '../support/wire-pool.ts';
import { joinDeafClients, joinSlowTalkers, listen, type SlowClient } from './slow-crowds.ts';
import { applyLoad, type LoadFigures } from './steady-load.ts';

/** Of each kind. */
const crowd = Number(process.env.DRAGOMAN_HOSTILE_CROWD ?? scale(60, 1_000));
const load = { perSecond: 40, seconds: scale(1, 6) };

// The body's is the longest by far, as it is for real: that the one for headers strikes shows in what is answered first.
const shorter = shorterLimits({
  headersTimeoutMs: 1_000,
  requestTimeoutMs: 4_000,
  answerTimeoutMs: 3_000,
  connectionCheckMs: 100,
});
const { headersTimeoutMs, requestTimeoutMs } = shorter.limits;
const context = useServerProcess({ ...shorter.env, DRAGOMAN_LOG_LEVEL: 'warn' });
let pool: WirePool;
let authorization: string;

beforeAll(async () => {
  authorization = `Authorization: Bearer ${(await createKey(context.env, await createTeamForLoad(context.env))).plain}`;
  pool = new WirePool(context.server.port, 16);
});
afterAll(() => pool.close());

const post = (body: string) => ({
  method: 'POST',
  bytes: Buffer.from(
    `POST /v1/translate HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  ),
});
const ordinaryCall = () => post('{"text":["The house is big."],"target_lang":"ES","source_lang":"EN"}');

// Spanish to Spanish comes back as it is: large answers without an engine's time.
const largeCall = (character: string) =>
  post(JSON.stringify({ text: [character.repeat(131_072)], target_lang: 'ES', source_lang: 'ES' }));

test(`${crowd} slow clients of each kind are sent away in time, and others are served meanwhile`, async () => {
  const { port } = context.server;
  // The long form, which compares times, does not count the first calls.
  if (isLong) await applyLoad(pool, ordinaryCall(), { perSecond: 40, seconds: 2 });
  const alone = await applyLoad(pool, ordinaryCall(), load);

  const deaf = await joinDeafClients(port, crowd, largeCall('\u4e16').bytes);
  const bodies = await joinSlowTalkers(
    port,
    crowd,
    `POST /v1/translate HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{`,
  );
  const headers = await joinSlowTalkers(port, crowd, 'POST /v1/translate HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  const silent = await joinSlowTalkers(port, crowd / 10, '', '');
  // Twice: a thousand that are sent away in one moment make a handful of calls wait, and these are the p99 of seconds.
  const among = [await applyLoad(pool, ordinaryCall(), load)];
  if (isLong) among.push(await applyLoad(pool, ordinaryCall(), load));

  const [slowHeaders, slowBodies, wordless, untaken] = await Promise.all([
    headers.ended,
    bodies.ended,
    silent.ended,
    leaveAnswers(),
  ]);
  for (const crowded of among) reportLoad(alone, crowded);
  reportCrowd('headers', slowHeaders);
  reportCrowd('bodies', slowBodies);
  reportCrowd('first words', wordless);
  expect([alone, ...among].filter(({ notServed }) => notServed > 0)).toEqual([]);
  const calmerP99Ms = Math.min(...among.map(({ p99Ms }) => p99Ms));
  expectInTime('p99 of others', calmerP99Ms, Math.max(3 * alone.p99Ms, alone.p99Ms + 100));
  // Nobody is sent away early. The limit, the second between two looks at the clock, and four for a machine at work.
  for (const [who, clients, limitMs] of [
    ['slow headers', slowHeaders, headersTimeoutMs],
    ['slow bodies', slowBodies, requestTimeoutMs],
    ['first words', wordless, headersTimeoutMs],
  ] as const) {
    expect(shortest(clients), who).toBeGreaterThan(0.9 * limitMs);
    expectInTime(who, longest(clients), limitMs + 5_000);
  }
  expect([...slowHeaders, ...slowBodies, ...wordless].flatMap(faultsOfGoodbye)).toEqual([]);

  // What was kept for those who didn't listen is whole. With the gate's short limits, a machine that is busy with others
  // may not have written all of it before it is given up.
  const sizes = new Set<boolean>();
  for (const socket of deaf) sizes.add((await listen(socket, 300_000)).bytes >= 300_000);
  if (isLong) expect([...sizes]).toEqual([true]);
  // What was too much to be kept was given up.
  expect(untaken.map(({ isClosed, bytes }) => isClosed && bytes < answersLeft * 600_000)).toEqual(
    untaken.map(() => true),
  );
});

/** So many answers of 600 kB on one connection are more than the system keeps for it. */
const answersLeft = 8;

/** Asks for them, listens only after the server has given up, and returns what there was to hear. */
async function leaveAnswers(): Promise<{ bytes: number; isClosed: boolean }[]> {
  const question = Buffer.concat(Array(answersLeft).fill(largeCall('\u0001').bytes));
  const deaf = await joinDeafClients(context.server.port, scale(3, 8), question);
  const clients = new Set(deaf.map(({ localPort }) => localPort));
  await expect.poll(() => openPeersOf(context.server.port).filter((port) => clients.has(port))).toEqual([]);
  const heard = await Promise.all(deaf.map((socket) => listen(socket, Number.POSITIVE_INFINITY)));
  report(
    `answers that nobody took: given up on ${heard.filter(({ isClosed }) => isClosed).length} of ${heard.length} lines`,
  );
  return heard;
}

/** The clients' ports of the connections that the server has not closed, as the system knows them. */
function openPeersOf(serverPort: number): number[] {
  const established = '01';
  return readFileSync('/proc/net/tcp', 'latin1')
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === established && portIn(local) === serverPort)
    .map(([, , peer]) => portIn(peer));
}

const portIn = (address = '') => Number.parseInt(address.slice(address.indexOf(':') + 1), 16);

test('the server is well after all of this', async () => {
  expect((await fetch(`${context.server.url}/health`)).status).toBe(200);
  expect(errorsIn(context.server.log())).toEqual([]);
});

function faultsOfGoodbye({ heard }: SlowClient): readonly string[] {
  const answers = new ResponseReader().push(heard);
  const [answer] = answers;
  if (answer === undefined || answers.length !== 1) return [`${answers.length} answers`];
  return checkAnswer(answer, { outcomes: ['request_timeout'], isHead: false }).faults;
}

function shortest(clients: readonly SlowClient[]): number {
  return Math.min(...clients.map(({ lastedMs }) => lastedMs));
}

function longest(clients: readonly SlowClient[]): number {
  return Math.max(...clients.map(({ lastedMs }) => lastedMs));
}

function reportCrowd(kind: string, clients: readonly SlowClient[]): void {
  report(
    `slow ${kind}: ${clients.length} sent away after ${seconds(shortest(clients))} to ${seconds(longest(clients))} s`,
  );
}

function reportLoad(alone: LoadFigures, crowded: LoadFigures): void {
  const show = ({ p50Ms, p99Ms }: LoadFigures) => `p50 ${p50Ms.toFixed(1)}, p99 ${p99Ms.toFixed(1)} ms`;
  report(
    `others, ${load.perSecond}/s: alone ${show(alone)}; among ${3 * crowd} slow clients ${show(crowded)}`,
  );
  report(`ratio of p99: ${(crowded.p99Ms / alone.p99Ms).toFixed(2)}`);
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
