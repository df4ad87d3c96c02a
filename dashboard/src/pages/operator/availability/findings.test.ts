import { expect, test } from 'vitest';
import type { Availability } from '../../../api/operator-queries.ts';
import { backlogOf } from './backlog.ts';
import { describeAvailability, findingsOf } from './findings.ts';

type Process = NonNullable<Availability['processes']>[number];
type Postgres = NonNullable<Availability['postgres']>;
type Standby = Postgres['standbys'][number];

const now = Date.parse('2026-01-01T12:00:00Z');
const time = (minutesAgo: number) => new Date(now - minutesAgo * 60_000).toISOString();
const process = (changes: Partial<Process> = {}): Process => ({
  id: 'p1',
  host: 'alpha',
  process_id: 1,
  version: '0.1.0',
  started_at: time(60),
  last_seen_at: time(0),
  is_live: true,
  roles: ['api', 'documents', 'engines'],
  engines: ['apertium'],
  document_workers: 2,
  reaches_redis: true,
  backlog: { charges: 0, request_log: { waiting_rows: 0, lost_calls: 0 } },
  ...changes,
});
const standby = (changes: Partial<Standby> = {}): Standby => ({
  name: 'node2',
  address: '10.0.0.22',
  state: 'streaming',
  sync_state: 'sync',
  lag_bytes: 0,
  lag_ms: null,
  ...changes,
});
const postgres = (changes: Partial<Postgres> = {}): Postgres => ({
  version: '15.4',
  address: '10.0.0.21',
  port: 5432,
  cluster_name: null,
  started_at: time(60),
  is_standby: false,
  is_read_only: false,
  is_synchronous: true,
  may_see_standbys: true,
  standby_count: 1,
  standbys: [standby()],
  ...changes,
});
const documents = { waiting: 1, running: 1, oldest_waiting_since: time(1), team_count: 1, teams: [] };
const task = { task: 'ledger', state: 'done' as const, done_at: time(1), nodes: ['alpha (1)'] };
const server = { address: 'redis:6379', answers: true, role: 'primary' as const, replicas: 0 };
const all = (changes: Partial<Availability> = {}): Availability => ({
  processes: [process()],
  housekeeping: [task],
  postgres: postgres(),
  redis: { is_cluster: false, servers: [server] },
  documents,
  ...changes,
});

test('nothing is wrong with an installation that works, with or without standbys', () => {
  expect(findingsOf(all(), now)).toEqual([]);
  const alone = postgres({ is_synchronous: false, standby_count: 0, standbys: [] });
  expect(findingsOf(all({ postgres: alone }), now)).toEqual([]);
  const unseen = postgres({
    may_see_standbys: false,
    standbys: [standby({ state: null, sync_state: null })],
  });
  expect(findingsOf(all({ postgres: unseen }), now)).toEqual([]);
  expect(describeAvailability(all())).toBe('1 live process; 2 documents in progress.');
});

const api = 'docs/operate/alerts.md';

test.each<[string, Partial<Availability>, string, 'bad' | 'warn', string]>([
  ['a silent part', { documents: null }, 'Document queue', 'warn', `${api}#dragomanpostgrespoolbusy`],
  [
    'a node without Redis',
    { processes: [process({ reaches_redis: false })] },
    'alpha (1) cannot reach Redis',
    'warn',
    `${api}#dragomanlimiteralone`,
  ],
  [
    'charges that wait',
    { processes: [process({ backlog: { charges: 2_000, request_log: null } })] },
    '2,000 calls wait to be charged on alpha (1)',
    'bad',
    `${api}#dragomanchargesfail`,
  ],
  [
    'log rows that wait',
    {
      processes: [process({ backlog: { charges: 0, request_log: { waiting_rows: 5_000, lost_calls: 0 } } })],
    },
    '5,000 rows',
    'warn',
    'docs/run/data.md#request-log',
  ],
  [
    'two versions',
    { processes: [process(), process({ version: '0.2.0' })] },
    '0.1.0 and 0.2.0',
    'warn',
    'docs/operate/upgrade.md',
  ],
  [
    'a standby',
    { postgres: postgres({ is_standby: true, is_read_only: true }) },
    'Postgres is a standby',
    'bad',
    `${api}#dragomanpostgresaway`,
  ],
  [
    'a read-only server',
    { postgres: postgres({ is_read_only: true }) },
    'accepts no writes',
    'bad',
    `${api}#dragomanpostgresaway`,
  ],
  [
    'no standby to wait for',
    { postgres: postgres({ standby_count: 0, standbys: [] }) },
    'Commits wait for a standby',
    'bad',
    'docs/operate/high-availability.md#what-happens-in-a-failover',
  ],
  [
    'only a standby that is not waited for',
    { postgres: postgres({ standbys: [standby({ sync_state: 'async' })] }) },
    'Commits wait for a standby',
    'bad',
    'docs/operate/high-availability.md#what-happens-in-a-failover',
  ],
  [
    'a standby far behind',
    {
      postgres: postgres({
        standbys: [standby(), standby({ name: 'node3', sync_state: 'potential', lag_bytes: 200_000_000 })],
      }),
    },
    'node3 is 200 MB behind',
    'warn',
    'docs/operate/high-availability.md',
  ],
  [
    'a replica as Redis',
    { redis: { is_cluster: false, servers: [{ ...server, role: 'replica' }] } },
    'Redis is a replica',
    'warn',
    `${api}#dragomanlimiteralone`,
  ],
  [
    'no worker for documents',
    { processes: [process({ document_workers: 0 })] },
    'no process translates documents',
    'bad',
    `${api}#dragomandocumentswait`,
  ],
  [
    'a long wait',
    { documents: { ...documents, oldest_waiting_since: time(11) } },
    'more than ten minutes',
    'warn',
    `${api}#dragomandocumentswait`,
  ],
  [
    'failed housekeeping',
    { housekeeping: [{ ...task, state: 'failed' }] },
    'ledger failed on alpha (1)',
    'warn',
    `${api}#dragomanhousekeepingfails`,
  ],
])('%s', (_name, changes, words, level, docs) => {
  const found = findingsOf(all(changes), now);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ level, docs });
  expect(found[0]?.what).toContain(words);
});

test('a process that has stopped is not blamed, and what it held does not wait', () => {
  const stopped = process({
    is_live: false,
    reaches_redis: false,
    version: '0.0.9',
    backlog: { charges: 9_000, request_log: null },
  });
  expect(findingsOf(all({ processes: [process(), stopped] }), now)).toEqual([]);
  expect(backlogOf([process(), stopped])).toEqual({ charges: 0, requestLog: { waiting: 0, lost: 0 } });
  expect(backlogOf([stopped])).toEqual({ charges: 0, requestLog: null });
});
