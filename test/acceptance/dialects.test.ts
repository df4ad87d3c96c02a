/** The listener for other dialects has the same money, limits and keys as the public one. */
import { describe, expect, test } from 'vitest';
import { bearer, call } from '../support/api-client.ts';
import { dragomanJson } from '../support/command-line.ts';
import { type DialectCall, dialectCalls, sendDialectCall } from '../support/dialect-calls.ts';
import { insideAddress, outsideAddress, useDialectsServer } from '../support/dialects-server.ts';
import { scale } from '../support/long-form.ts';
import { withPool } from '../support/pool.ts';
import { readMetric } from '../support/read-metric.ts';
import { createKey, createTeam, liftLimits, setLimits } from '../support/seed.ts';

const context = useDialectsServer();
const json = { 'content-type': 'application/json' };
const house = 'The house is big.';

function send<T = Record<string, unknown>>(path: string, body: object, headers: Record<string, string> = {}) {
  const forwarded = { 'x-forwarded-for': outsideAddress };
  return call<T>(`${context.server.dialectsUrl}${path}`, {
    method: 'POST',
    headers: { ...json, ...forwarded, ...headers },
    body: JSON.stringify(body),
  });
}

const sendPublic = (path: string, body: object, key: string) =>
  call(`${context.server.url}${path}`, {
    method: 'POST',
    headers: { ...json, ...bearer(key) },
    body: JSON.stringify(body),
  });
const libre = (key: string, q: string | string[] = house) =>
  send('/translate', { q, source: 'en', target: 'es', api_key: key });
const tool = (name: string, given: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});

async function newTeam(scopes = 'translate,usage') {
  const id = await createTeam(context.env);
  return { id, key: (await createKey(context.env, id, scopes)).plain };
}

async function ledgerRows(team: string): Promise<{ ids: string[]; characters: number[] }> {
  const { rows } = await withPool(context.env.DATABASE_URL ?? '', (db) =>
    db.query('SELECT id, characters FROM calls WHERE team_id = $1', [team]),
  );
  const characters = rows.map((row) => Number(row.characters)).toSorted((a, b) => a - b);
  return { ids: rows.map((row) => String(row.id)), characters };
}

/** What the usage of the team says, and the rows of the ledger. */
async function charged({ id, key }: { id: string; key: string }) {
  const url = `${context.server.url}/v1/usage`;
  const { body } = await call<{ total: { characters: number; calls: number } }>(url, {
    headers: bearer(key),
  });
  const { characters, calls } = body.total;
  return { characters, calls, rows: (await ledgerRows(id)).characters };
}

/** The same for these texts, if each of them was answered once. */
function ledgerOf(texts: readonly string[]) {
  const rows = texts.map((text) => [...text].length).toSorted((a, b) => a - b);
  return { characters: rows.reduce((sum, each) => sum + each, 0), calls: texts.length, rows };
}

test('what each dialect answers is charged once, under its name: answers, ledger and usage agree', async () => {
  const { id, key } = await newTeam();
  const pair = { source_lang: 'en', target_lang: 'es' };
  const house17 = { text: house, ...pair };
  const query = new URLSearchParams({ q: house, langpair: 'eng|spa', key });
  const answers = [
    await libre(key, [house, '', '¿Qué? 🏠']),
    await send('/deeplx/translate', house17, bearer(key)),
    await call(`${context.server.dialectsUrl}/apy/translate?${query}`),
    await send('/mcp', tool('translate', house17), bearer(key)),
    await sendPublic('/v1/translate', { text: house, ...pair }, key),
    await sendPublic('/v2/translate', { text: [house], ...pair }, key),
    // None of these is charged.
    await libre(key, 'x'.repeat(200_000)),
    await send('/detect', { q: house, api_key: key }),
    await send('/deeplx/translate', { ...house17, target_lang: 'xx' }, bearer(key)),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 400, 200, 400]);
  const expected = 5 * 17 + 17 + 7;

  const usage = await call<{ total: { characters: number; calls: number }; usage: object[] }>(
    `${context.server.url}/v1/usage?group_by=dialect`,
    { headers: bearer(key) },
  );
  expect(usage.body.total).toMatchObject({ characters: expected, calls: 6 });
  const one = { characters: 17, calls: 1, texts: 1 };
  expect(usage.body.usage).toEqual([
    { dialect: 'apy', ...one },
    { dialect: 'deepl', ...one },
    { dialect: 'deeplx', ...one },
    { dialect: 'libretranslate', characters: 24, calls: 1, texts: 3 },
    { dialect: 'mcp', ...one },
    { dialect: 'v1', ...one },
  ]);
  const ledger = await ledgerRows(id);
  expect(ledger.characters).toEqual([17, 17, 17, 17, 17, 24]);
  // A row has the id of its answer.
  const ids = answers.slice(0, 6).map(({ headers }) => headers.get('x-request-id'));
  expect(ledger.ids.toSorted()).toEqual(ids.toSorted());
});

