/** What every route keeps, whoever adds it: generated from docs/openapi.json. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, bearer, call, type ProblemAnswer } from '../support/api-client.ts';
import {
  apiPaths,
  badKeyStatus,
  describedProblems,
  fillIn,
  malformedId,
  type Operation,
  operations,
} from '../support/api-operations.ts';
import { dragomanJson } from '../support/command-line.ts';
import { documentsEnv } from '../support/document-client.ts';
import { createKey, liftLimits } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { everyScope, newTeam, type TeamApi } from '../support/team-api.ts';

// Thousands of requests come from one address, some of them with unknown keys.
const context = useServer({ ...documentsEnv().env, DRAGOMAN_BAD_KEYS_PER_MINUTE: '0' });
const someId = '01a1dd01-735d-75c5-a1fc-6551c020c92d';
let team: TeamApi;
let revokedKey: string;
/** Scope → a key that has every other one. */
const keyWithout: Record<string, string> = {};

beforeAll(async () => {
  team = await newTeam(context.server.url, context.env);
  await liftLimits(context.env, team.id);
  const revoked = await createKey(context.env, team.id, everyScope);
  await dragomanJson(['key', 'revoke', revoked.id], context.env);
  revokedKey = revoked.plain;
  for (const scope of everyScope.split(',')) {
    const others = everyScope.split(',').filter((other) => other !== scope);
    keyWithout[scope] = (await createKey(context.env, team.id, others.join(','))).plain;
  }
});

function ask(
  { method, path, body, query }: Operation,
  headers: Record<string, string>,
  id = someId,
): Promise<Answer<ProblemAnswer>> {
  return call(`${context.server.url}${fillIn(path, id)}${query}`, {
    method,
    ...(body === undefined
      ? { headers }
      : { headers: { 'content-type': 'application/json', ...headers }, body }),
  });
}

/** The problem is as it has to be, and the description of the operation names it. */
async function expectProblem(
  answer: Promise<Answer<ProblemAnswer>>,
  status: number,
  code: string,
  operation?: Operation,
) {
  const { status: got, headers, body } = await answer;
  expect([got, body.code]).toEqual([status, code]);
  expect(body.detail).toMatch(/\S/);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  if (operation !== undefined) expect(describedProblems(operation, status)).toContain(code);
}

const closed = operations.filter(({ path }) => path !== '/health');
const withBody = operations.filter(({ maxBodyBytes }) => maxBodyBytes !== undefined);

test('every route but /health needs a key with one of the known scopes', () => {
  for (const { name, scope } of closed)
    expect([name, everyScope.split(',')]).toEqual([name, expect.arrayContaining([scope])]);
  expect(operations.find(({ path }) => path === '/health')?.scope).toBeUndefined();
});

describe.each(closed.map((operation) => [operation.name, operation] as const))('%s', (_name, operation) => {
  const { scope = '', path } = operation;

  test.each<[string, Record<string, string>]>([
    ['no key', {}],
    ['a malformed key', bearer('svc_live_short')],
    ['an unknown key', bearer(`svc_live_${'A'.repeat(40)}`)],
  ])('%s: unauthorized', async (_kind, headers) => {
    await expectProblem(ask(operation, headers), badKeyStatus(path), 'unauthorized', operation);
  });

  test('a revoked key: key_revoked', async () => {
    await expectProblem(ask(operation, bearer(revokedKey)), badKeyStatus(path), 'key_revoked', operation);
  });

  test(`a key without the scope ${scope}: forbidden`, async () => {
    await expectProblem(ask(operation, bearer(keyWithout[scope] ?? '')), 403, 'forbidden', operation);
  });
});

const withId = closed.filter(({ path }) => path.includes('{'));

describe.each(withId.map((operation) => [operation.name, operation] as const))('%s', (_name, operation) => {
  test('an id that is not there: not_found', async () => {
    await expectProblem(ask(operation, bearer(team.key)), 404, 'not_found', operation);
  });

  test('what is no id at all: not_found, or what client libraries expect', async () => {
    const [status, code] = malformedId(operation.path);
    for (const id of ['nothing', '%27', "x'--"]) {
      await expectProblem(ask(operation, bearer(team.key), id), status, code, operation);
    }
  });
});

describe.each(withBody.map((operation) => [operation.name, operation] as const))('%s', (_name, operation) => {
  test('another content type: unsupported_media_type', async () => {
    const headers = { ...bearer(team.key), 'content-type': 'text/plain' };
    await expectProblem(ask(operation, headers), 415, 'unsupported_media_type', operation);
  });

  test('a body over its limit: payload_too_large', async () => {
    const body = 'x'.repeat((operation.maxBodyBytes ?? 0) + 1);
    await expectProblem(ask({ ...operation, body }, bearer(team.key)), 413, 'payload_too_large', operation);
  });
});

const withJson = withBody.filter(({ isUpload }) => !isUpload);

test.each(withJson.map((operation) => [operation.name, operation] as const))(
  '%s: a body that is not JSON: invalid_request',
  async (_name, operation) => {
    const answer = ask({ ...operation, body: '{{{' }, bearer(team.key));
    await expectProblem(answer, 400, 'invalid_request', operation);
  },
);

test.each(apiPaths.map(({ path, methods }) => [path, methods] as const))(
  '%s: every method that it does not have is method_not_allowed, with or without a key',
  async (path, methods) => {
    const allowed = new Set([...methods, 'OPTIONS', ...(methods.includes('GET') ? ['HEAD'] : [])]);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !allowed.has(each))) {
      const answer = call<ProblemAnswer>(`${context.server.url}${fillIn(path, someId)}`, { method });
      await expectProblem(answer, 405, 'method_not_allowed');
      expect((await answer).headers.get('allow')).toBe([...allowed].toSorted().join(', '));
    }
  },
);

/** What callers send by mistake or on purpose; none of it may be the server's fault. */
const nasty = [
  'null',
  '[]',
  '7',
  '"x"',
  '{}',
  '{"name":null}',
  '{"__proto__":{}}',
  '{"name":{"a":[1]},"dictionaries":[[],7,null]}',
  '{"entries":{"a":"b"}}',
  '{"entries":[[]]}',
  '{"name":"\\ud800"}',
  '{"name":"\\u0000"}',
  `${'['.repeat(100)}`,
  '\u0000',
];
const nastyQueries = [
  '?',
  '?limit=%00',
  '?limit=1e1',
  '?limit=-1',
  '?limit=99999999999999999999',
  '?cursor=%00',
  '?cursor=AAAA',
  '?cursor=__________________________',
  '?confirm=%00',
  '?confirm[]=self',
  '?subject=%00',
  '?action=%00',
  '?state[]=active',
  '?mode=%F0%9F%98%80',
  '?source_lang=%00',
  '?target_lang=__proto__',
  '?from=%00',
  '?to=0000-01-01',
  '?from=9999-12-31T23:59:59.999999999999Z',
  '?limit&cursor&state',
];
const nastyHeaders = [
  { 'if-match': '"' },
  { 'if-match': `"${'9'.repeat(300)}"` },
  { 'if-none-match': '*, *' },
  { accept: ';;;,q=,text/csv;q=x' },
];

test.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s: nothing that is sent makes it fail',
  async (_name, operation) => {
    const requests = [
      ...nastyQueries.map((query) => ask({ ...operation, query }, bearer(team.key))),
      ...nastyHeaders.map((headers) => ask(operation, { ...bearer(team.key), ...headers })),
      ...(operation.body === undefined
        ? []
        : nasty.map((body) => ask({ ...operation, body }, bearer(team.key)))),
    ];
    const answers = await Promise.all(requests);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  },
);
