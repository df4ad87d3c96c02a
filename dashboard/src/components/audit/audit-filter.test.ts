import { expect, test } from 'vitest';
import { allLogs, questionOf, readFilter, teamLog, widened, writeFilter } from './audit-filter.ts';

const now = Date.parse('2026-11-15T10:30:00Z');
const read = (search: string, scope = teamLog) => readFilter(new URLSearchParams(search), scope);

test('an address holds the filter, and what makes no sense in it is ignored', () => {
  const filter = {
    range: { kind: 'custom', from: '2026-11-01', to: '2026-11-02' },
    what: 'key.created',
    texts: { actor: 'a&b=c', subject: 'x@example.org' },
  } as const;
  const search = new URLSearchParams('team=1&action=key.revoked');
  writeFilter(search, filter, teamLog);
  expect(read(`${search}`)).toEqual(filter);
  expect(search.get('team')).toBe('1');
  writeFilter(search, widened(filter), teamLog);
  expect(`${search}`).toBe('team=1&from=2026-11-01&to=2026-11-02');
  expect(read('action=%3Cscript%3E').what).toBe('');
});

test('the newest entries are asked for without an end, whatever this clock says', () => {
  expect(questionOf(read('days=7&actor=x'), teamLog, now)).toEqual({
    from: '2026-11-09T00:00:00.000Z',
    actor: 'x',
  });
  expect(questionOf(read('from=2026-11-01&to=2026-11-02'), teamLog, now)).toEqual({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-03T00:00:00.000Z',
  });
});

test('the logs of all teams are filtered by a team, and not by the one of the side bar', () => {
  const search = 'days=7&team=1&in=Harbour&kind=key&action=key.created';
  expect(questionOf(read(search, allLogs), allLogs, now)).toEqual({
    from: '2026-11-09T00:00:00.000Z',
    kind: 'key',
    team: 'Harbour',
  });
  expect(read(search).texts).toEqual({ actor: '', subject: '' });
});
