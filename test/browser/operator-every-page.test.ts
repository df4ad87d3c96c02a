/** The operator's pages and dialogs in both themes and on a phone: for every reader, and with nobody's script. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { insertRequests } from '../../src/store/postgres/request-log.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { isLong, longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { follow, hostileNames, phone, signInOn, useBrowser } from './support/dashboard.ts';
import { axeFindings, phoneFindings, visitedThemes } from './support/findings.ts';
import { operator, seedOperator, wellEngine, writeNode } from './support/operator.ts';
import { showModels } from './support/shown-models.ts';
import { watchRequests } from './support/watch-requests.ts';

const service = useServer();
const browser = useBrowser();
/** For a machine that is busy with other things. */
const patience = { timeout: 120_000 };
const [hostile = '', other = ''] = hostileNames;
const teams = new Map<string, string>();
let db: Database;
let teamOfRows: string;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await seedOperator(db);
  const user = await signIn(service.server.consoleUrl, operator);
  for (const name of hostileNames) teams.set(name, await makeHostileTeam(user, name));
  await writeHostileNode();
  await storeHostileRows();
});
afterAll(() => db.end());

/** Every text that an operator gives, in every place that shows it. */
async function makeHostileTeam(user: ConsoleUser, name: string): Promise<string> {
  const made = await user.send<{ id: string }>('POST', '/operator/teams', { name, monthly_quota: 1 });
  const path = `/operator/teams/${made.body.id}`;
  await user.send('POST', `${path}/credit`, { characters: 10, reason: name });
  for (const change of ['suspend', 'resume', 'suspend'])
    await user.send('POST', `${path}/${change}`, { reason: name });
  return made.body.id;
}

async function writeHostileNode(): Promise<void> {
  const models = hostileNames.map((name) => ({ name, bytes: 1, loaded_by: 1 }));
  const unwell = { ...wellEngine, id: hostile, version: hostile, detail: other, healthy: false, models };
  const lanes = hostileNames.map((pair, i) => ({
    engine: hostile,
    pair,
    is_left_alone: i % 2 === 0,
    waiting_characters: i,
    calls: i,
    p50_ms: i,
    p95_ms: 20_000 * i,
  }));
  await writeNode(db, hostile, { engines: [wellEngine, unwell], lanes });
}

/** As no route accepts it: turns text around, breaks lines, and has no place to break a line. */
const turning = '\u202E\u2067<img src=x onerror="window.__xss = 1">\n👩‍👩‍👧‍👧\u0301';
const stored = `${turning}${'m'.repeat(200)}`.slice(0, 200);
const endless = `${turning}${'m'.repeat(10_000)}`;

