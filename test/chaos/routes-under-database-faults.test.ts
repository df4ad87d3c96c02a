/**
 * Every route that reads or changes something, while all connections to Postgres are ended again and again. Each answer is
 * one that the API describes, and none says that the program failed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import { type Answer, bearer, call } from '../support/api-client.ts';
import { audit } from '../support/books.ts';
import { seedUser, signIn, trySignIn } from '../support/console-client.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { documentsEnv, uploadForm } from '../support/document-client.ts';
import { scale } from '../support/long-form.ts';
import { report } from '../support/report.ts';
import { testActor } from '../support/test-actor.ts';
import { useChaosRig } from './support/chaos-rig.ts';

const rig = useChaosRig({ nodes: 1, stub: 'latencyMs=5', env: documentsEnv().env });

/** How many the node had. This test's own pool has none but the one that asks: its questions come one after the other. */
async function endConnections(): Promise<number> {
  const { rowCount } = await rig.db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'dragoman' AND pid <> pg_backend_pid()`,
  );
  return rowCount ?? 0;
}

interface Caller {
  readonly url: string;
  readonly consoleUrl: string;
  readonly teamId: string;
  readonly key: string;
  readonly token: string;
}

type Made = { id: string };
type Step = (by: Caller, n: number) => Promise<Answer>;

const json = (method: string, body: unknown) => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

function api(by: Caller, path: string, init: RequestInit = {}): Promise<Answer<Made>> {
  return call<Made>(`${by.url}${path}`, { ...init, headers: { ...bearer(by.key), ...init.headers } });
}

function page(by: Caller, path: string, init: RequestInit = {}): Promise<Answer<Made>> {
  const address = `${by.consoleUrl}/api/teams/${by.teamId}${path}`;
  return call<Made>(address, { ...init, headers: { ...bearer(by.token), ...init.headers } });
}

/** The second only where the first was answered with something that it can be done to. */
async function andThen(first: Promise<Answer<Made>>, next: (id: string) => Promise<Answer>): Promise<Answer> {
  const made = await first;
  return made.status === 201 ? next(made.body.id) : made;
}

const languages = { source_lang: 'EN', target_lang: 'EO' };
const form = (n: number) => ({
  method: 'POST',
  body: uploadForm({ name: 'letter.txt', content: `The house number ${n} is big.` }, languages),
});
const dictionaries = [{ ...languages, entries: 'house\tdomo', entries_format: 'tsv' }];

const steps: Readonly<Record<string, Step>> = {
  translate: (by, n) => api(by, '/v1/translate', json('POST', { text: [`The house ${n}.`], ...languages })),
  upload: (by, n) => api(by, '/v1/documents', form(n)),
  'upload with a key': (by, n) =>
    api(by, '/v1/documents', { ...form(n), headers: { 'idempotency-key': `upload ${n % 5}` } }),
  'look and delete': (by, n) =>
    andThen(api(by, '/v1/documents', form(n)), async (id) => {
      await api(by, `/v1/documents/${id}`);
      return api(by, `/v1/documents/${id}`, { method: 'DELETE' });
    }),
  documents: (by) => api(by, '/v1/documents'),
  'key made and revoked': (by, n) =>
    andThen(api(by, '/v1/keys', json('POST', { name: `k${n}` })), (id) =>
      api(by, `/v1/keys/${id}`, { method: 'DELETE' }),
    ),
  keys: (by) => api(by, '/v1/keys'),
  glossary: (by, n) =>
    andThen(api(by, '/v1/glossaries', json('POST', { name: `g${n}`, dictionaries })), async (id) => {
      await api(by, '/v1/translate', json('POST', { text: ['The house.'], ...languages, glossary_id: id }));
      await api(by, `/v1/glossaries/${id}`, json('PATCH', { name: `h${n}` }));
      return api(by, `/v1/glossaries/${id}`, { method: 'DELETE' });
    }),
  usage: (by) => api(by, '/v1/usage?group_by=day,key'),
  account: (by) => api(by, '/v1/account'),
  audit: (by) => api(by, '/v1/audit'),
  'sign-in': ({ consoleUrl }, n) => trySignIn(consoleUrl, emails[n % emails.length] ?? ''),
  'upload on a page': (by, n) => page(by, '/documents', form(n)),
  invitation: (by, n) =>
    page(by, '/invitations', json('POST', { email: `guest${n}@example.org`, role: 'member' })),
  'key on a page': (by, n) =>
    andThen(page(by, '/keys', json('POST', { name: `p${n}`, scopes: ['translate'], mode: 'live' })), (id) =>
      page(by, `/keys/${id}`, { method: 'DELETE' }),
    ),
  people: (by) => page(by, '/people'),
  sessions: (by) => page(by, '/sessions'),
  summary: (by) => page(by, '/usage/summary'),
};

const answersBetweenFaults = 10;

const emails = Array.from({ length: 20 }, (_, i) => `person${i}@example.org`);

/** Also that an earlier document was deleted, or an Idempotency-Key used: the answer of a repeat. */
const expected = [200, 201, 204, 404, 409, 429, 503];

test('connections that are ended all the time make no route fail otherwise than for a moment', async () => {
  const [node] = rig.nodes;
  if (node === undefined) throw new Error('there is no node');
  const { id: teamId } = await rig.newTeam();
  for (const email of emails) await seedUser(rig.db, teamId, email);
  const scopes = ['translate', 'keys', 'usage', 'glossaries', 'audit'] as const;
  const made = await createKey(rig.db, { teamId, name: 'all', mode: 'live', scopes }, testActor);
  const { token } = await signIn(node.consoleUrl, emails[0] ?? '');
  const { url, consoleUrl } = node;
  const by = { url, consoleUrl, teamId, key: made?.plain ?? '', token };

  const tries = scale(12, 200);
  const counts: Record<string, Record<number, number>> = {};
  const unexpected: { name: string; status: number; requestId: string | null }[] = [];
  let answers = 0;
  const running = Object.entries(steps).map(async ([name, step]) => {
    const ofStep: Record<number, number> = {};
    counts[name] = ofStep;
    for (let n = 0; n < tries; n++) {
      const { status, headers } = await step(by, n);
      answers++;
      ofStep[status] = (ofStep[status] ?? 0) + 1;
      if (!expected.includes(status))
        unexpected.push({ name, status, requestId: headers.get('x-request-id') });
    }
  });
  let ended = 0;
  const all = Promise.all(running);
  // By the count of answers and not by the clock: a busy machine must not lose every connection before it is of use.
  for (const total = running.length * tries; answers < total; ) {
    ended += await endConnections();
    const next = Math.min(total, answers + answersBetweenFaults);
    while (answers < next) await Promise.race([delay(5), all]);
  }
  await all;

  const lines = node.log().split('\n');
  const isAbout = (line: string) => unexpected.some(({ requestId }) => requestId && line.includes(requestId));
  expect(unexpected, lines.filter(isAbout).join('\n')).toEqual([]);
  expect(rig.nodes).toEqual([node]);
  // The fault took effect.
  expect(ended).toBeGreaterThan(0);
  expect(Object.values(counts).reduce((sum, each) => sum + (each[503] ?? 0), 0)).toBeGreaterThan(0);
  const open = async () => {
    const { rows } = await rig.db.query<{ count: string }>(
      "SELECT count(*) FROM documents WHERE state IN ('queued', 'translating')",
    );
    return Number(rows[0]?.count);
  };
  await expect.poll(open, { timeout: 300_000, interval: 200 }).toBe(0);
  expect([await audit(rig.db), await findDisagreements(rig.db)]).toEqual([[], []]);
  report('routes under database faults', { ended, counts });
});
