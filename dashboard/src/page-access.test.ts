import { expect, test } from 'vitest';
import { isListed, landingPath, pagePath, rolesOf } from './page-access.ts';

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

test('everybody may read the reference; a translator finds no link to it in the side bar', () => {
  for (const role of ['translator', 'viewer', 'member', 'owner'] as const)
    expect([rolesOf('/reference').includes(role), isListed('/reference', role)]).toEqual([
      true,
      role !== 'translator',
    ]);
  expect(isListed('/keys', 'translator')).toBe(false);
});

test('an operation of the reference is an address of the reference, and of no other page', () => {
  expect(['/reference/translate', '/reference', '/references', '/keys'].map(pagePath)).toEqual([
    '/reference',
    '/reference',
    '/references',
    '/keys',
  ]);
});
