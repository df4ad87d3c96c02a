/** Traces from the edge to the engine, as a collector and the engine's server see them. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer, post, type TranslateAnswer } from '../support/api-client.ts';
import { type CollectedSpan, type Collector, startCollector } from '../support/collector.ts';
import { type EngineServer, serverKey, startLibretranslate } from '../support/engine-servers.ts';
import { withPool } from '../support/pool.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { seedPerson, seedSession } from '../support/seeded-session.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
const canary = 'Canarybird sings';
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callerSpan = '00f067aa0ba902b7';
const opened = new AsyncDisposableStack();
const parents: (string | undefined)[] = [];
let collector: Collector;
let engine: EngineServer;
let server: RunningServer;
let key: string;
let env: Record<string, string>;

beforeAll(async () => {
  collector = opened.use(await startCollector());
  engine = opened.use(await startLibretranslate());
  engine.misbehave = ({ method, headers }) => {
    if (method === 'POST') parents.push(headers.traceparent as string | undefined);
    return undefined;
  };
  const file = join(await mkdtemp(join(tmpdir(), 'dragoman-traces-')), 'dragoman.yaml');
  await writeFile(file, `engines:\n  libretranslate: { url: "${engine.url}", key_env: ENGINE_KEY }\n`);
  env = {
    DATABASE_URL: database.url,
    DRAGOMAN_CONFIG: file,
    DRAGOMAN_CACHE_MB: '0',
    ENGINE_KEY: serverKey,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=for%20me',
  };
  key = (await createKey(env, await createTeam(env))).plain;
  server = await openServer(env);
  opened.defer(async () => void (await server.stop()));
});
afterAll(() => opened.disposeAsync());

async function translateTraced(traceparent: string | undefined, text = canary) {
  const body = JSON.stringify({ text: [text], source_lang: 'EN', target_lang: 'DE' });
  const headers = { ...bearer(key), ...(traceparent && { traceparent }) };
  const answer = await post<TranslateAnswer>(`${server.url}/v1/translate`, headers, body);
  return answer.headers.get('x-request-id') ?? 'none';
}

const rootOf = (requestId: string) =>
  collector.spans.find(({ attributes }) => attributes['dragoman.request_id'] === requestId);

async function traceOf(requestId: string): Promise<CollectedSpan[]> {
  await expect.poll(() => rootOf(requestId), { timeout: 120_000 }).toBeDefined();
  return collector.spans.filter((span) => span.traceId === rootOf(requestId)?.traceId);
}

test('a call is a span of its caller with a child for every step, down to the engine', async () => {
  const id = await translateTraced(`00-${traceId}-${callerSpan}-01`);
  const spans = await traceOf(id);
  const named = new Map(spans.map((span) => [span.name, span]));
  const parentOf = (name: string) =>
    spans.find(({ spanId }) => spanId === named.get(name)?.parentSpanId)?.name;
  const root = 'POST /v1/translate';
  expect(named.get(root)).toMatchObject({
    traceId,
    parentSpanId: callerSpan,
    kind: 2,
    attributes: { 'http.response.status_code': '200', 'dragoman.outcome': 'ok', 'dragoman.characters': '16' },
  });
  for (const step of ['authenticate', 'limits', 'look', 'translate', 'charge']) {
    expect([step, parentOf(step)]).toEqual([step, root]);
  }
  expect([parentOf('engine'), parentOf('queue'), parentOf('work')]).toEqual([
    'translate',
    'engine',
    'engine',
  ]);
  expect(named.get('engine')?.attributes).toMatchObject({
    'dragoman.engine': 'libretranslate',
    'dragoman.source_language': 'en',
    'dragoman.target_language': 'de',
    'dragoman.outcome': 'ok',
  });
  for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  }
  // The engine's server goes on with the same trace.
  expect(parents.at(-1)).toBe(`00-${traceId}-${named.get('engine')?.spanId}-01`);
  expect(collector.headers[0]?.['x-collector-key']).toBe('for me');
});

test('without a caller of its own a request begins a trace, and its log line has the id', async () => {
  const id = await translateTraced(undefined);
  const [span] = await traceOf(id);
  expect(span?.traceId).toMatch(/^[0-9a-f]{32}$/);
  const line = () =>
    server
      .log()
      .split('\n')
      .find((each) => each.includes(id));
  await expect.poll(line).toContain(`"traceId":"${span?.traceId}"`);
});

test('what its caller does not keep is not sent, but its engine is told', async () => {
  const id = await translateTraced(`00-${'ab'.repeat(16)}-${callerSpan}-00`);
  await traceOf(await translateTraced(undefined));
  expect(rootOf(id)).toBeUndefined();
  expect(parents.at(-2)).toMatch(new RegExp(`^00-${'ab'.repeat(16)}-[0-9a-f]{16}-00$`));
});

test('a caller without a key or session cannot raise the share of sampled requests; others can', async () => {
  const unsampled = await openServer({ ...env, OTEL_TRACES_SAMPLER_ARG: '0' });
  opened.defer(async () => void (await unsampled.stop()));
  const asked = async (credentials: Record<string, string>, path = '/v1/languages', at = unsampled.url) => {
    const traceparent = `00-${traceId}-${callerSpan}-01`;
    const { headers } = await fetch(`${at}${path}`, { headers: { ...credentials, traceparent } });
    return headers.get('x-request-id') ?? 'none';
  };
  const strangers = [
    await asked({}),
    await asked(bearer(`svc_live_${'a'.repeat(40)}`)),
    await asked({}, '/health'),
    await asked({}, '/nothing'),
    await asked(bearer('a'.repeat(43)), '/api/me', unsampled.consoleUrl),
  ];
  await traceOf(await asked(bearer(key)));
  const session = await withPool(database.url, async (db) => seedSession(db, (await seedPerson(db, {})).id));
  await traceOf(await asked(bearer(session), '/api/me', unsampled.consoleUrl));
  expect(strangers.map(rootOf)).toEqual(strangers.map(() => undefined));
});

test('no text and no key is in a trace', async () => {
  await traceOf(await translateTraced(undefined));
  for (const secret of ['Canarybird', 'CANARYBIRD', key.slice(9), serverKey]) {
    expect(collector.raw()).not.toContain(secret);
  }
});

test('a collector that never answers or is gone costs no call anything', async () => {
  collector.status = undefined;
  for (let i = 0; i < 3; i++) expect(await translateTraced(undefined)).not.toBe('none');
  collector.status = 503;
  await translateTraced(undefined);
  await expect.poll(() => server.log(), { timeout: 120_000 }).toContain('does not accept traces');
  const metrics = await (await fetch(`${server.opsUrl}/metrics`)).text();
  expect(metrics).toMatch(/^dragoman_trace_spans_total\{result="dropped"\} \d+$/m);
});
