import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { containsShown, namedControls } from './accessible-names.ts';
import { sourceFiles } from './catalogues.ts';
import { extract } from './extract.ts';
import { fill } from './fill.ts';
import { literalTexts } from './literal-texts.ts';
import { readPo, writePo } from './po-file.ts';
import { problemsOfTranslation } from './verify.ts';

const folder = mkdtempSync(join(tmpdir(), 'messages-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(source: string): string {
  const file = join(folder, 'page.tsx');
  writeFileSync(file, source);
  return file;
}

test('every text of the dashboard goes through messages', () => {
  expect(sourceFiles().flatMap(literalTexts)).toEqual([]);
});

test.each([
  ['const a = () => <p>Some text</p>;', 'Some text'],
  ['const a = () => <p>{isOn ? "Some text" : ""}</p>;', 'Some text'],
  ['const a = () => <input aria-label="Some text" />;', 'Some text'],
  ['const a = (name: string) => <p title={`Delete $' + '{name}`} />;', 'Delete'],
  ['const a = () => [{ header: "Name" }];', 'Name'],
  ['const a = ({ label = "Some text" }) => label;', 'Some text'],
  ['const a = (b?: string) => t("A {b}", { b: b ?? "Some text" });', 'Some text'],
  ['const a = t("Some text");', 'read when the file is loaded'],
])('a text that is no message is found: %s', (source, text) => {
  expect(literalTexts(written(source)).join()).toContain(text);
});

test('code, class names and messages are no literal texts', () => {
  const source = 'const a = () => <p className="quiet small"><code>forbidden</code>{t("Some text")}</p>;';
  expect(literalTexts(written(source))).toEqual([]);
});

test('messages are extracted with their contexts, and a call that cannot be is reported', () => {
  const { messages, problems } = extract([
    written(
      't("A {b}", { b }); tIn("x", "A"); <Message text="A <link>b</link>" values={{ link }} />; t(c); t("{d}");',
    ),
  ]);
  expect(messages.map(({ text, context }) => [text, context])).toEqual([
    ['A {b}', ''],
    ['A', 'x'],
    ['A <link>b</link>', ''],
    ['{d}', ''],
  ]);
  expect(problems).toHaveLength(2);
  expect(problems.join()).toMatch(/must be literals.*needs the value "d"/);
});

test('a control whose name does not say what it shows is found', () => {
  const source = `const a = () => (
    <>
      <RowButton label={t('Remove {name}', { name })}>{t('Remove')}</RowButton>
      <button type="button" aria-label={t('Role of {name}', { name })}><Icon />{tIn('x', 'Role')}</button>
      <section aria-label={t('Keys')}>{t('Create')}</section>
    </>
  );`;
  const controls = namedControls(written(source));
  expect(controls.map(({ shown, name }) => [shown, name])).toEqual([
    ['Remove', 'Remove {name}'],
    ['x\u0004Role', 'Role of {name}'],
  ]);
  expect(containsShown('Remove', 'remove {name}')).toBe(true);
  expect(containsShown('Passwort zurücksetzen', 'Passwort von {email} zurücksetzen')).toBe(false);
});

test('a catalogue survives being written', () => {
  const entries = [
    { text: 'A "b"\n\\', context: '', files: ['a.ts', 'b.ts'], translation: 'Ä' },
    { text: 'A', context: 'x', files: ['a.ts'], translation: '' },
  ];
  const po = writePo('de', entries);
  expect(readPo(po)).toEqual(entries.toReversed());
  expect(writePo('de', readPo(po))).toBe(po);
});

const calls = '{count, plural, one {# call of {name}} other {# calls of {name}}}';

test.each([
  ['de', 'Delete {name}', '{name} löschen'],
  ['de', 'Go to the <link>keys</link>.', 'Zu den <link>Schlüsseln</link>.'],
  ['de', calls, '{count, plural, one {ein Aufruf von {name}} other {# Aufrufe von {name}}}'],
  ['ja', calls, '{count, plural, other {{name}の呼び出し#件}}'],
  ['pl', calls, '{count, plural, one {# {name}} few {# z {name}} many {# od {name}} other {# {name}}}'],
  ['de', '{count, plural, one {# node} other {# nodes}}', '{count, plural, one {# Knoten} other {# Knoten}}'],
  ['ja', '{source} to {target}', '{source}→{target}'],
  ['fr', "This can't be undone.", "C'est irréversible."],
])('a translation that keeps everything is accepted: %s', (language, text, translation) => {
  expect(problemsOfTranslation(language, text, translation)).toEqual([]);
});

test.each([
  ['de', 'Delete {name}', '{Name} löschen', 'lacks {name}'],
  ['de', 'Delete {name}', 'Löschen', 'lacks {name}'],
  ['de', 'Delete', '{name} löschen', 'has {name}'],
  ['de', 'Delete', 'Löschen ', 'spaces'],
  ['de', 'Delete {name}', '{name löschen', 'not an ICU message'],
  ['de', 'Delete {name}', '{name} {name} löschen', 'differ'],
  ['de', 'Go to the <link>keys</link>.', 'Zu den <link>Schlüsseln.', 'differ'],
  ['de', 'Go to the <link>keys</link>.', 'Zu den Schlüsseln.', 'lacks {link}'],
  ['de', 'Refused with <code>a</code>.', 'Abgelehnt mit a.', 'differ'],
  ['pl', calls, '{count, plural, one {# {name}} other {# {name}}}', 'lacks "few"'],
  ['ja', calls, '{count, plural, one {# {name}} other {# {name}}}', 'ja does not have'],
  ['de', calls, '{count, plural, one {#} other {# {name}}}', 'count=one'],
  ['de', calls, '{count} {name}', 'plurals'],
  [
    'pl',
    calls,
    '{count, plural, one {#{name}} few {#{name}} many {#{name}} other {#{name}}}',
    'are the same',
  ],
  ['de', calls, '{count, plural, one {# von {name}} other {# von {name}}}', 'are the same'],
])('a broken translation is refused: %s "%s"', (language, text, translation, problem) => {
  expect(problemsOfTranslation(language, text, translation).join()).toContain(problem);
});

test('only good translations of known messages are filled in', () => {
  const catalogue = ['Keys', 'Delete {name}'].map((text) => ({
    text,
    context: '',
    files: [],
    translation: '',
  }));
  const { entries, problems, count } = fill('de', catalogue, [
    { text: 'Keys', translation: 'Schlüssel' },
    { text: 'Delete {name}', translation: 'Löschen' },
    { text: 'Unknown', translation: 'Unbekannt' },
  ]);
  expect(entries.map(({ translation }) => translation)).toEqual(['Schlüssel', '']);
  expect([problems.length, count]).toEqual([2, 1]);
});
