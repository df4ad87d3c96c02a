/** The state of the document queue, for time estimates and for metrics. */
import type { Database } from './database.ts';
import { workerAliveMs } from './document-workers.ts';

export interface QueueAhead {
  /** Characters of other documents that are translated before this one or in parallel. */
  readonly charactersAhead: number;
  /** How many documents these are. */
  readonly documentsAhead: number;
  /** How many documents are translated in parallel, over all processes. */
  readonly workers: number;
  /** Characters per second of recent large documents; undefined if none was finished recently. */
  readonly recentPace: number | undefined;
  /** Seconds that recent small documents took; undefined if none was finished recently. */
  readonly recentOverhead: number | undefined;
}

/**
 * A document with fewer characters takes as long as it takes to open and store a file, whatever the engine's speed. It says
 * nothing about the pace of a large one.
 */
const largeCharacters = 2_000;

interface QueueRow {
  readonly id: string | null;
  readonly ahead: string | null;
  readonly documents: string | null;
  readonly workers: string;
  readonly pace: number | null;
  readonly overhead: number | null;
}

/** Returns what is ahead of each document. One query for all, because the queue and the page may be long. */
export async function readQueueAhead(
  db: Database,
  ids: readonly string[],
): Promise<(id: string) => QueueAhead> {
  const { rows } = await db.query<QueueRow>(
    `WITH under_way AS (
       SELECT id, place, state = 'translating' AS has_begun, characters - translated AS rest FROM documents
        WHERE state IN ('queued', 'translating') AND expires_at > clock_timestamp()
     ), waiting AS (
       SELECT id, coalesce(sum(rest) FILTER (WHERE has_begun) OVER (), 0) - CASE WHEN has_begun THEN rest ELSE 0 END
                + coalesce(sum(rest) FILTER (WHERE NOT has_begun) OVER before, 0) AS ahead,
              count(*) FILTER (WHERE has_begun) OVER () - CASE WHEN has_begun THEN 1 ELSE 0 END
                + count(*) FILTER (WHERE NOT has_begun) OVER before AS documents
         FROM under_way
       WINDOW before AS (ORDER BY place, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
     ), lately AS (
       SELECT characters, extract(epoch FROM finished_at - started_at)::float8 AS seconds,
              characters >= $3 AS is_large, row_number() OVER (PARTITION BY characters >= $3 ORDER BY finished_at DESC) AS age
         FROM documents
        WHERE state = 'done' AND characters > 0 AND finished_at > clock_timestamp() - interval '1 hour'
     )
     SELECT waiting.id, waiting.ahead, waiting.documents, everyone.* FROM (
       SELECT (SELECT coalesce(sum(concurrency), 0) FROM document_workers
                WHERE seen_at > clock_timestamp() - make_interval(secs => $2)) AS workers,
              -- Medians: one document that waited for an engine must not slow down all estimates.
              (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY characters / nullif(seconds, 0))
                 FROM lately WHERE is_large AND age <= 20) AS pace,
              (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds)
                 FROM lately WHERE NOT is_large AND age <= 20) AS overhead
     ) AS everyone LEFT JOIN waiting ON waiting.id = ANY ($1::uuid[])`,
    [ids, workerAliveMs / 1_000, largeCharacters],
  );
  const { workers = '0', pace = null, overhead = null } = rows[0] ?? {};
  const ahead = new Map(rows.map((row) => [row.id, row]));
  return (id) => ({
    // A document that finished in the meantime has nothing ahead of it.
    charactersAhead: Number(ahead.get(id)?.ahead ?? 0),
    documentsAhead: Number(ahead.get(id)?.documents ?? 0),
    workers: Number(workers),
    recentPace: pace ?? undefined,
    recentOverhead: overhead ?? undefined,
  });
}

export interface DocumentCounts {
  readonly byState: Readonly<Record<string, number>>;
  /** Time since the upload of the document that has waited longest; 0 if none waits. */
  readonly oldestWaitSeconds: number;
}

export async function countDocuments(db: Database): Promise<DocumentCounts> {
  const { rows } = await db.query<{ state: string; count: number; oldest: number | null }>(
    `SELECT state, count(*)::int AS count, extract(epoch FROM clock_timestamp() - min(created_at))::float8 AS oldest
       FROM documents WHERE expires_at > clock_timestamp() GROUP BY state`,
  );
  const queued = rows.find(({ state }) => state === 'queued');
  return {
    byState: Object.fromEntries(rows.map(({ state, count }) => [state, count])),
    oldestWaitSeconds: queued?.oldest ?? 0,
  };
}

export interface DocumentQueueState {
  readonly waiting: number;
  readonly running: number;
  readonly oldestWaitingSince: Date | null;
  readonly teamCount: number;
  /** The teams with the most documents in progress. */
  readonly teams: readonly TeamDocuments[];
}

interface TeamDocuments {
  readonly id: string;
  readonly name: string;
  readonly waiting: number;
  readonly running: number;
}

/** More is not readable. */
const maxTeamsShown = 10;

/** For operators: how many documents are in progress, and of which teams. Only numbers, nothing of a document. */
export async function readDocumentQueue(db: Database): Promise<DocumentQueueState> {
  const { rows } = await db.query<
    TeamDocuments & { allWaiting: number; allRunning: number; oldest: Date | null; teamCount: number }
  >(
    `SELECT t.id, t.name, d.waiting, d.running, d."allWaiting", d."allRunning", d.oldest, d."teamCount"
       FROM (SELECT team_id, (count(*) FILTER (WHERE state = 'queued'))::int AS waiting,
                    (count(*) FILTER (WHERE state = 'translating'))::int AS running,
                    (sum(count(*) FILTER (WHERE state = 'queued')) OVER ())::int AS "allWaiting",
                    (sum(count(*) FILTER (WHERE state = 'translating')) OVER ())::int AS "allRunning",
                    min(min(created_at) FILTER (WHERE state = 'queued')) OVER () AS oldest,
                    (count(*) OVER ())::int AS "teamCount"
               FROM documents WHERE state IN ('queued', 'translating') AND expires_at > clock_timestamp()
              GROUP BY team_id ORDER BY count(*) DESC, team_id LIMIT ${maxTeamsShown}) AS d
       JOIN teams t ON t.id = d.team_id
      ORDER BY d.waiting + d.running DESC, t.id`,
  );
  const [first] = rows;
  return {
    waiting: first?.allWaiting ?? 0,
    running: first?.allRunning ?? 0,
    oldestWaitingSince: first?.oldest ?? null,
    teamCount: first?.teamCount ?? 0,
    teams: rows.map(({ id, name, waiting, running }) => ({ id, name, waiting, running })),
  };
}
