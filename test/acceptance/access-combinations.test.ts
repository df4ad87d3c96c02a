/**
 * Every kind of link, session and token, after everything that can happen to its maker, its person and its team. What should
 * work is listed here kind by kind. The long form writes the table to docs/evidence/access.md; the gate compares it.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import { hashPassword } from '../../src/accounts/users/passwords.ts';
import { hashToken, newToken } from '../../src/accounts/users/secret-tokens.ts';
import { createTeamInvitations } from '../../src/accounts/users/team-invitations.ts';
import { createTeamPeople } from '../../src/accounts/users/team-people.ts';
import type { TeamRole } from '../../src/lib/team-role.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import { type Database, inTransaction } from '../../src/store/postgres/database.ts';
import { insertSession } from '../../src/store/postgres/sessions.ts';
import {
  actorOf,
  makerEvents,
  personEvents,
  type Scene,
  type SeededPerson,
  seedScene,
  sessionOf,
  teamEvents,
  withPasswords,
} from '../support/access-events.ts';
import { translate } from '../support/api-client.ts';
import { consoleUser, postOpen, testPassword } from '../support/console-client.ts';
import { type EngineServer, serverKey, startDeepl } from '../support/engine-servers.ts';
import { gateEngine } from '../support/gated-engine.ts';
import { isLong } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { numberedText, openStream } from '../support/stream-client.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';

const evidence = new URL('../../docs/evidence/access.md', import.meta.url);
const database = useTestDatabase();
let folder: string;
let deepl: EngineServer;
let server: RunningServer;
let db: Database;
let passwordHash: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-access-'));
  deepl = await startDeepl();
  const config = join(folder, 'dragoman.yaml');
  await writeFile(config, `engines:\n  deepl: { url: "${deepl.url}", key_env: ENGINE_KEY }\n`);
  server = await openServer({
    DATABASE_URL: database.url,
    DRAGOMAN_CONFIG: config,
    ENGINE_KEY: serverKey,
    DRAGOMAN_CACHE_MB: '0',
    DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0',
  });
  db = openTestPool(database.url, 8);
  passwordHash = await hashPassword(testPassword);
});
afterAll(async () => {
  await server.stop();
  await db.end();
  await deepl[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** What is given out before the event, and whether it works after it. */
type Prepare = (scene: Scene) => Promise<() => Promise<boolean>>;

interface Kind {
  readonly name: string;
  readonly scene: Parameters<typeof seedScene>[2];
  readonly prepare: Prepare;
  readonly events: readonly string[];
  /** The events after which it still works. */
  readonly survives: readonly string[];
}

const accept = async (token: string) => {
  const { status } = await postOpen(server.consoleUrl, '/links/accept', {
    token,
    password: 'a brand new password',
  });
  return status === 204;
};
const invited =
  (role: TeamRole): Prepare =>
  async ({ team, maker }) => {
    const link = await createTeamInvitations(db).invite(
      team,
      `new-${uuidV7()}@example.org`,
      role,
      actorOf(maker),
    );
    return () => accept(link.ok ? link.value.token : '');
  };
const reset =
  (isOperator: boolean): Prepare =>
  async ({ team, maker, person }) => {
    const by = sessionOf(maker, isOperator);
    const link = await createTeamPeople(db, withPasswords).resetPassword(team, person.id, by, actorOf(maker));
    return () => accept(link.ok ? link.value.token : '');
  };

/** A session as the dashboard has it, without the time that checking a password takes. */
async function startSession({ id }: SeededPerson) {
  const [token, refreshToken] = [newToken(), newToken()];
  await inTransaction(db, (connection) =>
    insertSession(connection, {
      id: uuidV7(),
      userId: id,
      tokenHash: hashToken(token),
      renewal: { refreshHash: hashToken(refreshToken), tokenSeconds: 300 },
      address: '127.0.0.1',
      browser: 'test',
    }),
  );
  return { refreshToken, token, user: consoleUser(server.consoleUrl, '', token) };
}
type User = ReturnType<typeof consoleUser>;
const signedIn =
  (ask: (user: User, team: string) => Promise<{ readonly status: number }>): Prepare =>
  async ({ person, team }) => {
    const { user } = await startSession(person);
    return async () => (await ask(user, team)).status === 200;
  };
