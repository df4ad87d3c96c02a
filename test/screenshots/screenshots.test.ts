/** Takes every page with seeded data: `npm run screenshots`. Not part of any gate. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { resumeTeam, suspendTeam } from '../../src/accounts/suspension.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { choose } from '../browser/support/choose.ts';
import { signInOn, useBrowser, warmEngine } from '../browser/support/dashboard.ts';
import { seedTeamWithDefaultLimits, seedUser, signIn } from '../support/console-client.ts';
import { documentsEnv } from '../support/document-client.ts';
import { wordSample } from '../support/documents/word-sample.ts';
import { workbookSample } from '../support/documents/workbook-sample.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';
import { owner, rewriteAuditLog, seedHarbour } from './seed-harbour.ts';
import { beatNode, operator, seedInstallation } from './seed-installation.ts';
import { type Shoot, settings, shootsOf, untilShown } from './shoot.ts';

const service = useServer(documentsEnv().env);
const browser = useBrowser();
const newcomer = 'noor@lighthouse.example';
let db: Database;
let team: string;
let node: string;
let seededAt: string;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await warmEngine(db, service.server.url);
  team = await seedHarbour(db, service.server.url);
  node = await seedInstallation(db, team);
  await seedUser(db, await seedTeamWithDefaultLimits(db, 'Lighthouse'), newcomer);
  seededAt = new Date().toISOString();
});
afterAll(() => db.end());

async function invitation(): Promise<string> {
  const user = await signIn(service.server.consoleUrl, owner);
  const body = { email: 'joan@harbour.example', role: 'member' };
  const made = await user.send<{ token: string }>('POST', `/teams/${team}/invitations`, body);
  await user.send('POST', '/sign-out');
  return `/join#${made.body.token}`;
}

async function throughFirstPages(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/home');
  await page.getByRole('region', { name: 'Language pairs' }).waitFor();
  await shoot('home', true);
  await page.goto('/translate');
  await page.getByLabel('Text to translate').fill('The house is big. The garden is small.');
  await page.getByTestId('translation').getByText('casa').waitFor();
  await shoot('translate');
}

/** None of what is done on this page stays. */
async function throughKeys(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/keys');
  await page.getByRole('cell', { name: 'Web shop', exact: true }).waitFor();
  await shoot('keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('create-key');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Revoke Web shop' }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('revoke-key');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Rotate Staging' }).click();
  await page.getByRole('button', { name: 'Create the new key' }).click();
  await page.getByTestId('secret').waitFor();
  // What stands in the picture is a key that never was.
  await page.getByTestId('secret').evaluate((element) => {
    element.textContent = `svc_test_${'NeverAKey'.repeat(4)}`;
  });
  await shoot('rotate-key');
  await page.getByRole('button', { name: 'Go on later' }).click();
  await page.getByRole('button', { name: 'Close without copying' }).click();
  await db.query("DELETE FROM api_keys WHERE name = 'Staging (2)'");
}

