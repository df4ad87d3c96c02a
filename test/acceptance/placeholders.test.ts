/** What programs put into texts comes back as it was, through real Apertium. */
import { beforeAll, expect, test } from 'vitest';
import { translate } from '../support/api-client.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';

const context = useServer();
let key: string;

beforeAll(async () => {
  key = (await createKey(context.env, await createTeam(context.env))).plain;
});

async function textsOf(text: string[], rest: object = {}): Promise<string[]> {
  const body = { text, source_lang: 'EN', target_lang: 'ES', ...rest };
  const answer = await translate(context.server.url, key, body);
  expect(answer.status).toBe(200);
  return answer.body.translations.map((translation) => translation.text);
}

test.each([
  ['Hello {name},\n\nyour house is big.', 'Hola {name},\n\nvuestra casa es grande.'],
  ['You have %1$d new messages in {{folder}}.', 'Tienes %1$d mensajes nuevos en {{folder}}.'],
  [
    'The house is at https://example.org/the/house.html.',
    'La casa es en https://example.org/the/house.html.',
  ],
  ['Click <0>here</0> to see the house.', 'Clic <0>aquí</0> para ver la casa.'],
  [
    'You have {n, plural, one {# new house} other {# new houses}}.',
    'Tienes {n, plural, one {# casa nueva} other {# casas nuevas}}.',
  ],
  ['{name}', '{name}'],
  ['I am 100% sure: at 10:30.', 'Soy 100% seguro: en 10:30.'],
])('%s', async (text, translation) => {
  expect(await textsOf([text])).toEqual([translation]);
});

test('placeholders are words like any other where that is asked for, whatever was translated before', async () => {
  const text = ['The {house} is big.'];
  expect(await textsOf(text)).toEqual(['El {house} es grande.']);
  expect(await textsOf(text, { placeholders: 'none' })).toEqual(['La {casa} es grande.']);
  expect(await textsOf(text)).toEqual(['El {house} es grande.']);
});

test('a placeholder costs its characters and does not tell the language', async () => {
  const { body } = await translate(context.server.url, key, {
    text: ['{das} {ist} {nicht} {deutsch} The house is big. {und} {auch} {nicht} {englisch}'],
    target_lang: 'ES',
  });
  expect(body.translations[0]?.detected_source_language).toBe('EN');
  expect(body.characters).toBe(79);
});