const refreshToken: Prepare = async ({ person }) => {
  const started = await startSession(person);
  return async () => {
    const renewal = { refresh_token: started.refreshToken };
    const { status, body } = await postOpen<{ token: string }>(server.consoleUrl, '/sessions/renew', renewal);
    if (status !== 200) return false;
    return (await consoleUser(server.consoleUrl, '', body.token).get('/me')).status === 200;
  };
};
const call1 = { text: ['The house.'], source_lang: 'EN', target_lang: 'DE' };
const keyOf = async (teamId: string) =>
  (await createKey(db, { teamId, name: 'Shop', mode: 'live', scopes: ['translate'] }, testActor))?.plain ??
  '';

const ofSession = ['nothing', ...Object.keys(personEvents), ...Object.keys(teamEvents)];
const ofInvitation = ['nothing', ...Object.keys(makerEvents), ...Object.keys(teamEvents), 'used before'];
const ofReset = [
  'nothing',
  ...Object.keys(makerEvents),
  ...Object.keys(personEvents),
  ...Object.keys(teamEvents),
  'used before',
];
const resumed = 'team suspended, then resumed';
const others = 'person joined a team of others';
const roles = ['owner', 'member', 'viewer', 'translator'] as const;
/** A request that this role may make, and the one below may not; translators have none below. */
const requests: Readonly<Record<TeamRole, Parameters<typeof signedIn>[0]>> = {
  owner: (user, team) => user.get(`/teams/${team}/audit`),
  member: (user, team) => user.send('POST', `/teams/${team}/translate`, call1),
  viewer: (user, team) => user.get(`/teams/${team}/keys`),
  translator: (user, team) => user.get(`/teams/${team}/languages`),
};

const kinds: readonly Kind[] = [
  ...roles.map((role) => ({
    name: `invitation as ${role}, by an owner`,
    scene: {},
    prepare: invited(role),
    events: ofInvitation,
    survives: ['nothing', 'maker signed out everywhere'],
  })),
  ...(['owner', 'translator'] as const).map((role) => ({
    name: `invitation as ${role}, by an operator`,
    scene: { makerIsOperator: true },
    prepare: invited(role),
    events: ofInvitation,
    survives: ['nothing', 'maker signed out everywhere', 'team suspended', resumed],
  })),
  {
    name: 'link to a new password, by an owner',
    scene: {},
    prepare: reset(false),
    events: ofReset,
    survives: [
      'nothing',
      'maker signed out everywhere',
      'role of the person lowered',
      'person signed out everywhere',
    ],
  },
  {
    name: 'link to a new password, by an operator',
    scene: { makerIsOperator: true },
    prepare: reset(true),
    events: ofReset,
    survives: [
      'nothing',
      'maker signed out everywhere',
      'person removed',
      'role of the person lowered',
      'person signed out everywhere',
      'team suspended',
      resumed,
    ],
  },
  ...roles.map((role) => ({
    name: `session of ${role === 'owner' ? 'an owner' : `a ${role}`}, what only the role allows`,
    scene: { personRole: role },
    prepare: signedIn(requests[role]),
    events: ofSession,
    survives: [
      'nothing',
      others,
      resumed,
      // A suspended team can be read.
      ...(role === 'member' ? [] : ['team suspended']),
      ...(role === 'translator' ? ['role of the person lowered'] : []),
    ],
  })),
  {
    name: 'session of an operator',
    scene: { personIsOperator: true, personRole: 'owner' },
    prepare: signedIn((user) => user.get('/operator/teams')),
    events: ofSession,
    survives: ['nothing', 'person removed', 'role of the person lowered', others, ...Object.keys(teamEvents)],
  },
  {
    name: 'refresh token',
    scene: {},
    prepare: refreshToken,
    events: ofSession,
    // It belongs to the person and not to the team, and gives no more than the session.
    survives: ['nothing', 'person removed', 'role of the person lowered', others, 'team suspended', resumed],
  },
  {
    name: 'try-it call of a member with a key',
    scene: {},
    prepare: async (scene) => {
      const [{ user }, key] = [await startSession(scene.person), await keyOf(scene.team)];
      const asked = { method: 'GET', path: '/v1/languages', key };
      return async () => {
        const { status, body } = await user.send<{ status: number }>(
          'POST',
          `/teams/${scene.team}/try`,
          asked,
        );
        return status === 200 && body.status === 200;
      };
    },
    events: ofSession,
    survives: ['nothing', others, resumed],
  },
  {
    name: 'API key, which belongs to the team',
    scene: {},
    prepare: async ({ team }) => {
      const key = await keyOf(team);
      return async () => (await translate(server.url, key, call1)).status === 200;
    },
    events: ofSession,
    survives: ofSession.filter((event) => event !== 'team suspended' && event !== 'team erased'),
  },
];

