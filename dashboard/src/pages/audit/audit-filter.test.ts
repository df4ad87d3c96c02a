import { expect, test } from 'vitest';
import { questionOf, readFilter, writeFilter } from './audit-filter.ts';

const now = Date.parse('2026-11-15T10:30:00Z');

test('an address holds the filter, and what makes no sense in it is ignored', () => {
  const filter = {
    range: { kind: 'custom', from: '2026-11-01', to: '2026-11-02' },
    actor: 'a&b=c',
    action: 'key.created',
    subject: 'x@example.org',
  } as const;
  const search = new URLSearchParams('team=1&action=key.revoked');
  writeFilter(search, filter);
  expect(readFilter(new URLSearchParams(`${search}`))).toEqual(filter);
  expect(search.get('team')).toBe('1');
  writeFilter(search, { ...filter, actor: '', action: '', subject: '' });
  expect(`${search}`).toBe('team=1&from=2026-11-01&to=2026-11-02');
  expect(readFilter(new URLSearchParams('action=%3Cscript%3E')).action).toBe('');
});

test('the newest entries are asked for without an end, whatever this clock says', () => {
  expect(questionOf(readFilter(new URLSearchParams('days=7&actor=x')), now)).toEqual({
    from: '2026-11-09T00:00:00.000Z',
    actor: 'x',
  });
  expect(questionOf(readFilter(new URLSearchParams('from=2026-11-01&to=2026-11-02')), now)).toEqual({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-03T00:00:00.000Z',
  });
});
