/**
 * Every route of the console's API, by everybody who may try it. What should happen follows from the tables of
 * console-access.ts, which are written apart from the routes. Each request that has a body sends one that cannot be read:
 * whoever is admitted gets 400, and whoever is refused is refused before the body matters. Nothing is changed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../src/accounts/users/passwords.ts';
import { type ConsoleApiParts, consoleRoutes } from '../../src/http/console/api/console-api.ts';
import { consoleDocumentRoutes } from '../../src/http/console/api/document-routes.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { bearer, call, type ProblemAnswer } from '../support/api-client.ts';
import {
  confirmedRoutes,
  consoleAccess,
  type OperatorRole,
  operatorAccess,
  setUpRoutes,
} from '../support/console-access.ts';
import { seedTeam } from '../support/console-client.ts';
import { isLong } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { startSignIn } from '../support/second-factor.ts';
import { seedPerson, seedSession } from '../support/seeded-session.ts';
import { useServer } from '../support/server-process.ts';

const evidence = new URL('../../docs/evidence/console-access.md', import.meta.url);
const service = useServer({
  DRAGOMAN_OPERATOR_SECOND_FACTOR: 'on',
  DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0',
});
let db: Database;
let team: string;
let suspendedTeam: string;
const tokens = new Map<string, string>();

/** Somebody who may try a route. Everything that matters for the decision is said here. */
interface Caller {
  readonly name: string;
  /** The role in the team of the path. */
  readonly role?: 'translator' | 'viewer' | 'member' | 'owner';
  readonly operator?: OperatorRole;
  readonly isSuspended?: boolean;
  readonly lacksFactor?: boolean;
  readonly isUnproven?: boolean;
  /** There is no session, for this reason. */
  readonly noSession?: 'none' | 'pending' | 'ended';
}

const callers: readonly Caller[] = [
  { name: 'nobody', noSession: 'none' },
  { name: 'password without the code', role: 'owner', noSession: 'pending' },
  { name: 'ended session of an owner', role: 'owner', noSession: 'ended' },
  { name: 'translator', role: 'translator' },
  { name: 'viewer', role: 'viewer' },
  { name: 'member', role: 'member' },
  { name: 'owner', role: 'owner' },
  { name: 'owner, not confirmed', role: 'owner', isUnproven: true },
  { name: 'owner of a suspended team', role: 'owner', isSuspended: true },
  { name: 'owner of another team' },
  { name: 'full operator', operator: 'full' },
  { name: 'support operator', operator: 'support' },
  { name: 'billing operator', operator: 'billing' },
  { name: 'read-only operator', operator: 'read-only' },
  { name: 'read-only operator who is a member', operator: 'read-only', role: 'member' },
  { name: 'full operator, suspended team', operator: 'full', isSuspended: true },
  { name: 'support operator, suspended team', operator: 'support', isSuspended: true },
  { name: 'full operator, not confirmed', operator: 'full', isUnproven: true },
  { name: 'support operator, not confirmed', operator: 'support', isUnproven: true },
  { name: 'billing operator, not confirmed', operator: 'billing', isUnproven: true },
  { name: 'full operator without the factor', operator: 'full', lacksFactor: true },
  { name: 'billing operator without the factor', operator: 'billing', lacksFactor: true },
];

/** How a request ended: the guard let it pass, or refused it with one of these sentences. */
const refusals = {
  session: [401, 'Your session has ended.'],
  hidden: [404, 'There is nothing at this path.'],
  team: [404, 'There is no such team, or you are not in it.'],
  role: [403, 'Only '],
  operator: [403, 'Your role as an operator does not include this.'],
  factor: [403, 'Operators need a second factor here.'],
  suspended: [403, 'This team is suspended'],
  confirm: [403, 'Confirm that it is you'],
} as const;
type Ending = keyof typeof refusals | 'reached';

const isRead = (route: string) => route.startsWith('GET ');

/** What should happen, by the declared tables. */
function expectedOf(route: string, caller: Caller): Ending {
  const access = consoleAccess[route];
  if (access === 'open') return 'reached';
  if (caller.noSession !== undefined) return 'session';
  if (caller.lacksFactor && !setUpRoutes.includes(route)) return 'factor';
  const refusal = access === 'session' ? undefined : refusalOf(route, caller);
  if (refusal !== undefined) return refusal;
  return caller.isUnproven && confirmedRoutes.includes(route) ? 'confirm' : 'reached';
}