const events = { ...makerEvents, ...personEvents, ...teamEvents };
const results = new Map<string, Map<string, boolean>>();

async function tryCell({ scene: people, prepare }: Kind, event: string): Promise<boolean> {
  const scene = await seedScene(db, passwordHash, people);
  const works = await prepare(scene);
  if (event === 'used before') await works();
  else await events[event]?.(db, scene);
  return works();
}

/** A few at once: most of the time is waiting for password hashes and for Postgres. */
async function tryAll(
  kind: Kind,
  tryOne: (event: string) => Promise<boolean>,
  atOnce: number,
): Promise<void> {
  const row = new Map<string, boolean>();
  const waiting = [...kind.events];
  const worker = async () => {
    for (let event = waiting.shift(); event !== undefined; event = waiting.shift())
      row.set(event, await tryOne(event));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  results.set(kind.name, row);
  const working = kind.events.filter((event) => row.get(event) === true);
  expect(working.toSorted()).toEqual(kind.events.filter((event) => kind.survives.includes(event)).toSorted());
}

test.each(kinds)('$name', (kind) => tryAll(kind, (event) => tryCell(kind, event), 4));

const stream = {
  name: 'stream of a member that has begun',
  scene: {},
  prepare: () => Promise.reject(new Error('streams take turns')),
  events: ofSession,
  survives: ['nothing', others],
} satisfies Kind;

test('a stream that has begun ends with the rights of its person', () =>
  tryAll(
    stream,
    async (event) => {
      const engine = gateEngine(deepl);
      const scene = await seedScene(db, passwordHash, stream.scene);
      const { token } = await startSession(scene.person);
      engine.openUpTo(1);
      const text = [numberedText(4)];
      const opened = await openStream({ consoleUrl: server.consoleUrl, token, team: scene.team, text });
      expect((await opened.next())?.type).toBe('part');
      await events[event]?.(db, scene);
      engine.openUpTo(1_000);
      const rest = await opened.rest();
      deepl.misbehave = undefined;
      return rest.at(-1)?.type === 'done';
    },
    1,
  ));

test('the published table has the same results', async () => {
  const all = [...kinds, stream];
  const columns = ['nothing', 'used before', ...Object.keys(events)];
  const cell = (kind: Kind, event: string) =>
    kind.events.includes(event) ? (results.get(kind.name)?.get(event) ? 'works' : '**ended**') : '';
  const rows = columns.map((event) => `| ${[event, ...all.map((kind) => cell(kind, event))].join(' | ')} |`);
  const cells = all.flatMap((kind) => kind.events.map((event) => [kind, event] as const));
  const wrong = cells.filter(
    ([kind, event]) => results.get(kind.name)?.get(event) === true && !kind.survives.includes(event),
  );
  const page = `# Links, sessions and tokens after what can happen

Each column is something that gives access; each row is something that happens after it was given out. A cell says whether it works
afterwards, tried over HTTP on a running server; an empty cell has no meaning. Written by
\`DRAGOMAN_LONG=1 scripts/test --project acceptance test/acceptance/access-combinations.test.ts\`, which also compares each cell with what should be; the gate tries the same.

${cells.length} combinations, of which ${wrong.length} work that should not.

| what happened | ${all.map(({ name }) => name).join(' | ')} |
|---|${all.map(() => '---').join('|')}|
${rows.join('\n')}
`;
  if (isLong) await writeFile(evidence, page);
  expect(await readFile(evidence, 'utf8')).toBe(page);
});
