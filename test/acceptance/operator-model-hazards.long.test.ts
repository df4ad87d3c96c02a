/** Models on the console where folders, configurations and registries are not as they should be. */
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { dataFolder, hasTestData } from '../support/test-data.ts';
import { useTestDatabase } from '../support/test-database.ts';

interface Models {
  nodes: { models: { name: string; is_pinned: boolean }[] }[];
  requests: { id: string; state: string }[];
}
interface Offers {
  failure: { reason: string; detail: string } | null;
  models: { name: string; architecture: string; comet: number | null }[];
}

const patience = { timeout: 120_000, interval: 200 };

describe.skipIf(!hasTestData)('models where things are not as they should be', { timeout: 600_000 }, () => {
  const database = useTestDatabase();
  let folder: string;
  let servers: ServerProcess[];
  let db: Database;
  let operator: ConsoleUser;
  const models = () => join(folder, 'models');
  const writeList = (content: string) => writeFile(join(folder, 'registry', 'models.json'), content);

  async function startNode(name: string, more: string): Promise<ServerProcess> {
    const config = join(folder, `${name}.yaml`);
    await writeFile(config, `engines:\n  bergamot: { models: "${models()}", workers: 1${more} }\n`);
    return startServer({
      DATABASE_URL: database.url,
      DRAGOMAN_CONFIG: config,
      DRAGOMAN_MODEL_REGISTRY: join(folder, 'registry'),
      DRAGOMAN_CALL_DEADLINE_MS: '1000',
    });
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-model-hazards-'));
    await mkdir(join(folder, 'registry'));
    // Copied by hand, one of them as Mozilla spells it.
    for (const name of ['en-de', 'en-zh_hant'])
      await cp(join(dataFolder, 'bergamot-ende-help'), join(models(), name), { recursive: true });
    // The second node shares the folder, and only the first one pins a model.
    servers = await Promise.all([startNode('first', ', pinned: ["en-de"]'), startNode('second', '')]);
    db = openTestPool(database.url);
    await seedUser(db, await seedTeam(db, 'Operations'), 'operator@example.org', 'operator');
    operator = await signIn(servers[1]?.consoleUrl ?? '', 'operator@example.org');
    await vi.waitFor(async () => expect((await read()).nodes).toHaveLength(2), patience);
  });
  afterAll(async () => {
    await db?.end();
    for (const server of servers ?? []) expect(await server.stop()).toBe(0);
    await rm(folder, { recursive: true });
  });

  const read = async () => (await operator.get<Models>('/operator/models')).body;
  const remove = (pair: string) =>
    operator.send<{ id: string; detail: string }>('POST', '/operator/models/requests', {
      pair,
      action: 'remove',
    });

  test('a model that another node pins is not removed from the folder that they share', async () => {
    const { status, body } = await remove('en-de');
    expect([status, body.detail]).toEqual([409, expect.stringContaining('pins en-de')]);
    expect((await read()).requests).toEqual([]);
    expect(await readdir(models())).toContain('en-de');
  });

  test('a model is removed under the name of its folder, however that is spelled', async () => {
    const names = (await read()).nodes.map((node) => node.models.map(({ name }) => name));
    expect(names).toEqual([
      ['en-de', 'en-zh_hant'],
      ['en-de', 'en-zh_hant'],
    ]);
    const { body } = await remove('en-zh_hant');
    await vi.waitFor(async () => {
      const request = (await read()).requests.find(({ id }) => id === body.id);
      expect(request?.state).toBe('done');
    }, patience);
    expect(await readdir(models())).not.toContain('en-zh_hant');
  });

  const file = (path: string) => ({ path, uncompressedSize: 1, uncompressedHash: '0'.repeat(64) });
  const files = { model: file('a/model.x.bin.gz'), vocab: file('a/vocab.x.spm.gz') };
  const offers = async () => (await operator.get<Offers>('/operator/models/offers')).body;

  test('of a hostile list, only what can be a model is offered, and no invalid score', async () => {
    const entry = { architecture: 'tiny', files };
    const hostile = {
      '../../etc-passwd': [entry],
      '<img src=x onerror=alert(1)>': [entry],
      'en-\u202Ede': [entry],
      'en-fr': [
        { ...entry, architecture: '../tiny' },
        { ...entry, architecture: '<b>tiny</b>' },
        { ...entry, files: { ...files, model: file('../../../etc/passwd') } },
        { ...entry, metrics: { flores: { comet22: -1e308, bleu: 1e308 } } },
        null,
      ],
      __proto__: [entry],
    };
    await writeList(JSON.stringify({ models: hostile }));
    const found = await offers();
    expect(found).toMatchObject({ failure: null, models: [{ name: 'en-fr', architecture: 'tiny' }] });
    expect(found.models[0]?.comet).toBeNull();
  });

  test('a list of ten megabytes is read, and as much of it is offered as a page can show', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const names = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `qa${a}-q${b}${c}`)));
    const entries = names.map((name) => [name, [{ architecture: 'tiny', files, notes: 'x'.repeat(300) }]]);
    const list = JSON.stringify({ models: Object.fromEntries(entries) });
    expect(list.length).toBeGreaterThan(10_000_000);
    await writeList(list);
    const found = await offers();
    expect([found.failure, found.models.length]).toEqual([null, 2_000]);
  });

  test('a page instead of a list is named as what the registry sent', async () => {
    await writeList('<!DOCTYPE html><script>alert(1)</script>');
    const { failure, models: offered } = await offers();
    expect(failure).toMatchObject({
      reason: 'registry',
      detail: expect.stringContaining('is not valid JSON'),
    });
    expect(offered).toEqual([]);
  });
});
