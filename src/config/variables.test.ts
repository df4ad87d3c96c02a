import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { otherNames, settingNames, unknownVariables } from './variables.ts';

const root = new URL('../../', import.meta.url).pathname;

function filesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

test('the list has every variable that the configuration reads, and no other', () => {
  const sources = filesOf('src/config')
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('/variables.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const read = [...sources.matchAll(/\bDRAGOMAN_[A-Z0-9_]+\b/g)].map(([name]) => name);
  const secrets = [...sources.matchAll(/\bsecretOf\('(\w+)'/g)].map(([, name]) => `${name}_FILE`);
  expect([...settingNames].toSorted()).toEqual([...new Set([...read, ...secrets])].toSorted());
});

test('documentation and deployment files name no variable that there is not', () => {
  const folders = ['docs/call', 'docs/console', 'docs/operate', 'docs/run', 'deploy'];
  const files = [...folders.flatMap(filesOf), join(root, 'README.md')];
  // The chaos tests read it.
  const allowed = new Set([...settingNames, ...otherNames, 'DRAGOMAN_FAILOVERS']);
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bDRAGOMAN_[A-Z0-9_]*[A-Z0-9]\b(?!_)/g)].map(([name]) => name),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !allowed.has(name))).toEqual([]);
});

test.each([
  ['DRAGOMAN_PUBLC_PORT', 'DRAGOMAN_PUBLIC_PORT'],
  ['DRAGOMAN_LOGLEVEL', 'DRAGOMAN_LOG_LEVEL'],
  ['DRAGOMAN_SMTP_PASWORD_FILE', 'DRAGOMAN_SMTP_PASSWORD_FILE'],
  ['DRAGOMAN_COLOUR', undefined],
])('%s is unknown, and %s is probably meant', (name, nearest) => {
  expect(unknownVariables({ [name]: '' })).toEqual([{ name, nearest }]);
});

test.each([
  ['DRAGOMAN_PUBLIC_PORT', '8080'],
  ['DRAGOMAN_KEY', 'svc_live_…'],
  ['DRAGOMAN_SERVICE_HOST', '10.0.0.1'],
  ['DRAGOMAN_CONSOLE_SERVICE_PORT_CONSOLE', '80'],
  ['DRAGOMAN_PORT', 'tcp://10.0.0.1:80'],
  ['DRAGOMAN_ENGINE_PORT_80_TCP_ADDR', '10.0.0.1'],
  ['DRAGOMANX', '1'],
])('%s is a setting, or not ours to judge', (name, value) => {
  expect(unknownVariables({ [name]: value })).toEqual([]);
});
