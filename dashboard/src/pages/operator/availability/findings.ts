/** Problems of processes, stores, queues and housekeeping, each with what to do and where the documentation says more. */
import type { Availability } from '../../../api/operator-queries.ts';
import { byLevel, type Finding, noRedis, problem, warning } from '../../../components/live-state.tsx';
import { formatConjunction, formatList, formatMegabytes, formatNumber } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { processName } from './process-name.ts';
import { postgresName, redisName } from './store-names.ts';

type Processes = NonNullable<Availability['processes']>;

const alerts = 'docs/operate/alerts.md';
const highAvailability = 'docs/operate/high-availability.md';

/** As long as the alert for documents waits. */
const longWaitMs = 10 * 60_000;
/** Several batches: the database does not keep up. */
const manyCharges = 2_000;
/** Half of what a process keeps. */
const manyLogRows = 5_000;
/** Several seconds of writing on a busy server. */
const farBehindBytes = 64 * 1024 * 1024;

export function findingsOf(availability: Availability, nowMs: number): Finding[] {
  const { processes, postgres, redis, documents, housekeeping } = availability;
  return byLevel([
    ...silentParts(availability),
    ...(processes === null ? [] : processFindings(processes)),
    ...(postgres === null ? [] : postgresFindings(postgres)),
    ...(redis === null ? [] : redisFindings(redis)),
    ...(documents === null ? [] : documentFindings(documents, processes, nowMs)),
    ...(housekeeping ?? []).flatMap(taskFindings),
  ]);
}

export function describeAvailability({ processes, documents }: Availability): string {
  return t(
    '{processes, plural, one {# live process} other {# live processes}}; {documents, plural, =0 {no documents in progress} one {# document in progress} other {# documents in progress}}.',
    {
      processes: processes?.filter(({ is_live }) => is_live).length ?? 0,
      documents: (documents?.waiting ?? 0) + (documents?.running ?? 0),
    },
  );
}

function silentParts({ processes, postgres, redis, documents }: Availability): Finding[] {
  const silent = [
    processes === null && t('Processes'),
    postgres === null && postgresName,
    redis === null && redisName,
    documents === null && t('Document queue'),
  ].filter((part) => part !== false);
  if (silent.length === 0) return [];
  return [
    warning(
      t('These parts did not respond in time: {parts}.', { parts: formatList(silent) }),
      t('The page asks again by itself. If this persists, check the log of the node that serves this page.'),
      `${alerts}#${silent.join() === redisName ? 'dragomanlimiteralone' : 'dragomanpostgrespoolbusy'}`,
    ),
  ];
}

function processFindings(processes: Processes): Finding[] {
  const live = processes.filter(({ is_live }) => is_live);
  const alone = live.filter(({ reaches_redis }) => reaches_redis === false);
  const slow = live.filter(({ backlog }) => (backlog?.charges ?? 0) >= manyCharges);
  const logging = live.filter(({ backlog }) => (backlog?.request_log?.waiting_rows ?? 0) >= manyLogRows);
  const versions = [...new Set(live.flatMap(({ version }) => version ?? []))].toSorted();
  return [
    ...alone.map((process) => noRedis(processName(process), `${alerts}#dragomanlimiteralone`)),
    ...slow.map((process) =>
      problem(
        t('{count} calls wait to be charged on {node}.', {
          count: formatNumber(process.backlog?.charges ?? 0),
          node: processName(process),
        }),
        t('Postgres does not keep up. Check its disk, and other clients that hold locks.'),
        `${alerts}#dragomanchargesfail`,
      ),
    ),
    ...logging.map((process) =>
      warning(
        t('{count} rows of the request logs wait on {node}.', {
          count: formatNumber(process.backlog?.request_log?.waiting_rows ?? 0),
          node: processName(process),
        }),
        t('Postgres does not keep up. If more than 10,000 rows wait, calls are missing in the request logs.'),
        'docs/run/data.md#request-log',
      ),
    ),
    ...(versions.length > 1 ? [severalVersions(versions)] : []),
  ];
}

