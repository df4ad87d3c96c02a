import { expect, test } from 'vitest';
import type { Role, Team } from './api/queries.ts';
import { isForOperator, isForReader, isListed, landingPath, pagePath, rolesOf } from './page-access.ts';

const teamOf = (role: Role, is_member = true): Team => ({
  id: '019a0000-0000-7000-8000-00000000aaaa',
  name: 'Harbour',
  role,
  is_member,
  suspended: null,
});
const roles = ['translator', 'viewer', 'member', 'owner'] as const;

test('a translator starts on the page to translate, everybody else at home', () => {
  expect(landingPath(teamOf('translator'))).toBe('/translate');
  for (const role of ['viewer', 'member', 'owner'] as const) expect(landingPath(teamOf(role))).toBe('/home');
  expect(landingPath(undefined)).toBe('/home');
});

test('everybody may open the page on which they start', () => {
  for (const role of roles) expect(isForReader(landingPath(teamOf(role)), teamOf(role), null)).toBe(true);
  for (const role of ['full', 'support', 'billing', 'read-only'] as const)
    expect(isForOperator(landingPath(teamOf('viewer', false), role), role)).toBe(true);
});

test('a page that nobody has decided about is not for translators, nor for operators who are not full', () => {
  expect(rolesOf('/new')).toEqual(['viewer', 'member', 'owner']);
  for (const role of ['support', 'billing', 'read-only', null, undefined] as const)
    expect(isForOperator('/new', role)).toBe(false);
  expect(isForOperator('/new', 'full')).toBe(true);
});

test('in a team that is not theirs, operators see the pages of their role', () => {
  const team = teamOf('viewer', false);
  const paths = ['/usage', '/limits', '/home', '/audit', '/glossaries', '/translate', '/playground'];
  const seenBy = (role: 'support' | 'billing' | 'read-only') =>
    paths.filter((path) => isForReader(path, team, role));
  expect(seenBy('billing')).toEqual(['/usage', '/limits']);
  expect(seenBy('support')).toEqual(['/usage', '/limits', '/home', '/audit']);
  expect(seenBy('read-only')).toEqual(['/usage', '/limits', '/home', '/audit', '/glossaries']);
  // In a team of theirs, they also have the role there.
  expect(isForReader('/translate', teamOf('translator'), 'billing')).toBe(true);
});

test('the playground is for members and owners, and nobody else finds a link to it', () => {
  const listed = roles.filter((role) => isListed('/playground', teamOf(role)));
  expect([listed, rolesOf('/playground')]).toEqual([
    ['member', 'owner'],
    ['member', 'owner'],
  ]);
});

test('everybody may read the reference; a translator finds no link to it in the side bar', () => {
  for (const role of roles)
    expect([rolesOf('/reference').includes(role), isListed('/reference', teamOf(role))]).toEqual([
      true,
      role !== 'translator',
    ]);
  expect(isListed('/keys', teamOf('translator'))).toBe(false);
});

test('an operation of the reference is an address of the reference, and of no other page', () => {
  expect(['/reference/translate', '/reference', '/references', '/keys'].map(pagePath)).toEqual([
    '/reference',
    '/reference',
    '/references',
    '/keys',
  ]);
});