/** A colleague saves in between; in the end everything is as it was. */
async function throughGlossaries(page: Page, shoot: Shoot): Promise<void> {
  const colleague = await signIn(service.server.consoleUrl, 'amadou@harbour.example');
  await page.goto('/glossaries');
  await page.getByRole('link', { name: 'Harbour terms' }).waitFor();
  await shoot('glossaries');
  await page.getByRole('link', { name: 'Harbour terms' }).click();
  await page.getByRole('gridcell', { name: 'berth', exact: true }).waitFor();
  const id = new URL(page.url()).searchParams.get('glossary');
  const path = `/teams/${team}/glossaries/${id}/dictionaries/EN/ES`;
  const before = await colleague.get<{ entries: { source: string; target: string }[] }>(path);
  const saveAs = (entries: unknown) => colleague.send('PUT', path, { entries }, { 'if-match': '*' });
  const retype = async (row: string, text: string) => {
    await page.getByRole('row', { name: row }).getByRole('gridcell').nth(1).click();
    await page.keyboard.press('F2');
    await page.getByRole('grid').getByRole('textbox').fill(text);
    await page.keyboard.press('Enter');
  };
  await retype('quay', 'embarcadero');
  await retype('draught', '');
  await shoot('glossary', true);
  await retype('draught', 'el calado');
  await saveAs(
    before.body.entries.map(({ source, target }) => ({
      source,
      target: { quay: 'andén', tugboat: 'remolcador de puerto' }[source] ?? target,
    })),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Merge into mine' }).waitFor();
  await shoot('glossary-merge');
  await page.getByRole('button', { name: 'Merge into mine' }).click();
  await page.getByText('Merged.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved as version').waitFor();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByTestId('diff-sum').waitFor();
  await shoot('glossary-versions', true);
  await page.getByRole('tab', { name: 'Try it' }).click();
  await page
    .getByLabel('Text in English')
    .fill('The container ship left the harbour. Its containers are on the quay.');
  await page.getByRole('button', { name: 'Translate' }).click();
  await page.getByTestId('marked-target').waitFor();
  await shoot('glossary-try', true);
  await saveAs(before.body.entries);
}

/** One that is ready, one that is still on its way, and one that is refused. */
async function throughDocuments(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/documents');
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('Choose files').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await choose('Tide tables.xlsx', workbookSample());
  await page.getByText('ready').waitFor();
  await choose('Yearly report.docx', wordSample({ chapters: 30, paragraphsPerChapter: 20 }));
  await choose('Berths.png', Buffer.from('a picture'));
  await page.getByText('not supported').waitFor();
  await page.getByText(' %').waitFor();
  await shoot('documents');
  await db.query('DELETE FROM documents');
}

async function throughPages(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/usage');
  await page.getByRole('row', { name: /^Web shop/ }).waitFor();
  await shoot('usage', true);
  await page.goto('/playground');
  await choose(page, 'To', 'Spanish');
  await choose(page, 'Glossary', 'Harbour terms');
  await page.getByLabel('Text', { exact: true }).fill('The harbour is big. The garden is green.');
  await page.getByRole('button', { name: 'Translate' }).click();
  await page.getByTestId('translation').getByText('puerto').waitFor();
  await page.getByRole('tab', { name: 'JavaScript' }).click();
  await shoot('playground', true);
  await throughGlossaries(page, shoot);
  await throughDocuments(page, shoot);
  await page.goto('/requests');
  await page.getByRole('cell', { name: 'EN → ES' }).first().waitFor();
  await shoot('requests', true);
  await page.goto('/people');
  await page.getByText('this session').waitFor();
  await shoot('people', true);
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('invite');
  await throughTeam(page, shoot);
  await page.goto('/account');
  await page.getByText('this session').waitFor();
  await shoot('account', true);
}

async function throughTeam(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/limits');
  await page.getByRole('cell', { name: 'Requests per second' }).waitFor();
  await page.getByText('214 calls').waitFor();
  await shoot('limits', true);
  // What was done for the pictures themselves is in the log as well, and not about this subject.
  await page.goto(`/audit?subject=${team}`);
  const entry = page.getByRole('row', { name: /Changed the role of birgit/ });
  await entry.getByText('Details').click();
  await page.evaluate('scrollTo(0, 0)');
  await shoot('audit');
  await suspendTeam(db, team, 'The invoice of October is overdue', testActor);
  await page.goto('/keys');
  await page.getByText('is suspended').waitFor();
  await page.getByRole('cell', { name: 'Web shop', exact: true }).waitFor();
  await shoot('suspended');
  await resumeTeam(db, team, 'Paid', testActor);
}

async function throughOperator(page: Page, shoot: Shoot): Promise<void> {
  await page.evaluate('sessionStorage.clear(), localStorage.clear()');
  await signInOn(page, operator);
  await page.goto('/operator/teams');
  await page.getByRole('link', { name: 'Harbour Trading' }).waitFor();
  await shoot('operator-teams');
  await page.getByRole('link', { name: 'Harbour Trading' }).click();
  await page.locator('td.what').first().waitFor();
  await page.getByLabel('Requests per second').waitFor();
  await shoot('operator-team', true);
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('operator-suspend');
  await page.goto('/operator/users');
  await page.getByRole('row', { name: /amadou/ }).waitFor();
  await shoot('operator-users', true);
  await page.goto('/operator/usage');
  await page
    .getByRole('row', { name: /Harbour Trading/ })
    .first()
    .waitFor();
  await shoot('operator-usage', true);
  await beatNode(db, node);
  await page.goto('/operator/installation');
  await page.getByRole('table', { name: 'Slowest pairs' }).waitFor();
  await shoot('operator-installation', true);
  await page.goto('/operator/availability');
  await page.getByRole('table', { name: 'Housekeeping' }).waitFor();
  await shoot('operator-availability', true);
  await page.goto('/operator/audit');
  await page.getByRole('table').waitFor();
  await untilShown(page);
  await shoot('operator-audit');
  await page.goto('/operator/models');
  await page.getByRole('heading', { name: 'Models', exact: true }).waitFor();
  await untilShown(page);
  await shoot('operator-models');
}

/** A team that has nothing yet. */
async function throughEmptyPages(page: Page, shoot: Shoot): Promise<void> {
  await page.evaluate('sessionStorage.clear(), localStorage.clear()');
  await signInOn(page, newcomer);
  for (const name of ['home', 'keys', 'usage', 'requests', 'glossaries', 'style-rules', 'documents']) {
    await page.goto(`/${name}`);
    await untilShown(page);
    await shoot(`empty-${name}`, true);
  }
}

test.each(settings)('pages in the $theme theme$name', async ({ name: suffix, options, theme }) => {
  const { page } = await browser.visit(service.server.consoleUrl, theme, options);
  const shoot = shootsOf(page, theme, suffix);
  await page.goto('/sign-in');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await shoot('sign-in');
  await page.goto(await invitation());
  await page.getByLabel('Password').waitFor();
  await shoot('join');
  await signInOn(page, owner);
  if (suffix !== '') {
    await page.getByRole('button', { name: 'Menu' }).click();
    await shoot('menu');
  }
  await throughFirstPages(page, shoot);
  await throughKeys(page, shoot);
  await throughPages(page, shoot);
  await throughOperator(page, shoot);
  await throughEmptyPages(page, shoot);
  await page.goto('/reference');
  await page.getByRole('heading', { name: 'API reference' }).waitFor();
  await untilShown(page);
  await shoot('reference-list');
  await page.goto('/reference/translate');
  await page.getByRole('heading', { name: 'Try it' }).waitFor();
  await shoot('reference');
  await rewriteAuditLog(db, 'DELETE FROM audit_log WHERE at > $1', [seededAt]);
  await db.query('DELETE FROM access_links');
  await db.query('UPDATE sessions SET ended_at = now() WHERE browser LIKE $1', ['%Headless%']);
});
