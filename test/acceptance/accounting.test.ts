import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  bearer,
  call,
  type ProblemAnswer,
  post,
  type TranslateAnswer,
  translate,
} from '../support/api-client.ts';
import { dragomanJson, runDragoman } from '../support/command-line.ts';
import { withPool } from '../support/pool.ts';
import { createKey, createTeam, createTeamWithDefaultLimits } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';

interface Account {
  team: { id: string; name: string };
  period_start: string;
  period_end: string;
  quota: number;
  quota_used: number;
  quota_left: number;
  credit_left: number;
  limits: Record<string, number>;
}

interface Usage {
  total: { characters: number; calls: number; texts: number };
  usage: Record<string, string | number>[];
  refused: { code: string; calls: number }[];
}

const context = useServer();
const spanish = (characters: number) => ({
  text: ['x'.repeat(characters)],
  source_lang: 'es',
  target_lang: 'es',
});

/** A team of its own for a test, with a quota and a key for everything. */
async function team(quota: number, create = createTeam) {
  const id = await create(context.env, `team of ${quota}`, quota);
  const key = (await createKey(context.env, id, 'translate,usage')).plain;
  const get = async <T>(path: string) =>
    (await call<T>(`${context.server.url}${path}`, { headers: bearer(key) })).body;
  return {
    id,
    key,
    translate: (body: object) => translate<TranslateAnswer & ProblemAnswer>(context.server.url, key, body),
    account: () => get<Account>('/v1/account'),
    usage: (query = '') => get<Usage>(`/v1/usage${query}`),
    addCredit: (characters: number) =>
      dragomanJson(
        ['credit', 'add', '--team', id, '--characters', String(characters), '--reason', 'test'],
        context.env,
      ),
  };
}

describe('quota and credit', () => {
  test('an answered call is charged to the character, at once', async () => {
    const subject = await team(1_000);
    expect(
      (await subject.translate({ text: ['The house is big.', '😀'], target_lang: 'ES' })).body.characters,
    ).toBe(18);
    expect(await subject.account()).toMatchObject({
      quota: 1_000,
      quota_used: 18,
      quota_left: 982,
      credit_left: 0,
    });
  });

  test('a call that the quota does not cover whole is refused whole: 456 quota_exceeded', async () => {
    const subject = await team(10);
    const refused = await subject.translate(spanish(11));
    expect([refused.status, refused.body.code]).toEqual([456, 'quota_exceeded']);
    expect((await subject.account()).quota_used).toBe(0);
    expect((await subject.translate(spanish(10))).status).toBe(200);
    expect((await subject.translate(spanish(1))).status).toBe(456);
  });

  test('a call draws on the quota first, then on the credit, and new credit counts at once', async () => {
    const subject = await team(10);
    expect((await subject.translate(spanish(15))).status).toBe(456);
    await subject.addCredit(8);
    expect((await subject.translate(spanish(15))).status).toBe(200);
    expect(await subject.account()).toMatchObject({ quota_used: 10, quota_left: 0, credit_left: 3 });
    expect((await subject.translate(spanish(4))).status).toBe(456);
    expect((await subject.translate(spanish(3))).status).toBe(200);
  });

  test('failed calls cost nothing', async () => {
    const subject = await team(100);
    expect((await subject.translate({ text: ['Hello'], target_lang: 'XX' })).status).toBe(400);
    expect((await subject.translate({ text: 7, target_lang: 'ES' })).status).toBe(400);
    expect((await subject.account()).quota_used).toBe(0);
  });

  test('all keys of a team draw on one quota, live and test alike', async () => {
    const subject = await team(10);
    const testKey = await createKey(context.env, subject.id, 'translate', 'test');
    expect((await translate(context.server.url, testKey.plain, spanish(6))).status).toBe(200);
    expect((await subject.translate(spanish(6))).status).toBe(456);
    expect((await subject.translate(spanish(4))).status).toBe(200);
  });

  test('the account shows the limits of the team as they are now', async () => {
    const subject = await team(10, createTeamWithDefaultLimits);
    const limits = {
      requests_per_second: 100,
      requests_burst: 200,
      characters_per_minute: 1_000_000,
      calls_in_flight: 64,
    };
    expect((await subject.account()).limits).toEqual(limits);
    await dragomanJson(['team', 'set-limits', subject.id, '--requests-burst', '9'], context.env);
    expect((await subject.account()).limits).toEqual({ ...limits, requests_burst: 9 });
  });

  test('the account names the team and the calendar month', async () => {
    const subject = await team(10);
    const account = await subject.account();
    expect(account.team).toEqual({ id: subject.id, name: 'team of 10' });
    expect(account.period_start).toMatch(/^\d{4}-\d{2}-01T00:00:00\.000Z$/);
    expect(new Date(account.period_end).getUTCDate()).toBe(1);
  });
});

