/** What is known of the queue of documents: for how long one will take, and for the metrics. */
import type { Database } from './database.ts';

/** A worker that has not been seen for longer counts as none. */
const aliveMs = 20_000;

export interface QueueAhead {
  readonly charactersAhead: number;
  readonly workers: number;
  readonly recentPace: number | undefined;
}

/** Ahead of the document with this place and id. */
export async function readQueueAhead(
  db: Database,
  { id, place }: { readonly id: string; readonly place: number },
): Promise<QueueAhead> {
  const { rows } = await db.query<{ ahead: string; workers: string; pace: number | null }>(
    `SELECT (SELECT coalesce(sum(characters - translated), 0) FROM documents
              WHERE (state = 'translating' OR (state = 'queued' AND (place, id) < ($2, $1::uuid)))
                AND id <> $1::uuid AND expires_at > clock_timestamp()) AS ahead,
            (SELECT coalesce(sum(concurrency), 0) FROM document_workers
              WHERE seen_at > clock_timestamp() - make_interval(secs => $3)) AS workers,
            (SELECT (sum(characters) / nullif(sum(extract(epoch FROM finished_at - started_at)), 0))::float8
               FROM (SELECT * FROM documents WHERE state = 'done' AND characters > 0
                        AND finished_at > clock_timestamp() - interval '1 hour'
                      ORDER BY finished_at DESC LIMIT 20) AS lately) AS pace`,
    [id, place, aliveMs / 1_000],
  );
  const { ahead = '0', workers = '0', pace = null } = rows[0] ?? {};
  return { charactersAhead: Number(ahead), workers: Number(workers), recentPace: pace ?? undefined };
}

export interface DocumentCounts {
  readonly byState: Readonly<Record<string, number>>;
  /** Since the document that has waited longest was uploaded; 0 where none waits. */
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
