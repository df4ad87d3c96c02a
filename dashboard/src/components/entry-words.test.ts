import { expect, test } from 'vitest';
import { kindChoices, kindName } from './audit/kind-words.ts';
import { actionChoices, describeActor, describeEntry } from './entry-words.ts';

const say = (action: string, details: Record<string, unknown>) =>
  describeEntry({ action, details, subject: { id: 'en-de' } });

test('an entry says what changed, from what to what', () => {
  expect(say('limits.changed', { requests_burst: { from: 200, to: 7 } })).toBe(
    'Changed limits: Burst of requests from 200 to 7.',
  );
  expect(
    say('settings.changed', { engines: { from: null, to: ['apertium'] }, cache: { from: true, to: false } }),
  ).toBe('Changed settings: Engines from all to apertium, Cache from on to off.');
  expect(say('user.role_changed', { email: 'a@b.c', from: 'viewer', to: 'owner' })).toBe(
    'Changed the role of a@b.c from viewer to owner.',
  );
  expect(say('credit.added', { characters: -5, reason: 'Mistake', credit_left: 1 })).toBe(
    'Took back 5 characters of credit, 1 left: Mistake',
  );
  const dictionaries = [{ source_lang: 'EN', target_lang: 'ES', entry_count: 1 }];
  expect(say('glossary.created', { name: 'Terms', dictionaries })).toBe(
    'Created the glossary "Terms": English → Spanish (1 entry).',
  );
});

test('the limits of a key are told, and what it has no limit of', () => {
  const networks = { from: null, to: ['10.0.0.0/8', '::1'] };
  expect(say('key.limited', { name: 'Shop', monthly_characters: { from: 5_000, to: null }, networks })).toBe(
    'Changed limits of the key "Shop": Characters per month from 5,000 to none, Networks from none to 10.0.0.0/8, ::1.',
  );
  const created = { name: 'Shop', mode: 'live', fingerprint: '0123abcd', scopes: ['translate'] };
  expect(say('key.created', created)).toBe('Created the live key "Shop" (0123abcd): translate texts.');
  expect(say('key.created', { ...created, limits: { requests_per_second: 7 } })).toBe(
    'Created the live key "Shop" (0123abcd): translate texts. Its limits: Requests per second: 7.',
  );
});

test('a changed destination for events is told without its address', () => {
  const address = { from: 'https://a.example/secret', to: 'https://b.example/secret' };
  expect(say('destination.changed', { address, is_enabled: { from: false, to: true } })).toBe(
    'Changed a destination for events: Address.',
  );
  expect(say('destination.changed', { is_enabled: { from: true, to: false } })).toBe(
    'Turned a destination for events off.',
  );
});

test('an end of a session tells whose it was', () => {
  expect(say('session.ended', {})).toBe('Ended one of their own sessions.');
  expect(say('session.ended', { email: 'a@b.c' })).toBe('Ended a session of a@b.c.');
});

test('what is unknown or incomplete is still told', () => {
  expect(say('planet.moved', { by: 1 })).toBe('planet.moved');
  expect(say('constructor', {})).toBe('constructor');
  for (const { value } of actionChoices()) expect(say(value, {}), value).not.toContain('undefined');
});

test('who it was: a user, a key, or somebody on the server', () => {
  expect(describeActor({ type: 'user', id: '1', name: 'a@b.c' })).toBe('a@b.c');
  expect(describeActor({ type: 'key', id: '1', name: 'Shop' })).toBe('key "Shop"');
  expect(describeActor({ type: 'key', id: '1', name: null })).toBe('key "1"');
  expect(describeActor({ type: 'command_line', id: null, name: 'root' })).toBe('root, on the server');
});

test('failed attempts are told with their number, and nobody is named as the one who made them', () => {
  const details = { email: 'a@b.c', attempts: 10, minutes: 15 };
  expect(say('sign_in.failed', details)).toBe('10 failed attempts to sign in as a@b.c within 15 min.');
  expect(say('sign_in.locked', { ...details, attempts: 1 })).toBe(
    'Too many failed attempts to sign in as a@b.c: 1 attempt was refused within 15 min.',
  );
  expect(describeActor({ type: 'unknown', id: null, name: null })).toBe('Somebody who is not signed in');
  expect(say('data.exported', { data: 'usage' })).toBe('Exported the usage as CSV.');
});

test('what operators did with models is told by language, and every action belongs to a kind with a name', () => {
  expect(say('model.pull_requested', { architecture: 'tiny' })).toBe(
    'Asked to install English → German (tiny)',
  );
  expect(say('model.removal_requested', { architecture: null })).toBe('Asked to remove English → German');
  expect(say('model.request_cancelled', {})).toBe('Cancelled English → German');
  const kinds = new Set(kindChoices().map(({ value }) => value));
  for (const { value } of actionChoices()) expect(kinds, value).toContain(value.split('.', 1)[0]);
  expect([kindName('style_rules'), kindName('planet'), kindName('constructor')]).toEqual([
    'Style rules',
    'planet',
    'constructor',
  ]);
});
