/** The limits of a key on the dashboard: set when it is created, changed afterwards, kept when it is rotated. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { translate } from '../support/api-client.ts';
import { seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { arabic, foreignTexts } from './support/arabic.ts';
import { phone, signInFor, signInOn, useBrowser } from './support/dashboard.ts';
import { axeFindings, cutOffFindings, phoneFindings, wordingFindings } from './support/findings.ts';

const service = useServer();
const browser = useBrowser();
const owner = 'owner@example.org';
const dayMs = 86_400_000;
let db: Database;
let team: string;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, owner);
});
afterAll(() => db.end());

interface ShownKey {
  readonly name: string;
  readonly monthly_characters: number | null;
  readonly networks: readonly string[] | null;
  readonly language_pairs: readonly string[] | null;
  readonly expires_at: string | null;
}

async function limitsOf(name: string) {
  const user = await signIn(service.server.consoleUrl, owner);
  const { body } = await user.send<{ keys: ShownKey[] }>('GET', `/teams/${team}/keys`);
  return body.keys.find((key) => key.name === name);
}

test('a key gets limits, shows what is left and that it ends soon, and the key that follows it keeps them', async () => {
  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await signInOn(page, owner);
  await press('Create a key');
  await page.getByRole('textbox', { name: 'Name' }).fill('Web shop');
  await page.getByText('Limits of this key').click();
  const day = new Date(Date.now() + 5 * dayMs).toISOString().slice(0, 10);
  await page.getByLabel('Expires').fill(day);
  await page.getByLabel('Characters per month').fill('5000');
  await page.getByLabel('Networks').fill('127.0.0.0/8\n::1');
  await page.getByLabel('Language pairs').fill('EN-ES, *-DE');
  expect(await axeFindings(page)).toEqual([]);
  await press('Create');
  const secret = (await page.getByTestId('secret').textContent()) ?? '';
  const expires_at = new Date(`${day}T00:00:00Z`).toISOString();
  const [networks, language_pairs] = [
    ['127.0.0.0/8', '::1'],
    ['EN-ES', '*-DE'],
  ];
  expect(await limitsOf('Web shop')).toMatchObject({
    monthly_characters: 5_000,
    networks,
    language_pairs,
    expires_at,
  });
  await press('I have stored it');
  const row = page.getByRole('row', { name: /^Web shop/ });
  await row.getByText('5,000 of 5,000 left').waitFor();
  await row
    .locator('.tag-warn')
    .getByText(/expires in \d days/)
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);

  const text = 'The house is big.';
  expect((await translate(service.server.url, secret, { text: [text], target_lang: 'ES' })).status).toBe(200);
  await page.reload();
  await row.getByText(`${(5_000 - text.length).toLocaleString('en')} of 5,000 left`).waitFor();

  await press('Limits of Web shop');
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  expect(await page.getByLabel('Networks').inputValue()).toContain('127.0.0.0/8');
  await page.getByLabel('Language pairs').fill('nonsense');
  await press('Save');
  await dialog.getByRole('alert').getByText('such as EN-DE, EN-* or *-DE').waitFor();
  await page.getByLabel('Language pairs').fill('');
  await page.getByLabel('Characters per month').fill('6000');
  await press('Save');
  await row.getByText('of 6,000 left').waitFor();
  const changed = { monthly_characters: 6_000, networks, language_pairs: null, expires_at };
  expect(await limitsOf('Web shop')).toMatchObject(changed);

  await press('Rotate Web shop');
  await press('Create the new key');
  await page.getByTestId('secret').waitFor();
  expect(await limitsOf('Web shop (2)')).toMatchObject(changed);
  expect(complaints).toEqual([]);
});

test('on a phone and from right to left, the limits have room', async () => {
  const options = { ...phone, locale: 'ar' };
  const { page, complaints } = await browser.visit(service.server.consoleUrl, 'light', options);
  await signInFor(page, '/keys', owner);
  await page.getByRole('button', { name: arabic('Limits of {name}', { name: 'Web shop' }) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(arabic('Networks')).waitFor();
  for (const findings of [phoneFindings, cutOffFindings, wordingFindings])
    expect(await findings(page)).toEqual([]);
  const named = ['EN', 'ES', 'DE', 'translate', 'UTC', 'Web shop', 'Harbour', 'apertium', owner];
  expect(await foreignTexts(page, named)).toEqual([]);
  expect(complaints).toEqual([]);
});