function severalVersions(versions: readonly string[]): Finding {
  return warning(
    t('Processes of several versions are running: {versions}.', { versions: formatConjunction(versions) }),
    t('Finish the upgrade: restart the processes of the earlier version.'),
    'docs/operate/upgrade.md',
  );
}

function postgresFindings(postgres: NonNullable<Availability['postgres']>): Finding[] {
  const { is_standby, is_read_only, is_synchronous, may_see_standbys, standby_count, standbys } = postgres;
  if (is_standby || is_read_only)
    return [
      problem(
        is_standby
          ? t('Postgres is a standby, which accepts no writes. No call can be charged.')
          : t('Postgres accepts no writes. No call can be charged.'),
        t('Connect to the primary server, promote this one, or make it writable.'),
        `${alerts}#dragomanpostgresaway`,
      ),
    ];
  const isWaitedFor = standbys.some(({ sync_state }) => sync_state === 'sync' || sync_state === 'quorum');
  if (is_synchronous && (standby_count === 0 || (may_see_standbys && !isWaitedFor)))
    return [
      problem(
        t('Commits wait for a standby, and none is connected. Calls are refused.'),
        t('Start a standby, and check that it can reach the primary server.'),
        `${highAvailability}#what-happens-in-a-failover`,
      ),
    ];
  if (!may_see_standbys) return [];
  return standbys.flatMap((standby): Finding[] => {
    const { name, state, lag_bytes } = standby;
    if (state === 'streaming' && (lag_bytes ?? 0) < farBehindBytes) return [];
    return [
      warning(
        t('The standby {name} is {bytes} behind.', {
          name: name ?? '–',
          bytes: formatMegabytes(lag_bytes ?? 0),
        }),
        t(
          'Check its disk and the network between the servers. If the primary server fails now, it cannot take over at once.',
        ),
        highAvailability,
      ),
    ];
  });
}

function redisFindings({ servers }: NonNullable<Availability['redis']>): Finding[] {
  const replicaOnly =
    servers.some(({ role }) => role !== null) && servers.every(({ role }) => role === 'replica');
  if (!replicaOnly) return [];
  return [
    warning(
      t('Redis is a replica, which accepts no writes.'),
      t(
        'Set REDIS_URL to the primary server. Until then, nodes enforce their share of the rate limits on their own.',
      ),
      `${alerts}#dragomanlimiteralone`,
    ),
  ];
}

function documentFindings(
  { waiting, oldest_waiting_since }: NonNullable<Availability['documents']>,
  processes: Availability['processes'],
  nowMs: number,
): Finding[] {
  if (waiting === 0) return [];
  const hasWorker =
    processes?.some(({ is_live, document_workers }) => is_live && document_workers > 0) ?? true;
  const docs = `${alerts}#dragomandocumentswait`;
  if (!hasWorker)
    return [
      problem(
        t('Documents are waiting, and no process translates documents.'),
        t('Set DRAGOMAN_DOCUMENT_WORKERS above 0, or start dragoman worker.'),
        docs,
      ),
    ];
  if (oldest_waiting_since === null || nowMs - Date.parse(oldest_waiting_since) < longWaitMs) return [];
  return [
    warning(
      t('A document has been waiting for more than ten minutes.'),
      t('Start more document workers if the engines have free cores. Nothing is lost meanwhile.'),
      docs,
    ),
  ];
}

function taskFindings({ task, state, nodes }: NonNullable<Availability['housekeeping']>[number]): Finding[] {
  if (state !== 'failed') return [];
  return [
    warning(
      t('The housekeeping task {task} failed on {nodes}.', { task, nodes: formatList(nodes) }),
      t('Check the log of the node. It is retried after five minutes at the latest.'),
      `${alerts}#dragomanhousekeepingfails`,
    ),
  ];
}
