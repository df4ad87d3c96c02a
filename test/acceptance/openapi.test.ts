/** The examples of docs/openapi.json, made against the server: each works, and its answer is as described. */
import { Compile } from 'typebox/compile';
import { beforeAll, expect, test } from 'vitest';
import { bearer } from '../support/api-client.ts';
import { fillIn, type Operation, operations } from '../support/api-operations.ts';
import { type DocumentAnswer, documentsEnv, upload, uploadForm, watch } from '../support/document-client.ts';
import { liftLimits } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { type KeyAnswer, newTeam, type TeamApi } from '../support/team-api.ts';
import { useWordingModel } from '../support/wording-model.ts';

const { env: modelEnv } = useWordingModel(
  (url) => `engines:
  apertium: {}
  llm: { type: openai, url: "${url}", model: m, languages: [en, de] }
`,
);
const context = useServer({ ...documentsEnv().env, ...modelEnv });
const letter = { name: 'letter.txt', content: 'The house is big.\n' };
const languages = { source_lang: 'EN', target_lang: 'ES' };
let team: TeamApi;

beforeAll(async () => {
  team = await newTeam(context.server.url, context.env);
  await liftLimits(context.env, team.id);
});

interface Subject {
  readonly id: string;
  /** What is in the subject, if the path names that too. */
  readonly instruction?: string;
  /** In place of the example's, where that can't know it. */
  readonly body?: string;
}

/** A document that is done. */
async function newDocument(path: string): Promise<Subject> {
  const { url } = context.server;
  if (path.startsWith('/v1/')) {
    const { body } = await upload<DocumentAnswer>(`${url}/v1/documents`, team.key, letter, languages);
    await watch(`${url}/v1/documents/${body.id}`, team.key);
    return { id: body.id };
  }
  type Accepted = { document_id: string; document_key: string };
  const { body } = await upload<Accepted>(`${url}/v2/document`, team.key, letter, languages);
  await watch(`${url}/v1/documents/${body.document_id}`, team.key);
  return { id: body.document_id, body: JSON.stringify({ document_key: body.document_key }) };
}

/** Something of the right kind for the operation to work on. */
async function newSubject(path: string): Promise<Subject> {
  if (path.includes('/document')) return newDocument(path);
  if (path.includes('/style_rules/')) return newStyleRules();
  return { id: await newIdOf(path) };
}

async function newStyleRules(): Promise<Subject> {
  type Answer = { style_id: string; custom_instructions: { id: string }[] };
  const custom_instructions = [{ label: 'subject', prompt: 'Be brief.' }];
  const list = { name: 'subject', language: 'es', custom_instructions };
  const { body } = await team.send<Answer>('POST', '/v3/style_rules', list);
  return { id: body.style_id, instruction: body.custom_instructions[0]?.id ?? '' };
}

async function newIdOf(path: string): Promise<string> {
  if (path.startsWith('/v1/keys/')) {
    return (await team.send<KeyAnswer>('POST', '/v1/keys', { name: 'subject' })).body.id;
  }
  const houses = { source_lang: 'EN', target_lang: 'ES', entries: [{ source: 'house', target: 'casa' }] };
  const body = { name: 'subject', dictionaries: [houses] };
  return (await team.send<{ id: string }>('POST', '/v1/glossaries', body)).body.id;
}

async function run({ method, path, query, isUpload, body: example }: Operation): Promise<Response> {
  const none: Subject = { id: '' };
  const subject = path.includes('{id}') ? await newSubject(path) : none;
  const { id, instruction = '', body = example } = subject;
  const url = `${context.server.url}${fillIn(path.replace('{instruction}', instruction), id)}${query}`;
  if (isUpload) return fetch(url, { method, headers: bearer(team.key), body: uploadForm(letter, languages) });
  return fetch(url, {
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
    if (type !== undefined && !operation.path.endsWith('/result'))
      expect(Object.keys(content)).toContain(type);
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
