import { expect, test } from 'vitest';
import { landingPath, rolesOf } from './page-access.ts';

test('a translator starts on the page to translate, everybody else at home', () => {
  expect(landingPath('translator')).toBe('/translate');
  for (const role of ['viewer', 'member', 'owner', undefined] as const)
    expect(landingPath(role)).toBe('/home');
});

test('everybody may open the page on which they start', () => {
  for (const role of ['translator', 'viewer', 'member', 'owner'] as const)
    expect(rolesOf(landingPath(role))).toContain(role);
});

test('a page that nobody has decided about is not for translators', () => {
  expect(rolesOf('/new')).toEqual(['viewer', 'member', 'owner']);
});
