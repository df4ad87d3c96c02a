/**
 * The limits of a key on every route that translates: those of docs/openapi.json that can be refused for want of quota, and those
 * of the dialects that are logged as calls. A new one is among them, or is missing in the table below.
 */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDialectsListener } from '../../src/http/dialects/dialects-listener.ts';
import { createExchangeBudget } from '../../src/http/large-exchanges.ts';
import type { KeyLimits } from '../../src/lib/key-limits.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { bearer } from '../support/api-client.ts';
import { describedProblems, operations } from '../support/api-operations.ts';
import { dialectCalls } from '../support/dialect-calls.ts';
import { documentsEnv, uploadForm } from '../support/document-client.ts';
import { withPool } from '../support/pool.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { useWordingModel } from '../support/wording-model.ts';

const wording = useWordingModel(
  (url) => `engines:
  stub: { pairs: ["en>es"] }
  other: { type: openai, url: "${url}", model: other, languages: [de, fr], rephrase: true }
  llm: { type: openai, url: "${url}", model: editor, languages: [en, de] }
`,
);
const { folder, env } = documentsEnv();
// Before the server, so that it runs after the server has stopped and writes nothing more.
afterAll(() => rm(folder, { recursive: true, force: true }));
const context = useServer({
  ...wording.env,
  ...env,
  DRAGOMAN_STUB_ENGINE: 'on',
  DRAGOMAN_TRUSTED_PROXIES: '127.0.0.0/8',
  DRAGOMAN_DIALECTS: 'libretranslate,deeplx,apy,mcp',
  DRAGOMAN_DIALECTS_PORT: '0',
});
let team: string;
beforeAll(async () => {
  team = await createTeam(context.env);
});

interface Way {
  readonly route: string;
  readonly name: string;
  send(key: string): [url: string, request: RequestInit];
}

const json = { 'content-type': 'application/json' };
const file = { name: 'hello.txt', content: 'Hello' };

const publicWays: Way[] = operations
  .filter((operation) => describedProblems(operation, 456).length > 0)
  .map(({ name, method, path, isUpload, body = '{}' }) => ({
    route: name,
    name,
    send: (key) => [
      context.server.url + path,
      isUpload
        ? {
            method,
            headers: bearer(key),
            body: uploadForm(file, { source_lang: 'EN', target_lang: 'ES' }),
          }
        : { method, headers: { ...bearer(key), ...json }, body },
    ],
  }));

const dialectWays: Way[] = [
  ...dialectCalls.map((dialect): Way => {
    const { path, body } = dialect.write('Hello', '');
    return {
      route: `${body === undefined ? 'GET' : 'POST'} ${path.split('?')[0]}`,
      name: dialect.name,
      send(key) {
        const { path: to, body: members, headers = {} } = dialect.write('Hello', key);
        const method = members === undefined ? 'GET' : 'POST';
        const sent = typeof members === 'string' ? members : JSON.stringify(members);
        return [context.server.dialectsUrl + to, { method, headers, ...(members && { body: sent }) }];
      },
    };
  }),
  {
    route: 'POST /translate_file',
    name: 'LibreTranslate, file',
    send: (key) => [
      `${context.server.dialectsUrl}/translate_file`,
      { method: 'POST', body: uploadForm(file, { source: 'en', target: 'es', api_key: key }) },
    ],
  },
  {
    route: 'POST /mcp',
    name: 'MCP, document',
    send: (key) => [
      `${context.server.dialectsUrl}/mcp`,
      {
        method: 'POST',
        headers: { ...bearer(key), ...json },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: {
            name: 'translate_document',
            arguments: { file_name: 'hello.txt', content: 'Hello', source_lang: 'EN', target_lang: 'ES' },
          },
        }),
      },
    ],
  },
];
const ways = [...publicWays, ...dialectWays].map((way) => [way.name, way] as const);

test('every route of the dialects that translates is among them', async () => {
  const unused = {} as never;
  const listener = createDialectsListener({
    ...{ trustedProxies: [], logger: createLogger('silent'), isTemporary: () => false },
    ...{
      authenticator: unused,
      otherRequests: unused,
      gateway: unused,
      routesFor: unused,
      documents: unused,
    },
    ...{ reports: unused, glossaries: unused, exchanges: createExchangeBudget(), health: unused },
    ...{ callDeadlineMs: 1_000, version: '1', countDialectRequest: () => undefined },
    settings: { host: '127.0.0.1', port: 0, origins: [], keyless: undefined },
  });
  await listener.ready();
  const routes = listener.definedRoutes.filter(({ call }) => call !== undefined);
  expect(new Set(routes.map(({ method, url }) => `${method} ${url}`))).toEqual(
    new Set(dialectWays.map(({ route }) => route)),
  );
});

async function limited(limits: Partial<KeyLimits>) {
  return createKey(context.env, team, 'translate', 'live', limits);
}

/** The status and the text of the answer. */
async function ask(way: Way, key: string, from = '192.0.2.9'): Promise<string> {
  const [url, request] = way.send(key);
  const headers = new Headers(request.headers);
  headers.set('x-forwarded-for', from);
  const answer = await fetch(url, { ...request, headers });
  return `${answer.status} ${await answer.text()}`;
}

describe.each(ways)('%s', (_name, way) => {
  const good = /^20[0-2] (?!.*"isError":true)/;

  test('is served within all limits', async () => {
    const { plain } = await limited({
      expiresAt: new Date(Date.now() + 3_600_000),
      networks: ['192.0.2.0/24'],
      engines: ['stub', 'llm'],
      languagePairs: ['EN-ES', '*-EN'],
      requestsPerSecond: 100,
      charactersPerMinute: 100_000,
      monthlyCharacters: 1_000,
    });
    expect(await ask(way, plain)).toMatch(good);
  });

  test.each<[string, Partial<KeyLimits>, RegExp]>([
    ['the language pair', { languagePairs: ['DE-ES'] }, /^(200|403) .*may not translate EN to/],
    ['the engines', { engines: ['other'] }, /^(200|403) .*None of the engines that this API key may use/],
    ['the networks', { networks: ['198.51.100.0/24'] }, /^403 .*not accepted from this address/],
    ['the budget', { monthlyCharacters: 4 }, /^(200|403|456) .*budget of this API key/],
  ])('is refused for %s of its key', async (_limit, limits, refusal) => {
    const { plain } = await limited(limits);
    expect(await ask(way, plain)).toMatch(refusal);
  });

  test('is refused for the rate of its key', async () => {
    const { plain } = await limited({ requestsPerSecond: 1 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(way, plain)));
    expect(answers.filter((answer) => good.test(answer)).length).toBeGreaterThan(0);
    expect(answers).toContainEqual(expect.stringMatching(/^(200|429) .*API key exceeds its limit of 1 /));
  });

  test('is refused once its key has expired', async () => {
    const { id, plain } = await limited({ expiresAt: new Date(Date.now() + 3_600_000) });
    expect(await ask(way, plain)).toMatch(good);
    await expire(id);
    expect(await ask(way, plain)).toMatch(/^(401|403) .*revoked or has expired/);
  });
});

/** As if the time had come: by the database's clock, and without waiting for it. */
async function expire(id: string): Promise<void> {
  await withPool(context.env.DATABASE_URL ?? '', (db) =>
    db.query('UPDATE key_limits SET expires_at = clock_timestamp() WHERE key_id = $1', [id]),
  );
}
