import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { call, type ProblemAnswer } from '../support/api-client.ts';
import { startCollector } from '../support/collector.ts';
import { report } from '../support/report.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { useChaosRig } from './support/chaos-rig.ts';

const run = promisify(execFile);
const collector = await startCollector();
afterAll(() => collector[Symbol.asyncDispose]());
const rig = useChaosRig({
  nodes: 1,
  env: {
    DRAGOMAN_LOG_LEVEL: 'debug',
    DRAGOMAN_CALL_DEADLINE_MS: '1000',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  },
});

const text = 'canarytextxq7';
const idempotencyKey = 'canarykeyxq8';
const unknownKey = `svc_live_${'CanaryUnknownXq9'.padEnd(40, '0')}`;
const malformedKey = 'svc_live_canarymalformedxq0';

/** A call that carries canaries wherever a caller can put them; returns its status and code. */
async function ask(node: ServerProcess, key: string, body: string, headers: Record<string, string> = {}) {
  const answer = await call<Partial<ProblemAnswer>>(`${node.url}/v1/translate?text=${text}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'x-note': text,
      ...headers,
    },
    body,
  });
  return `${answer.status} ${answer.body.code ?? 'ok'}`;
}

const bodyOf = (extra: object = {}) =>
  JSON.stringify({
    text: [text],
    source_lang: 'EN',
    target_lang: 'EO',
    context: text,
    custom_instructions: [text],
    ...extra,
  });

test('no text, key or Idempotency-Key is found in Postgres, Redis, any log, metric or trace, whatever happens', async () => {
  const [node] = rig.nodes;
  if (node === undefined) throw new Error('there is no node');
  const team = await rig.newTeam();
  const poor = await rig.newTeam(1);
  const revoked = await rig.newTeam();
  await rig.db.query('UPDATE api_keys SET revoked_at = now() WHERE team_id = $1', [revoked.id]);
  const failing = await rig.start({ DRAGOMAN_STUB_ENGINE: 'errorRate=1' });
  const hanging = await rig.start({ DRAGOMAN_STUB_ENGINE: 'hangRate=1' });
  const idempotent = { 'idempotency-key': idempotencyKey };
  const { key } = team;

  const endings = [
    await ask(node, key, bodyOf()),
    await ask(node, key, bodyOf(), idempotent),
    await ask(node, key, bodyOf(), idempotent),
    await ask(node, key, bodyOf({ text: [`${text} changed`] }), idempotent),
    await ask(node, key, `{"text": ["${text}"`),
    await ask(node, key, bodyOf({ text })),
    await ask(node, key, bodyOf({ [text]: 1, formality: text })),
    await ask(node, key, bodyOf({ text: [`${text}\u0000`] })),
    await ask(node, key, bodyOf({ target_lang: 'tlh' })),
    await ask(node, key, bodyOf({ text: [text.repeat(8_000)] })),
    await ask(node, key, bodyOf(), { 'content-type': 'text/plain' }),
    await ask(node, key, bodyOf(), { 'content-encoding': 'gzip' }),
    await ask(node, poor.key, bodyOf()),
    await ask(node, revoked.key, bodyOf()),
    await ask(node, unknownKey, bodyOf()),
    await ask(node, malformedKey, bodyOf()),
    await ask(failing, key, bodyOf()),
    await ask(hanging, key, bodyOf()),
  ];
  await rig.services.killPostgres();
  endings.push(await ask(node, key, bodyOf(), idempotent));
  await rig.services.restartPostgres();
  // Every path was really taken.
  expect(new Set(endings)).toEqual(
    new Set([
      '200 ok',
      '409 conflict',
      '400 invalid_request',
      '400 unsupported_language',
      '413 payload_too_large',
      '415 unsupported_media_type',
      '456 quota_exceeded',
      '401 key_revoked',
      '401 unauthorized',
      '503 engine_unavailable',
      '503 service_unavailable',
    ]),
  );

  const nodes = [node, failing, hanging];
  const logs = nodes.map((each) => each.log()).join('\n');
  expect(logs).toContain('"status":200');
  const metrics = (
    await Promise.all(nodes.map(async ({ opsUrl }) => (await fetch(`${opsUrl}/metrics`)).text()))
  ).join('\n');
  // Every request has arrived there as well.
  const traced = () => collector.spans.filter(({ name }) => name === 'POST /v1/translate').length;
  await expect.poll(traced, { timeout: 120_000 }).toBe(endings.length);
  const places = { logs, metrics, traces: collector.raw(), ...(await readStores()) };
  const keys = [team, poor, revoked].flatMap(({ keys: own }) => own.map(({ plain }) => plain));
  const secrets = [text, idempotencyKey, unknownKey, malformedKey, 'canary', ...keys];
  const hits = Object.entries(places).flatMap(([place, content]) =>
    secrets.flatMap(spellings).flatMap((secret) => (content.includes(secret) ? [`${place}: ${secret}`] : [])),
  );
  expect(hits).toEqual([]);
  report('row 10 secrecy', {
    paths: endings.length,
    searched: Object.fromEntries(Object.entries(places).map(([place, content]) => [place, content.length])),
    hits: 0,
  });
});

/** Also as an engine answers it, and as a dump or a JSON log might write it. */
function spellings(secret: string): string[] {
  const hex = Buffer.from(secret).toString('hex');
  return [
    secret,
    secret.toUpperCase(),
    hex,
    Buffer.from(secret)
      .toString('base64')
      .replace(/.{0,2}=*$/, ''),
  ];
}

async function readStores() {
  const { databaseUrl, redisUrl, dir } = rig.services.current;
  const limit = { maxBuffer: 1 << 28 };
  const dump = (await run('pg_dump', [databaseUrl], limit)).stdout;
  expect(dump).toContain('COPY public.calls_');
  const file = join(dir, 'redis', 'copy.rdb');
  await run('redis-cli', ['-u', redisUrl, '--rdb', file], limit);
  return {
    dump,
    redis: await readFile(file, 'latin1'),
    postgresLog: await readFile(join(dir, 'postgres', 'log'), 'latin1'),
  };
}
