import { expect, test } from 'vitest';
import { addressOfTeam, readQuestion, teamIdAt, trailOf, writeQuestion } from './addresses.ts';

test('a question survives its address', () => {
  const questions = [
    { search: '', state: undefined, cursor: undefined },
    { search: 'a&b=c #?', state: 'suspended', cursor: 'x-_9' },
  ] as const;
  for (const question of questions) {
    const { searchParams } = new URL(writeQuestion(question), 'http://x');
    expect(readQuestion(searchParams)).toEqual(question);
  }
  expect(readQuestion(new URLSearchParams('state=nonsense')).state).toBeUndefined();
});

test('an address names a team or the list', () => {
  expect(teamIdAt(addressOfTeam('019a'))).toBe('019a');
  expect([teamIdAt('/operator/teams'), teamIdAt('/operator/teams/')]).toEqual([undefined, undefined]);
});

test('a trail is one that this page wrote', () => {
  expect(trailOf({ trail: ['/operator/teams'] })).toEqual(['/operator/teams']);
  for (const state of [null, 'x', { trail: 'x' }, { trail: [1] }]) expect(trailOf(state)).toEqual([]);
});