function refusalOf(route: string, { role, operator, isSuspended }: Caller): Ending | undefined {
  const access = consoleAccess[route];
  const isForOperator =
    operator === 'full' || (operator !== undefined && operatorAccess[route]?.includes(operator) === true);
  if (access === 'operator')
    return operator === undefined ? 'hidden' : isForOperator ? undefined : 'operator';
  if (isForOperator) return undefined;
  if (role === undefined) return operator === undefined ? 'team' : 'operator';
  if (!access?.includes(role)) return 'role';
  return isSuspended && !isRead(route) ? 'suspended' : undefined;
}

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
  suspendedTeam = await seedTeam(db, 'Closed');
  const other = await seedTeam(db, 'Other');
  await db.query(
    "UPDATE team_balances SET suspended_at = now(), suspension_reason = 'test' WHERE team_id = $1",
    [suspendedTeam],
  );
  const passwordHash = await hashPassword('correct horse battery');
  for (const { name, role, operator, isSuspended, lacksFactor, isUnproven, noSession } of callers) {
    if (noSession === 'none') continue;
    const at = isSuspended ? suspendedTeam : team;
    const person = await seedPerson(db, {
      teams: role === undefined ? (operator === undefined ? { [other]: 'owner' } : {}) : { [at]: role },
      ...(operator !== undefined && { operatorRole: operator }),
      hasFactor: noSession === 'pending' || (operator !== undefined && lacksFactor !== true),
      passwordHash,
    });
    const token =
      noSession === 'pending'
        ? await startSignIn(service.server.consoleUrl, person.email)
        : await seedSession(db, person.id, isUnproven ? 11 : 0);
    if (noSession === 'ended')
      await db.query('UPDATE sessions SET ended_at = now() WHERE user_id = $1', [person.id]);
    tokens.set(name, token);
  }
});
afterAll(() => db.end());

const routes = (() => {
  const parts = {} as ConsoleApiParts;
  return [...consoleRoutes(parts), ...consoleDocumentRoutes(parts)].map(
    ({ method, url }) => `${method} ${url}`,
  );
})();
const absent = uuidV7();

async function tryRoute(route: string, { name, isSuspended }: Caller): Promise<Ending> {
  const [method = '', url = ''] = route.split(' ');
  const path = url.replace(':team', isSuspended ? suspendedTeam : team).replaceAll(/:\w+/g, absent);
  const token = tokens.get(name);
  const { status, body, headers } = await call<ProblemAnswer | undefined>(
    `${service.server.consoleUrl}${path}`,
    {
      method,
      headers: {
        ...(token !== undefined && bearer(token)),
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
      },
      ...(method !== 'GET' && { body: '{"unfinished' }),
    },
  );
  const found = Object.entries(refusals).find(
    ([, [code, words]]) => code === status && body?.detail?.startsWith(words),
  );
  expect(headers.has('confirmation-needed'), `${name}: ${route}`).toBe(found?.[0] === 'confirm');
  // Whoever is admitted has sent what cannot be read.
  if (found === undefined && method !== 'GET')
    expect([400, 404, 415], `${name}: ${route} ${status}`).toContain(status);
  return (found?.[0] as Ending | undefined) ?? 'reached';
}

const results = new Map<string, Ending>();
const keyOf = (route: string, { name }: Caller) => `${route} by ${name}`;

/** What nobody may have changed. Reading keeps a session alive, and exports leave an entry. */
async function state(): Promise<unknown> {
  const { rows } = await db.query(
    `SELECT (SELECT count(*) FROM access_links) AS links, (SELECT count(*) FROM api_keys) AS keys,
            (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM teams) AS teams,
            (SELECT count(*) FROM sessions WHERE ended_at IS NULL) AS sessions,
            (SELECT json_agg(u.* ORDER BY u.id) FROM users u) AS people,
            (SELECT count(*) FROM audit_log WHERE action NOT LIKE '%.exported') AS entries,
            (SELECT count(*) FROM installation_log) AS changes`,
  );
  return rows[0];
}

