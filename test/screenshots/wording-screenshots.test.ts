/** The pictures that need a language model: style rules, and the playground with what it offers then. */
import { afterAll, beforeAll, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { choose } from '../browser/support/choose.ts';
import { signInOn, useBrowser } from '../browser/support/dashboard.ts';
import { seedTeamWithDefaultLimits, seedUser, signIn } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { useWordingModel } from '../support/wording-model.ts';
import { settings, shootsOf } from './shoot.ts';

const wording = useWordingModel(
  (url) => `engines:
  apertium: {}
  llm: { type: openai, url: "${url}", model: test-model, languages: [en, fr, de] }
`,
);
const service = useServer(wording.env);
const browser = useBrowser();
const owner = 'ines@harbour.example';
const answers = [
  'Das Schiff legt um acht Uhr an. Bitte halten Sie Ihre Papiere bereit.',
  'Um acht Uhr legt das Schiff an. Halten Sie bitte Ihre Unterlagen bereit.',
  'Das Schiff macht um 8 Uhr fest. Ihre Papiere sollten Sie zur Hand haben.',
];
let db: Database;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  const team = await seedTeamWithDefaultLimits(db, 'Harbour Trading');
  await seedUser(db, team, owner);
  const user = await signIn(service.server.consoleUrl, owner);
  const add = (body: object) => user.send('POST', `/teams/${team}/style-rules`, body);
  await add({ name: 'Help centre', language: 'es' });
  await add({
    name: 'Web shop',
    language: 'de',
    configured_rules: { dates_and_times: { time_format: 'use_24_hour_clock' } },
    custom_instructions: [
      { label: 'Address', prompt: 'Address the reader politely, with "Sie".' },
      { label: 'Currency', prompt: 'Write amounts as 20 €, with a space in between.', source_language: 'en' },
      { label: 'Length', prompt: 'Use short sentences.' },
    ],
  });
});
afterAll(() => db.end());

test.each(settings)('style rules in the $theme theme$name', async ({ name, theme, options }) => {
  wording.model.write = (_, { alternative }) => answers[alternative] ?? '';
  const { page } = await browser.visit(service.server.consoleUrl, theme, options);
  const shoot = shootsOf(page, theme, name);
  await signInOn(page, owner);
  await page.goto('/style-rules');
  await page.getByRole('link', { name: 'Web shop' }).waitFor();
  await shoot('style-rules');
  await page.getByRole('link', { name: 'Web shop' }).click();
  await page.getByRole('cell', { name: 'Currency', exact: true }).waitFor();
  await shoot('style-rule-list', true);
  await page.getByRole('button', { name: 'Change Currency' }).click();
  await shoot('style-rule-instruction');
  await page.goto('/playground');
  await choose(page, 'To', 'German');
  await page
    .getByLabel('Text', { exact: true })
    .fill('The ship docks at eight. Please have your papers ready.');
  await choose(page, 'Style rules', 'Web shop');
  await page.getByLabel('Instructions').fill('Write for passengers.');
  await choose(page, 'Alternatives', '2');
  await page.getByRole('button', { name: 'Translate', exact: true }).click();
  await page.getByRole('region', { name: 'Alternatives' }).waitFor();
  await shoot('playground-wording', true);
});
