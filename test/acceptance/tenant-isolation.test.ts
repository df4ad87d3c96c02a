import { beforeAll, expect, test } from 'vitest';
import { bearer, type ProblemAnswer } from '../support/api-client.ts';
import { fillIn, type Operation, operations } from '../support/api-operations.ts';
import { documentsEnv, upload, watch } from '../support/document-client.ts';
import { report } from '../support/report.ts';
import { liftLimits } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { type KeyAnswer, newTeam, type TeamApi } from '../support/team-api.ts';

const context = useServer({ ...documentsEnv().env, DRAGOMAN_LOG_LEVEL: 'warn' });
const canary = 'Canarybird';
let team: TeamApi;
let stranger: TeamApi;
/** Everything of the other team that has an id. */
let foreignIds: string[];

beforeAll(async () => {
  team = await newTeam(context.server.url, context.env);
  stranger = await newTeam(context.server.url, context.env);
  for (const { id } of [team, stranger]) await liftLimits(context.env, id);
  const key = await stranger.send<KeyAnswer>('POST', '/v1/keys', { name: canary });
  const entries = [{ source: canary, target: canary }];
  const dictionaries = [{ source_lang: 'EN', target_lang: 'ES', entries }];
  const glossary = await stranger.send<{ id: string }>('POST', '/v1/glossaries', {
    name: canary,
    dictionaries,
  });
  const file = { name: `${canary}.txt`, content: canary };
  const languages = { source_lang: 'EN', target_lang: 'ES' };
  const document = await upload(`${context.server.url}/v1/documents`, stranger.key, file, languages);
  const style = await stranger.send<{ style_id: string; custom_instructions: { id: string }[] }>(
    'POST',
    '/v3/style_rules',
    { name: canary, language: 'es', custom_instructions: [{ label: canary, prompt: canary }] },
  );
  foreignIds = [stranger.id, stranger.keyId, key.body.id, glossary.body.id, document.body.id];
  foreignIds.push(style.body.style_id, style.body.custom_instructions[0]?.id ?? '');
  await watch(`${context.server.url}/v1/documents/${document.body.id}`, stranger.key);
});

async function ask({ method, path, body, query }: Operation, id: string) {
  const headers = { ...bearer(team.key), ...(body !== undefined && { 'content-type': 'application/json' }) };
  const url = `${context.server.url}${fillIn(path, id)}${query}`;
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  return { status: response.status, text: await response.text() };
}

/** All that the other team sees of itself. */
async function stateOfStranger(): Promise<string> {
  const paths = [
    '/v1/keys',
    '/v1/glossaries',
    '/v1/audit',
    '/v1/account',
    '/v1/documents',
    `/v1/glossaries/${foreignIds[3]}/dictionaries/en/es`,
    '/v3/style_rules?detailed=true',
  ];
  const answers = await Promise.all(paths.map((path) => stranger.get<{ keys?: KeyAnswer[] }>(path)));
  // Its own calls are noted as the last use of its key.
  for (const key of answers[0]?.body.keys ?? []) key.last_used_at = null;
  return JSON.stringify(answers.map(({ status, body }) => [status, body]));
}

test('row 12: every route with another team’s ids is 404, shows nothing of that team and changes nothing', async () => {
  const before = await stateOfStranger();
  expect(before).toContain(canary);
  let asked = 0;
  for (const operation of operations.filter(({ path }) => path.includes('{'))) {
    for (const id of foreignIds) {
      const { status, text } = await ask(operation, id);
      const { code } = JSON.parse(text) as ProblemAnswer;
      expect([operation.name, status, code]).toEqual([operation.name, 404, 'not_found']);
      expect(text).not.toContain(canary);
      asked++;
    }
  }
  expect(asked).toBeGreaterThanOrEqual(40);
  expect(await stateOfStranger()).toBe(before);
  report('row 12 tenant isolation', { calls: asked, leaks: 0 });
});

test('row 12: no list, filter or cursor shows anything of another team', async () => {
  const lists = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  const { next_cursor } = (await stranger.get<{ next_cursor: string }>('/v1/keys?limit=1')).body;
  let asked = 0;
  for (const operation of lists) {
    const filters = [
      '',
      ...foreignIds.flatMap((id) => [`?subject=${id}`, `?key=${id}`, `?team=${id}`]),
      `?cursor=${next_cursor}`,
    ];
    for (const query of filters) {
      const { text } = await ask({ ...operation, query }, '');
      for (const secret of [canary, ...foreignIds])
        expect([operation.name, text.includes(secret)]).toEqual([operation.name, false]);
      asked++;
    }
  }
  report('row 12 tenant isolation, lists', { calls: asked, leaks: 0 });
});

test('row 12: the ids are good for their own team', async () => {
  const paths = [
    `v1/keys/${foreignIds[2]}`,
    `v1/glossaries/${foreignIds[3]}`,
    `v1/documents/${foreignIds[4]}/result`,
    `v3/style_rules/${foreignIds[5]}/custom_instructions/${foreignIds[6]}`,
  ];
  for (const path of paths) {
    const { status } = await fetch(`${context.server.url}/${path}`, { headers: bearer(stranger.key) });
    expect([path, status]).toEqual([path, 200]);
  }
});
