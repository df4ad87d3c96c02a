import { expect, test } from 'vitest';
import { toCsv } from './total-usage-csv.ts';

const figures = { characters: 7, calls: 2, texts: 3 };

test('teams have an id and a name, which starts no formula', () => {
  const rows = [{ group: '019a', name: '=1+1 "x"', ...figures }];
  expect(toCsv(rows, 'team')).toBe('team_id,team,characters,calls,texts\r\n"019a","\'=1+1 ""x""",7,2,3\r\n');
});

test('pairs and engines have one column', () => {
  const rows = [{ group: 'EN → DE', name: null, ...figures }];
  expect(toCsv(rows, 'pair')).toBe('pair,characters,calls,texts\r\n"EN → DE",7,2,3\r\n');
});
