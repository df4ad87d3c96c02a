/** Models installed and removed on the console, on all nodes, while calls are served. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { translate } from '../support/api-client.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { type RegistryServer, startModelRegistry } from '../support/model-registry-server.ts';
import { openTestPool } from '../support/pool.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { hasTestData } from '../support/test-data.ts';
import { useTestDatabase } from '../support/test-database.ts';

interface Request {
  id: string;
  state: string;
  is_merged: boolean;
  nodes: { node_id: string; state: string; failure: { reason: string; detail: string } | null }[];
}
interface Models {
  nodes: { id: string; folder: string; models: { name: string; architecture: string | null }[] }[];
  requests: Request[];
  changes: { action: string; pair: string; actor: string }[];
}
interface Offers {
  failure: object | null;
  models: { name: string; architecture: string; is_default: boolean }[];
  served: { name: string; engines: string[]; is_rule_based: boolean }[];
}

describe.skipIf(!hasTestData)('models on the console', { timeout: 600_000 }, () => {
  const database = useTestDatabase();
  let registry: RegistryServer;
  let folder: string;
  let servers: ServerProcess[];
  let db: Database;
  let ann: ConsoleUser;
  let ben: ConsoleUser;
  let key: string;

  /** The stub has the pair, too: it serves where there is no model. */
  async function startNode(models: string): Promise<ServerProcess> {
    const config = `${models}.yaml`;
    const stub = 'other: { type: stub, pairs: ["en>de"] }';
    await writeFile(config, `engines:\n  bergamot: { models: "${models}", workers: 1 }\n  ${stub}\n`);
    return startServer({
      DATABASE_URL: database.url,
      DRAGOMAN_CONFIG: config,
      DRAGOMAN_CACHE_MB: '0',
      DRAGOMAN_MODEL_REGISTRY: registry.publicList,
      DRAGOMAN_CALL_DEADLINE_MS: '10000',
    });
  }

  beforeAll(async () => {
    registry = await startModelRegistry();
    folder = await mkdtemp(join(tmpdir(), 'dragoman-console-models-'));
    await mkdir(join(folder, 'shared'));
    // The second node has the same folder under another path.
    await symlink(join(folder, 'shared'), join(folder, 'mounted'));
    servers = await Promise.all(['shared', 'mounted'].map((name) => startNode(join(folder, name))));
    db = openTestPool(database.url);
    const team = await seedTeam(db, 'Operations');
    for (const name of ['ann', 'ben']) await seedUser(db, team, `${name}@example.org`, 'operator');
    const [consoleUrl = ''] = servers.map((server) => server.consoleUrl);
    ann = await signIn(consoleUrl, 'ann@example.org');
    ben = await signIn(servers[1]?.consoleUrl ?? '', 'ben@example.org');
    const env = { DATABASE_URL: database.url };
    key = (await createKey(env, await createTeamForLoad(env), 'translate,usage')).plain;
    await vi.waitFor(async () => expect((await read()).nodes).toHaveLength(2), { timeout: 300_000 });
  });
  afterEach(() => {
    registry.cutAfter = undefined;
    registry.onCut = undefined;
    registry.sentBytes = 0;
    registry.asked.length = 0;
  });
  afterAll(async () => {
    await db?.end();
    for (const server of servers ?? []) expect(await server.stop()).toBe(0);
    await registry?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  const read = async () => {
    const { status, body } = await ann.get<Models>('/operator/models');
    expect([status, body]).toEqual([200, expect.anything()]);
    return body;
  };
  const ask = (user: ConsoleUser, body: object) =>
    user.send<Request>('POST', '/operator/models/requests', body);
  const ended = (id: string) =>
    vi.waitFor(
      async () => {
        const request = (await read()).requests.find((each) => each.id === id);
        expect(request?.state).not.toBe('open');
        return request as Request;
      },
      { timeout: 120_000, interval: 200 },
    );

  async function translateOn(server: ServerProcess) {
    const body = { text: ['Save the document.'], source_lang: 'EN', target_lang: 'DE' };
    const { status, body: answer } = await translate(server.url, key, body);
    // The stub answers in capitals.
    const isStub = status === 200 && answer.translations[0]?.text === 'SAVE THE DOCUMENT.';
    return { status, engine: isStub ? 'other' : 'bergamot' };
  }

  /** Calls on all nodes, one after the other on each, until `work` has ended. */
  async function underCalls<T>(work: Promise<T>) {
    let isOver = false;
    const loops = servers.map(async (server) => {
      const answers = [];
      while (!isOver) answers.push(await translateOn(server));
      return answers;
    });
    const result = await work.finally(() => {
      isOver = true;
    });
    return { result, answers: (await Promise.all(loops)).flat() };
  }

  const enginesNow = () => Promise.all(servers.map(async (server) => (await translateOn(server)).engine));

  test('a model is pulled under calls: none fails, nodes with one folder download it once, and all use it', async () => {
    const offers = (await ann.get<Offers>('/operator/models/offers')).body;
    expect(offers.models).toMatchObject([
      { name: 'en-de', architecture: 'tiny', is_default: true },
      { name: 'en-es', architecture: 'base', is_default: true },
    ]);
    expect(offers.served).toMatchObject([{ name: 'en-de', engines: ['other'] }]);
    expect(await enginesNow()).toEqual(['other', 'other']);
    const asked = await ask(ann, { pair: 'en-de', action: 'pull' });
    expect(asked.status).toBe(201);
    const { result, answers } = await underCalls(ended(asked.body.id));
    expect(result).toMatchObject({ state: 'done', nodes: [{ state: 'done' }, { state: 'done' }] });
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(registry.asked.map(({ file }) => file).toSorted()).toHaveLength(3);
    await vi.waitFor(async () => expect(await enginesNow()).toEqual(['bergamot', 'bergamot']), {
      timeout: 300_000,
    });
    await vi.waitFor(
      async () =>
        expect((await read()).nodes.map(({ models }) => models)).toMatchObject([
          [{ name: 'en-de', architecture: 'tiny' }],
          [{ name: 'en-de', architecture: 'tiny' }],
        ]),
      { timeout: 300_000 },
    );
    const { nodes, changes } = await read();
    expect(nodes[0]?.folder).toBe(nodes[1]?.folder);
    expect(changes).toMatchObject([
      { action: 'model.pull_requested', pair: 'en-de', actor: 'ann@example.org' },
    ]);
  });

  test('of two operators one wins: the same request is joined, another one names who asked', async () => {
    // Nothing more is sent until the end of the test.
    registry.cutAfter = () => 1_000;
    registry.onCut = () => undefined;
    const [first, second] = await Promise.all(
      [ann, ben].map((user) => ask(user, { pair: 'en-es', action: 'pull', architecture: 'base' })),
    );
    expect([first?.status, second?.status]).toEqual([201, 201]);
    expect(first?.body.id).toBe(second?.body.id);
    expect([first?.body.is_merged, second?.body.is_merged].toSorted()).toEqual([false, true]);
    const opposite = await ask(ben, { pair: 'en-es', action: 'remove' });
    expect([opposite.status, opposite.body.detail]).toEqual([
      409,
      expect.stringMatching(/^(ann|ben)@example\.org asked to install en-es base at \d{4}-.* cancel it\.$/),
    ]);
    const cancel = `/operator/models/requests/${first?.body.id}/cancel`;
    expect((await ben.send<Request>('POST', cancel)).body.state).toBe('cancelled');
    expect((await ann.send('POST', cancel)).status).toBe(409);
    for (const body of [
      { pair: '../x', action: 'pull' },
      { pair: 'en-de', action: 'remove', architecture: 'tiny' },
    ])
      expect((await ask(ann, body)).status).toBe(400);
  });

  test('a file with a wrong hash is refused and named, and nothing is installed', async () => {
    const path = [...registry.packed.keys()].find((each) => /vocab\.esen\.spm\.gz$/.test(each)) ?? '';
    const [good = Buffer.alloc(0), wrong = Buffer.alloc(0)] = [
      registry.packed.get(path),
      [...registry.packed].find(([each]) => /vocab\.ende\.spm\.gz$/.test(each))?.[1],
    ];
    registry.packed.set(path, wrong);
    const { body } = await ask(ann, { pair: 'en-es', action: 'pull' });
    const { state, nodes } = await ended(body.id);
    registry.packed.set(path, good);
    expect(state).toBe('failed');
    for (const { failure } of nodes)
      expect(failure).toEqual({ reason: 'damaged', detail: expect.stringContaining('vocab.esen.spm') });
    expect(await readdir(join(folder, 'shared'))).not.toContain('en-es');
  });

  test('a full disk is named, no call fails, and the pull continues when there is space again', async () => {
    // A file may have two megabytes, as if there were no more room, for the processes that run already.
    const limitFiles = (limit: string) =>
      Promise.all(
        servers.map(({ pid }) => promisify(execFile)('prlimit', ['--pid', `${pid}`, `--fsize=${limit}`])),
      );
    await limitFiles('2000000:unlimited');
    const { body } = await ask(ann, { pair: 'en-es', action: 'pull' });
    const { result, answers } = await underCalls(ended(body.id));
    expect(result.state).toBe('failed');
    for (const { failure } of result.nodes)
      expect(failure).toEqual({
        reason: 'no_space',
        detail: expect.stringMatching(/^There is not enough space/),
      });
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    await limitFiles('unlimited:unlimited');
    registry.asked.length = 0;
    const again = await ask(ben, { pair: 'en-es', action: 'pull' });
    expect((await ended(again.body.id)).state).toBe('done');
    expect(registry.asked[0]?.from).toBeGreaterThan(0);
    const removed = await ask(ann, { pair: 'en-es', action: 'remove' });
    expect((await ended(removed.body.id)).state).toBe('done');
  });

  test('a model is removed under calls: none fails, and the next engine serves the pair', async () => {
    const { body } = await ask(ann, { pair: 'en-de', action: 'remove' });
    const { result, answers } = await underCalls(ended(body.id));
    expect(result).toMatchObject({ state: 'done', nodes: [{ state: 'done' }, { state: 'done' }] });
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await enginesNow()).toEqual(['other', 'other']);
    expect(await readdir(join(folder, 'shared'))).not.toContain('en-de');
  });

  test('a node that is killed during a pull continues after its restart, and a folder of its own gets its own', async () => {
    const own = join(folder, 'own');
    const killed = await startNode(own);
    await vi.waitFor(async () => expect((await read()).nodes).toHaveLength(3), { timeout: 300_000 });
    // The shared folder may have all files of an earlier attempt.
    registry.cutAfter = () => 1_000_000;
    registry.onCut = () => undefined;
    const { body } = await ask(ann, { pair: 'en-es', action: 'pull' });
    const expectPart = async () => {
      const parts = await readdir(join(own, '.pull-en-es.base')).catch(() => []);
      expect(parts.some((file) => file.endsWith('.gz.tag'))).toBe(true);
    };
    await vi.waitFor(expectPart, { timeout: 300_000 });
    process.kill(killed.pid, 'SIGKILL');
    await killed.endedBy;
    registry.cutAfter = undefined;
    registry.onCut = undefined;
    registry.asked.length = 0;
    servers.push(await startNode(own));
    expect((await ended(body.id)).state).toBe('done');
    for (const name of ['own', 'shared']) expect(await readdir(join(folder, name))).toContain('en-es');
    expect(registry.asked.filter(({ from }) => from > 0).length).toBeGreaterThan(0);
  });
});