describe('usage', () => {
  test('is exact to the last answered call, and splits live from test', async () => {
    const subject = await team(1_000);
    const testKey = await createKey(context.env, subject.id, 'translate', 'test');
    await subject.translate({ text: ['The house is big.', 'La maison est très grande.'], target_lang: 'ES' });
    await translate(context.server.url, testKey.plain, spanish(5));
    const { usage, total } = await subject.usage('?group_by=mode');
    expect(usage).toEqual([
      { mode: 'live', characters: 43, calls: 1, texts: 2 },
      { mode: 'test', characters: 5, calls: 1, texts: 1 },
    ]);
    expect(total).toEqual({ characters: 48, calls: 2, texts: 3 });
    expect((await subject.account()).quota_used).toBe(total.characters);
  });

  test('groups by day, key, languages and engine', async () => {
    const subject = await team(1_000);
    await subject.translate({ text: ['The house is big.', 'La maison est très grande.'], target_lang: 'ES' });
    const groups = 'day,source_lang,target_lang,engine';
    const today = () => new Date().toISOString().slice(0, 10);
    const before = today();
    const { usage } = await subject.usage(`?group_by=${groups}`);
    // At midnight either is right.
    const day = usage[0]?.day;
    expect([before, today()]).toContain(day);
    expect(usage).toEqual([
      { day, source_lang: 'EN', target_lang: 'ES', engine: 'apertium', characters: 17, calls: 1, texts: 1 },
      { day, source_lang: 'FR', target_lang: 'ES', engine: 'apertium', characters: 26, calls: 0, texts: 1 },
    ]);
    const { rows } = await dragomanJson<{ rows: object[] }>(
      ['usage', '--team', subject.id, '--group-by', groups],
      context.env,
    );
    const columns = { day, target_lang: 'ES', engine: 'apertium' };
    expect(rows).toEqual([
      { group: { ...columns, source_lang: 'EN' }, characters: 17, calls: 1, texts: 1 },
      { group: { ...columns, source_lang: 'FR' }, characters: 26, calls: 0, texts: 1 },
    ]);
    const everything = await runDragoman(['usage'], context.env);
    expect(everything.stdout).toMatch(new RegExp(`${subject.id} .* 43 +1 +2`));
    const [byKey] = (await subject.usage('?group_by=key,hour')).usage;
    expect(byKey).toMatchObject({ key: expect.stringMatching(/^[0-9a-f-]{36}$/), characters: 43 });
  });

  test('counts refused calls apart', async () => {
    const subject = await team(0);
    for (let i = 0; i < 3; i++) await subject.translate(spanish(5));
    await expect
      .poll(async () => (await subject.usage()).refused, { timeout: 120_000 })
      .toEqual([{ code: 'quota_exceeded', calls: 3 }]);
  });

  test('an empty time is empty', async () => {
    const subject = await team(10);
    expect(await subject.usage('?from=2020-01-01&to=2020-02-01')).toMatchObject({
      total: { characters: 0, calls: 0, texts: 0 },
      usage: [],
    });
  });

  test.each([
    '?group_by=colour',
    '?group_by=day,day',
    '?from=yesterday',
    '?from=2026-02-01&to=2026-01-01',
    '?to=2026-13-01',
  ])('%s: 400 invalid_request', async (query) => {
    const subject = await team(10);
    const answer = await call<ProblemAnswer>(`${context.server.url}/v1/usage${query}`, {
      headers: bearer(subject.key),
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  });

  test('needs the scope usage', async () => {
    const key = await createKey(context.env, (await team(10)).id, 'translate');
    expect((await call(`${context.server.url}/v1/usage`, { headers: bearer(key.plain) })).status).toBe(403);
    expect((await call(`${context.server.url}/v1/account`, { headers: bearer(key.plain) })).status).toBe(200);
  });
});

describe('Idempotency-Key', () => {
  let subject: Awaited<ReturnType<typeof team>>;
  beforeAll(async () => {
    subject = await team(1_000);
  });
  const send = (key: string, body: object): Promise<Answer<TranslateAnswer & ProblemAnswer>> =>
    post(
      `${context.server.url}/v1/translate`,
      { ...bearer(subject.key), 'idempotency-key': key },
      JSON.stringify(body),
    );

  test('a repeat is answered and charged nothing', async () => {
    const key = randomUUID();
    const first = await send(key, spanish(7));
    const again = await send(key, spanish(7));
    expect(again.body).toEqual(first.body);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await subject.account()).quota_used).toBe(7);
  });

  test('another body under the same key: 409 conflict', async () => {
    const key = randomUUID();
    await send(key, spanish(1));
    const other = await send(key, spanish(2));
    expect([other.status, other.body.code]).toEqual([409, 'conflict']);
  });

  test('a repeat is answered even when the quota has run out meanwhile', async () => {
    const poor = await team(5);
    const repeat = () =>
      post(
        `${context.server.url}/v1/translate`,
        { ...bearer(poor.key), 'idempotency-key': 'a' },
        JSON.stringify(spanish(5)),
      );
    expect((await repeat()).status).toBe(200);
    expect((await poor.translate(spanish(1))).status).toBe(456);
    expect((await repeat()).status).toBe(200);
  });

  test('fifty at once: one is charged, all are answered', async () => {
    const before = (await subject.account()).quota_used;
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('fifty', spanish(9))));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect((await subject.account()).quota_used).toBe(before + 9);
  });

  test.each(['', 'x'.repeat(256)])('a key of another length: 400', async (key) => {
    expect((await send(key, spanish(1))).status).toBe(400);
  });
});

