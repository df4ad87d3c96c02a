import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProblemAnswer, translate } from '../support/api-client.ts';
import { dragomanJson } from '../support/command-line.ts';
import { type CreatedKey, createTeam } from '../support/seed.ts';
import { openServer, type RunningServer, startServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
const env = () => ({ DATABASE_URL: database.url });
let nodes: RunningServer[] = [];

beforeAll(async () => {
  nodes = await Promise.all([openServer(env()), startServer(env())]);
});

afterAll(async () => {
  expect(await Promise.all(nodes.map((node) => node.stop()))).toEqual([0, 0]);
});

const askAll = (key: string) =>
  Promise.all(
    nodes.map((node) => translate<ProblemAnswer>(node.url, key, { text: ['Hello'], target_lang: 'ES' })),
  );

test('a key made on the command line works at once on both nodes, and a revoked one on neither', async () => {
  const team = await createTeam(env());
  for (let round = 0; round < 2; round++) {
    const { key } = await dragomanJson<{ key: CreatedKey }>(
      ['key', 'create', '--team', team, '--name', 'test'],
      env(),
    );
    expect((await askAll(key.plain)).map((answer) => answer.status)).toEqual([200, 200]);
    await dragomanJson(['key', 'revoke', key.id], env());
    expect((await askAll(key.plain)).map((answer) => answer.body.code)).toEqual([
      'key_revoked',
      'key_revoked',
    ]);
  }
});
