import { expect, test } from 'vitest';
import type { AllAuditEntry } from '../../../api/operator-queries.ts';
import { mergeCopies } from './merge-copies.ts';

const entry = (id: string, changes: Partial<AllAuditEntry> = {}): AllAuditEntry => ({
  id,
  at: '2026-11-15T10:00:00.000Z',
  action: 'session.started',
  subject: { type: 'session', id: 's1' },
  actor: { type: 'user', id: 'u1', name: 'a@b.c' },
  address: null,
  request_id: 'r1',
  details: {},
  team: { id: `t${id}`, name: `Team ${id}` },
  ...changes,
});

test('what one request wrote into several logs is one event, in the place of the newest', () => {
  const other = entry('2', { request_id: 'r2' });
  const events = mergeCopies([entry('3'), other, entry('1', { team: null })]);
  expect(events.map(({ id, teams }) => [id, teams.map((team) => team?.id ?? null)])).toEqual([
    ['3', ['t3', null]],
    ['2', ['t2']],
  ]);
});

test('other subjects, other actions and what has no request stay apart', () => {
  const apart = [
    entry('1'),
    entry('2', { subject: { type: 'session', id: 's2' } }),
    entry('3', { action: 'session.ended' }),
    entry('4', { request_id: null }),
    entry('5', { request_id: null }),
  ];
  expect(mergeCopies(apart)).toHaveLength(5);
});