/** Rows that earlier versions, or hands, may have left. */
async function storeHostileRows(): Promise<void> {
  const team = await seedTeam(db, 'stored');
  teamOfRows = team;
  await db.query('UPDATE teams SET name = $2, engines = $3 WHERE id = $1', [
    team,
    stored,
    [endless, 'apertium'],
  ]);
  await seedUser(db, team, `stored@example.org`, 'viewer');
  await db.query("UPDATE users SET email = lower($1) WHERE email = 'stored@example.org'", [
    `${stored}${'m'.repeat(54)}`,
  ]);
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO api_keys (id, team_id, key_hash, name, scopes, mode)
     VALUES (gen_random_uuid(), $1, sha256('x'), $2, '{translate}', 'live') RETURNING id`,
    [team, stored],
  );
  const key = rows[0]?.id;
  const call = {
    teamId: team,
    keyId: key,
    kind: 'translate',
    sources: ['en'],
    target: 'es',
    characters: 1,
    calls: 1,
  };
  await insertRequests(db, [
    { ...call, id: uuidV7(), requestId: uuidV7(), engines: [endless], status: 200, durationMs: 1 },
    { ...call, id: uuidV7(), requestId: uuidV7(), engines: [hostile], status: 500, code: 'internal_error' },
  ]);
  await db.query(
    `INSERT INTO usage_hourly (team_id, hour, key_id, mode, source_lang, target_lang, engine, characters, calls, texts)
     SELECT $1, date_trunc('hour', now(), 'UTC'), $2, 'live', name, name, name, 1, 1, 1 FROM unnest($3::text[]) AS name`,
    [team, key, [endless, ...hostileNames]],
  );
  await db.query(
    `INSERT INTO audit_log (team_id, id, action, subject_id, actor_type, actor_name, details)
     SELECT $1, gen_random_uuid(), action, $2, 'user', $2, jsonb_build_object('name', $2::text, 'reason', $2::text, $2::text, $2::text)
       FROM unnest('{key.created,team.renamed,unknown.action}'::text[]) AS action`,
    [team, endless],
  );
  await db.query(
    `INSERT INTO event_destinations (id, kind, name, address, event_types, is_enabled, disabled_reason, failing_since)
     VALUES (gen_random_uuid(), 'mail', $1, $2, '{key.created,unknown.type}', false, 'failing', now())`,
    [stored, endless.slice(0, 1_000)],
  );
  const task = { task: endless, state: 'failed' as const, done_at: null };
  const engine = { ...wellEngine, id: endless, version: endless, detail: endless, healthy: false };
  await writeNode(db, endless, { engines: [engine], lanes: [], housekeeping: [task] });
  await db.query(
    `INSERT INTO document_workers (id, queue_id, concurrency, seen_at, host, process_id, version, started_at, engines)
     VALUES (gen_random_uuid(), 'x', 1, now() + interval '1 hour', $1, 7, $1, now(), ARRAY[$1])`,
    [endless],
  );
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Each page and, in the long form, each dialog and grouping, one after the other; stops at each. The gate has one dialog of each kind. */
async function throughAll(page: Page, look: (place: string) => Promise<void>): Promise<void> {
  const close = () => page.keyboard.press('Escape');
  const untilQuiet = watchRequests(page);
  // What the page before showed may look like what is waited for.
  const open = async (path: string) => {
    await follow(page, path);
    await untilQuiet();
  };
  await follow(page, '/operator/teams');
  await page.getByRole('link', { name: hostile, exact: true }).waitFor();
  await look('teams');
  await press(page, 'Create a team');
  await look('create a team');
  await close();
  await open(`/operator/teams/${teams.get(hostile)}`);
  await page.getByLabel('Requests per second').waitFor();
  await page.locator('td.what').first().waitFor();
  await page.getByLabel('Only these, in this order').check();
  await look('a suspended team');
  if (isLong) {
    await press(page, 'Rename');
    await look('rename a team');
    await close();
  }
  await press(page, 'Change the credit');
  await look('credit');
  await close();
  if (isLong) {
    await press(page, 'Resume');
    await look('resume');
    await close();
  }
  await page.getByRole('link', { name: 'Open its pages' }).click();
  await page.getByRole('link', { name: 'resume it' }).waitFor();
  await page.getByRole('heading', { name: 'Keys' }).waitFor();
  await look('keys of a suspended team');
  await open('/operator/users');
  await press(page, `Reset password of ${operator}`);
  await page.getByRole('dialog').waitFor();
  await look('link to a new password');
  await press(page, 'Copy the link');
  await press(page, 'Done');
  await look('users');
  if (isLong) {
    await press(page, `End the sessions of ${operator}`);
    await look('end sessions');
    await close();
  }
  await open('/operator/usage');
  await page.getByRole('table').waitFor();
  await look('total usage');
  for (const group of isLong ? ['engine', 'pair'] : []) {
    await open(`/operator/usage?by=${group}`);
    await page.getByRole('table').waitFor();
    await look(`total usage by ${group}`);
  }
  await open(`/operator/teams/${teamOfRows}`);
  await page.locator('td.what').first().waitFor();
  await look('a team with a stored name');
  await page.getByRole('link', { name: 'Open its pages' }).click();
  await page.getByRole('heading', { name: 'Keys' }).waitFor();
  if (isLong) await look('its keys');
  await open('/requests');
  await page.getByRole('row').nth(2).waitFor();
  await look('its requests');
  await open('/operator/installation');
  await page.getByRole('table', { name: 'Slowest pairs' }).waitFor();
  await look('installation');
  await open('/operator/availability');
  await page.getByRole('table', { name: 'Housekeeping' }).waitFor();
  await look('availability');
  await open('/operator/audit');
  await page.getByRole('table').getByText('Details').first().click();
  await look('all audit logs');
  await open('/operator/events');
  await page.getByRole('table').getByRole('link').waitFor();
  await look('all events');
  await page.getByRole('table').getByRole('link').click();
  await page.getByText('What is sent appears here').waitFor();
  await look('a destination');
  await showModels(page);
  await open('/operator/models');
  await page.getByRole('table', { name: 'Language pairs' }).waitFor();
  await look('models');
  await press(page, 'Install English → German');
  await look('install a model');
  await close();
  await open('/nothing');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await look('nothing');
}

test.each(visitedThemes)('axe finds nothing, in the %s theme', async (theme) => {
  const { page, complaints } = await browser.visit(service.server.consoleUrl, theme);
  await signInOn(page, operator);
  await throughAll(page, async (place) => expect(await axeFindings(page), place).toEqual([]));
  expect(await page.evaluate("'__xss' in window")).toBe(false);
  expect(complaints).toEqual([]);
});

longTest('on a phone nothing is wider than the screen or too small for a finger', async () => {
  const { page, complaints } = await browser.visit(service.server.consoleUrl, 'light', phone);
  await signInOn(page, operator);
  await throughAll(page, async (place) => expect(await phoneFindings(page), place).toEqual([]));
  await press(page, 'Menu');
  expect(await phoneFindings(page), 'menu').toEqual([]);
  expect(complaints).toEqual([]);
});

longTest(
  'names and reasons of ten kinds of attack stay text, wherever they are typed and shown',
  async () => {
    const { page, complaints } = await browser.visit(service.server.consoleUrl);
    page.on('dialog', () => complaints.push('a dialog was opened'));
    const expectText = async () => expect(await page.evaluate("'__xss' in window")).toBe(false);
    await signInOn(page, operator);
    for (const [name, id] of teams) {
      await page.goto(`/operator/teams/${id}`);
      await page.getByRole('heading', { name, exact: true }).waitFor();
      const told = page.locator('td.what');
      await expect.poll(() => told.allTextContents(), patience).toContain(`Suspended the team: ${name}`);
      await expectText();
    }
    await page.goto('/operator/teams');
    for (const name of teams.keys()) {
      await page.getByLabel('Search').fill(name);
      await expect
        .poll(() => page.locator('td.name').allTextContents(), patience)
        .toSatisfy((found: string[]) => found.includes(name) && found.every((one) => one.includes(name)));
    }
    await expectText();

    // Typed by hand, from the name on: what a form does with it on the way.
    await press(page, 'Create a team');
    await page.getByRole('dialog').getByLabel('Name').fill(`${other} again`);
    await press(page, 'Create');
    await page.getByRole('heading', { name: `${other} again`, exact: true }).waitFor();
    await press(page, 'Change the credit');
    await page.getByLabel('Characters', { exact: true }).fill('1');
    await page.getByLabel('Reason').fill(hostile);
    await press(page, 'Add the credit');
    await page.getByText(`Added 1 character of credit, 1 left: ${hostile}`, { exact: true }).waitFor();
    await press(page, 'Suspend');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill(other);
    await dialog.getByLabel(/^Type the name/).fill(`${other} again`);
    await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
    await page.getByText(`Suspended the team: ${other}`, { exact: true }).waitFor();
    await expectText();
    expect(complaints).toEqual([]);
  },
);