test('a client without a key spends what belongs to the team of its network, and no other', async () => {
  const used = async (key: string) =>
    (await call<{ quota_used: number }>(`${context.server.url}/v1/account`, { headers: bearer(key) })).body
      .quota_used;
  const before = [await used(context.key), await used(context.keylessKey)];
  const members = { q: house, source: 'en', target: 'es' };
  expect((await send('/translate', members, { 'x-forwarded-for': insideAddress })).status).toBe(200);
  // What a client claims about itself does not count behind what the proxy adds.
  const claimed = { 'x-forwarded-for': `${insideAddress}, ${outsideAddress}` };
  expect((await send('/translate', members, claimed)).status).toBe(400);
  const after = [await used(context.key), await used(context.keylessKey)];
  expect(after).toEqual([before[0], (before[1] ?? 0) + house.length]);
});

test('nothing of another team can be used, not even by its id', async () => {
  const [team, stranger] = [await newTeam(), await newTeam('translate,glossaries')];
  const dictionaries = [
    { source_lang: 'en', target_lang: 'es', entries: [{ source: 'house', target: 'Canarybird' }] },
  ];
  const glossary = await call<{ id: string }>(`${context.server.url}/v1/glossaries`, {
    method: 'POST',
    headers: { ...json, ...bearer(stranger.key) },
    body: JSON.stringify({ name: 'Canarybird', dictionaries }),
  });
  const given = { text: house, source_lang: 'en', target_lang: 'es', glossary_id: glossary.body.id };
  const ask = async (key: string, name: string, members: object) =>
    JSON.stringify((await send('/mcp', tool(name, members), bearer(key))).body);
  expect(await ask(stranger.key, 'translate', given)).toContain('Canarybird');
  expect(await ask(team.key, 'translate', given)).toMatch(/"not_found: .*"isError":true/);
  expect(await ask(team.key, 'glossaries', {})).not.toContain('Canarybird');
});

test('a revoked key, and one without the scope, are refused in the words of the dialect', async () => {
  const { id, key } = await newTeam('usage');
  expect([(await libre(key)).status, (await libre(key)).body]).toEqual([
    403,
    { error: expect.stringMatching(/scope/) },
  ]);
  const revoked = await createKey(context.env, id);
  await dragomanJson(['key', 'revoke', revoked.id], context.env);
  expect((await libre(revoked.plain)).body).toEqual({ error: expect.stringMatching(/revoked/) });
  expect((await send('/deeplx/translate', {}, bearer(revoked.plain))).body).toMatchObject({ code: 401 });
});

test('calls and other requests have the limits of the team, with Retry-After', async () => {
  const { id, key } = await newTeam();
  await setLimits(context.env, id, { requestsPerSecond: 1, requestsBurst: 1 });
  const [, second] = [await libre(key, ''), await Promise.all(Array.from({ length: 10 }, () => libre(key)))];
  const refusal = second.find(({ status }) => status === 429);
  expect(refusal?.body).toEqual({ error: expect.stringMatching(/^Slowdown: /) });
  expect(Number(refusal?.headers.get('retry-after'))).toBeGreaterThan(0);
  const detections = await Promise.all(
    Array.from({ length: 10 }, () => send('/detect', { q: house, api_key: key })),
  );
  expect(new Set(detections.map(({ status }) => status))).toEqual(new Set([200, 429]));
});

test('messages of MCP that translate wait if their key may; others are limited as requests', async () => {
  const id = await createTeam(context.env);
  await setLimits(context.env, id, { requestsPerSecond: 2, requestsBurst: 1 });
  const { key } = await dragomanJson<{ key: { plain: string } }>(
    ['key', 'create', '--team', id, '--name', 'model', '--max-wait', '20'],
    context.env,
  );
  const post = (message: object) => send('/mcp', message, bearer(key.plain));
  const translate = tool('translate', { text: house, source_lang: 'en', target_lang: 'es' });
  const answers = await Promise.all([translate, translate, translate].map(post));
  expect(answers.map(({ status, body }) => [status, Object(body.result).isError])).toEqual(
    answers.map(() => [200, undefined]),
  );
  expect((await ledgerRows(id)).characters).toEqual(answers.map(() => house.length));
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  // A message that nobody answers is none that translates.
  const { id: _, ...unanswered } = translate;
  for (const other of [ping, unanswered, tool('usage', {}), { jsonrpc: '1.0' }]) {
    const statuses = (await Promise.all([other, other, other].map(post))).map(({ status }) => status);
    expect(statuses).toContain(429);
  }
});

describe.each(dialectCalls.map((each) => [each.name, each] as const))('%s', (_name, dialect) => {
  const ask = (text: string, key: string) =>
    sendDialectCall(context.server.dialectsUrl, dialect.write(text, key), {
      'x-forwarded-for': outsideAddress,
    });
  const seen = ({ status, body }: Awaited<ReturnType<typeof ask>>) => `${status} ${JSON.stringify(body)}`;

  test('malformed, unknown and foreign keys look alike, and so does a changed key that is revoked', async () => {
    const revoked = await createKey(context.env, context.team);
    await dragomanJson(['key', 'revoke', revoked.id], context.env);
    const changed = (key: string) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    const keys = [
      `svc_live_${'A'.repeat(40)}`,
      'svc_live_short',
      `${context.key}x`,
      context.key.replace('live', 'test'),
      changed(context.key),
      changed(revoked.plain),
      '279a2e9d-83b3-c416-7e2d-f721593e42a0:fx',
    ];
    const answers = await Promise.all(keys.map((key) => ask(house, key)));
    const visible = answers.map((each) => `${seen(each)} ${[...each.headers.keys()].join()}`);
    expect([...new Set(visible)]).toEqual([visible[0]]);
    expect(dialect.read(answers[0]?.body)).toBeUndefined();
    // Only who holds a key learns that it is revoked.
    expect(seen(await ask(house, revoked.plain))).toMatch(/revoked/);
  });

  test('one team’s rate limit and quota hold, and are no other team’s', async () => {
    const [limited, other] = [await newTeam(), await newTeam()];
    await setLimits(context.env, limited.id, { requestsPerSecond: 1, requestsBurst: 2 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(house, limited.key)));
    const good = answers.filter(({ body }) => dialect.read(body) !== undefined);
    const refused = answers.filter(({ body }) => dialect.read(body) === undefined);
    expect([good.length > 0, refused.length > 0]).toEqual([true, true]);
    for (const each of refused) expect(seen(each)).toMatch(dialect.refusals.rate);
    expect(dialect.read((await ask(house, other.key)).body)).toBe('La casa es grande.');
    // Not by its usage: to read that is limited, too.
    expect((await ledgerRows(limited.id)).characters).toEqual(good.map(() => house.length));

    const poor = await createTeam(context.env, 'poor', house.length);
    const { plain } = await createKey(context.env, poor, 'translate,usage');
    expect(dialect.read((await ask(house, plain)).body)).toBe('La casa es grande.');
    expect(seen(await ask('.', plain))).toMatch(dialect.refusals.quota);
    expect(await charged({ id: poor, key: plain })).toEqual(ledgerOf([house]));
  });
});

test('calls of all dialects at once: each gets its own text, and answers, ledger and usage agree', async () => {
  const teams = [await newTeam(), await newTeam()];
  for (const { id } of teams) await liftLimits(context.env, id);
  const sent = await Promise.all(
    teams.map((team, t) =>
      Promise.all(
        Array.from({ length: scale(8, 100) * dialectCalls.length }, async (_, i) => {
          const dialect = dialectCalls[i % dialectCalls.length] as DialectCall;
          const text = `The house 4${t}${i}7 is big. ${'🏠'.repeat(i % 4)}`.trim();
          const { body } = await sendDialectCall(context.server.dialectsUrl, dialect.write(text, team.key), {
            'x-forwarded-for': outsideAddress,
          });
          expect(`${dialect.name}: ${dialect.read(body)}`).toContain(`4${t}${i}7`);
          return text;
        }),
      ),
    ),
  );
  for (const [t, team] of teams.entries()) expect(await charged(team)).toEqual(ledgerOf(sent[t] ?? []));
});

test('metrics and the log name the dialect, and nobody’s key', async () => {
  const count = (dialect: string) =>
    readMetric(context.server.opsUrl, `dragoman_dialect_requests_total{dialect="${dialect}",outcome="ok"}`);
  const before = await count('libretranslate');
  expect((await libre(context.key)).status).toBe(200);
  expect(await count('libretranslate')).toBe((before ?? 0) + 1);
  expect(context.server.log()).toContain('"dialect":"libretranslate"');
  expect(context.server.log()).not.toContain(context.key);
  expect(context.server.log()).not.toContain(context.keylessKey);
});

test('the public listener reads no key from a body or a query', async () => {
  const body = JSON.stringify({ text: [house], target_lang: 'es', api_key: context.key });
  const url = `${context.server.url}/v1/translate?api_key=${context.key}`;
  expect((await call(url, { method: 'POST', headers: json, body })).status).toBe(401);
  expect((await call(`${context.server.url}/languages`)).status).toBe(404);
});