test('the tables name every route that is registered, and no others', () => {
  expect(routes.toSorted()).toEqual(Object.keys(consoleAccess).toSorted());
  for (const list of [Object.keys(operatorAccess), confirmedRoutes, setUpRoutes])
    expect(list.filter((route) => !routes.includes(route))).toEqual([]);
});

test('no role but full changes roles, engines or models, and read-only changes nothing', () => {
  const changes = Object.entries(operatorAccess).filter(([route]) => !isRead(route));
  expect(changes.filter(([, roles]) => roles.includes('read-only'))).toEqual([]);
  expect(changes.filter(([route]) => /operator-role|models|settings|suspend|resume/.test(route))).toEqual([]);
});

test('every route ends for every caller as the tables say, and changes nothing', async () => {
  const before = await state();
  const cells = routes.flatMap((route) => callers.map((caller) => ({ route, caller })));
  const waiting = [...cells];
  const work = async () => {
    for (let cell = waiting.shift(); cell !== undefined; cell = waiting.shift())
      results.set(keyOf(cell.route, cell.caller), await tryRoute(cell.route, cell.caller));
  };
  await Promise.all(Array.from({ length: 8 }, work));
  const wrong = cells
    .map(({ route, caller }) => ({
      cell: keyOf(route, caller),
      expected: expectedOf(route, caller),
      found: results.get(keyOf(route, caller)),
    }))
    .filter(({ expected, found }) => expected !== found);
  expect(wrong).toEqual([]);
  expect(await state()).toEqual(before);
  process.stdout.write(`${cells.length} combinations of routes and callers\n`);
});

test('other methods of a path of operators are as hidden as the path', async () => {
  const paths = new Set(
    routes.map((route) => route.split(' ')[1] ?? '').filter((url) => /operator/.test(url)),
  );
  for (const url of paths)
    for (const [name, expected] of [
      ['nobody', 401],
      ['owner', 404],
      ['billing operator without the factor', 403],
    ] as const)
      for (const method of ['OPTIONS', 'HEAD', 'QUERY']) {
        const token = tokens.get(name);
        const { status } = await fetch(`${service.server.consoleUrl}${url.replaceAll(/:\w+/g, absent)}`, {
          method,
          ...(token !== undefined && { headers: bearer(token) }),
        });
        expect([method, url, name, status]).toEqual([method, url, name, expected]);
      }
});

const words: Readonly<Record<Ending, string>> = {
  reached: 'yes',
  session: '401',
  hidden: '404',
  team: '404',
  role: '403',
  operator: '403',
  factor: '403 factor',
  suspended: '403 suspended',
  confirm: '403 confirm',
};

test('the published table has the same results', async () => {
  const reached = [...results.values()].filter((ending) => ending === 'reached').length;
  const row = (route: string) =>
    `| \`${route}\` | ${callers.map((caller) => words[results.get(keyOf(route, caller)) ?? 'reached']).join(' | ')} |`;
  const page = `# Who may call which route of the console

Each row is a route of the console's API, each column somebody who calls it with the id of a team. A cell says whether the call passes the
guard, tried over HTTP on a running server that requires a second factor of operators. Columns without "suspended" or "another" are
about one active team; operators are not in it unless the column says so. Written by
\`DRAGOMAN_LONG=1 scripts/test --project acceptance test/acceptance/console-access-table.test.ts\`; the gate tries the same, and compares each cell with
tables that are written apart from the routes. [The decision](../decisions/0058-roles-of-operators.md) has the reasons.

\`yes\`: passes; what is then done may still be refused, such as a link of support for an operator. \`401\`: there is no session. \`404\`: the path or
the team looks as if it did not exist. \`403\`: the role does not allow it. \`403 factor\`: the operator must turn a second factor on first.
\`403 suspended\`: the team cannot be changed. \`403 confirm\`: the person must confirm who they are first.

${routes.length} routes, ${callers.length} callers, ${routes.length * callers.length} combinations: ${reached} pass, ${routes.length * callers.length - reached} are refused, 0 differ from what they should be.

| route | ${callers.map(({ name }) => name).join(' | ')} |
|---|${callers.map(() => '---').join('|')}|
${routes.map(row).join('\n')}
`;
  if (isLong) await writeFile(evidence, page);
  expect(await readFile(evidence, 'utf8')).toBe(page);
});
