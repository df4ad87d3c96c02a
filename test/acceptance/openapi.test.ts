/** The examples of docs/openapi.json, made against the server: each works, and its answer is as described. */
import { Compile } from 'typebox/compile';
import { beforeAll, expect, test } from 'vitest';
import { bearer } from '../support/api-client.ts';
import { fillIn, type Operation, operations } from '../support/api-operations.ts';
import { useServer } from '../support/server-process.ts';
import { type KeyAnswer, newTeam, type TeamApi } from '../support/team-api.ts';

const context = useServer();
let team: TeamApi;

beforeAll(async () => {
  team = await newTeam(context.server.url, context.env);
});

/** Something of the right kind for the operation to work on. */
async function newSubject(path: string): Promise<string> {
  if (path.startsWith('/v1/keys/')) {
    return (await team.send<KeyAnswer>('POST', '/v1/keys', { name: 'subject' })).body.id;
  }
  const houses = { source_lang: 'EN', target_lang: 'ES', entries: [{ source: 'house', target: 'casa' }] };
  const body = { name: 'subject', dictionaries: [houses] };
  return (await team.send<{ id: string }>('POST', '/v1/glossaries', body)).body.id;
}

async function run({ method, path, query, body }: Operation): Promise<Response> {
  const id = path.includes('{id}') ? await newSubject(path) : '';
  return fetch(`${context.server.url}${fillIn(path, id)}${query}`, {
    method,
    ...(body === undefined
      ? { headers: bearer(team.key) }
      : { headers: { ...bearer(team.key), 'content-type': 'application/json' }, body }),
  });
}

test('every operation has an example, a summary and a name of its own', () => {
  expect(operations.filter(({ hasExample }) => !hasExample).map(({ name }) => name)).toEqual([]);
  const plain = operations.filter(({ name, described }) => described.summary === name);
  expect(plain.map(({ name }) => name)).toEqual([]);
  const ids = operations.map(({ described }) => described.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s',
  async (_name, operation) => {
    const response = await run(operation);
    const text = await response.text();
    const success = Object.keys(operation.described.responses).filter((status) => status < '400');
    expect(success, text).toContain(String(response.status));
    const content = operation.described.responses[response.status]?.content ?? {};
    const type = response.headers.get('content-type')?.split(';')[0];
    if (type !== undefined) expect(Object.keys(content)).toContain(type);
    const schema = content['application/json']?.schema;
    if (schema === undefined) {
      expect(text === '').toBe(Object.keys(content).length === 0);
      return;
    }
    const answer: unknown = JSON.parse(text);
    const validator = Compile(schema);
    expect(validator.Check(answer), JSON.stringify(validator.Errors(answer))).toBe(true);
    // A schema that anything passes proves nothing.
    expect(validator.Check({})).toBe(false);
  },
);