describe('support', () => {
  test('call show answers the question behind X-Request-Id', async () => {
    const subject = await team(100);
    const answer = await subject.translate({ text: ['The house is big.'], target_lang: 'ES' });
    const id = answer.headers.get('x-request-id') ?? '';
    const { call: shown } = await dragomanJson<{ call: object }>(['call', 'show', id], context.env);
    expect(shown).toMatchObject({
      id,
      teamId: subject.id,
      characters: 17,
      fromQuota: 17,
      sourceLangs: ['en'],
      engines: ['apertium'],
    });
    expect((await runDragoman(['call', 'show', randomUUID()], context.env)).code).toBe(1);
  });

  test('credit can be taken back, but not below zero', async () => {
    const subject = await team(0);
    await subject.addCredit(10);
    await subject.addCredit(-4);
    expect((await subject.account()).credit_left).toBe(6);
    const refused = await runDragoman(
      ['credit', 'add', '--team', subject.id, '--characters', '-7', '--reason', 'test'],
      context.env,
    );
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/no more than is left\.\nThe credit was not changed\.\n$/);
    expect((await subject.account()).credit_left).toBe(6);
  });

  test('the audit finds the books in agreement', async () => {
    expect(await dragomanJson(['audit'], context.env)).toMatchObject({ balanced: true, disagreements: [] });
  });

  test('the audit sums up what does not agree, and shows all of it on request', async () => {
    const subject = await team(10);
    const shift = (by: number) =>
      withPool(context.env.DATABASE_URL ?? '', (db) =>
        db.query('UPDATE team_balances SET credit = credit + $2 WHERE team_id = $1', [subject.id, by]),
      );
    await shift(5);
    const [brief, full] = [
      await runDragoman(['audit'], context.env),
      await runDragoman(['audit', '--details'], context.env),
    ];
    await shift(-5);
    expect([brief.code, full.code]).toEqual([1, 1]);
    expect(brief.stdout).toMatch(/credit = .* +1 +1\n\nThe ledger is inconsistent: 1 of \d+ checks failed\./);
    expect(brief.stdout).not.toContain(subject.id);
    expect(brief.stdout).toContain('Show everything: dragoman audit --details\n');
    expect(full.stdout).not.toContain('Show everything');
    expect(full.stdout).toContain('docs/operate/observe.md#when-the-ledger-is-inconsistent');
    expect(full.stdout).toMatch(new RegExp(`${subject.id} +credit +0 +5\\n`));
  });
});
