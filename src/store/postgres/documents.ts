/**
 * Documents from the API's side: insert, read, list and delete. Updates by workers are in document-work.ts.
 */
import type { CallDialect } from '../../lib/call-dialect.ts';
import type { IdempotencyFingerprint } from '../../lib/idempotency.ts';
import type { LanguagePair } from '../../lib/language-tag.ts';
import type { Page } from '../../lib/page.ts';
import { type Connection, type Database, inTransaction, type Queryable } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { keepFile } from './files-to-delete.ts';
import { type HoldVerdict, placeHold, releaseHold } from './holds.ts';
import { addDocumentJob, removeDocumentJob } from './job-queue.ts';
import { wasCommitted } from './lost-commits.ts';
import { lockTeam } from './teams.ts';

/** Requested options other than the languages. */
export interface DocumentOptions {
  readonly formality?: { readonly level: 'more' | 'less'; readonly isRequired: boolean } | undefined;
  /** Undefined in a row of the previous version, which has at most one glossary. */
  readonly glossaryIds?: readonly string[] | undefined;
  readonly glossaryId?: string | undefined;
  readonly instructions?:
    | {
        /** In a row of the previous version, or if there are none. */
        readonly texts?: readonly string[] | undefined;
        /** Encrypted with the key of the result. */
        readonly sealedTexts?: string | undefined;
        readonly styleId?: string | undefined;
        readonly isRequired: boolean;
      }
    | undefined;
  readonly engines?: readonly string[] | undefined;
  readonly isCached: boolean;
}

/** As `translate` words it: it names languages, and never a text. */
export interface DocumentWarning {
  readonly code: string;
  readonly detail: string;
}

/** What stays the same from the upload to the deletion. */
interface DocumentFacts extends LanguagePair {
  readonly teamId: string;
  readonly id: string;
  readonly keyId: string;
  readonly mode: string;
  /** The person who uploaded it on the console; null if a program did. */
  readonly userId: string | null;
  readonly secretHash: Buffer;
  readonly format: string;
  readonly bytes: number;
  readonly characters: number;
  readonly isDetected: boolean;
  readonly options: DocumentOptions;
  readonly sealedName: Buffer;
}

export interface NewDocument extends DocumentFacts {
  readonly dialect: CallDialect;
  readonly tag?: string | undefined;
  readonly sourceKey: Buffer;
  readonly sourceFile: string;
  readonly resultKey: Buffer;
  readonly lifetimeMs: number;
  readonly idempotency?: IdempotencyFingerprint | undefined;
}

export type DocumentState = 'queued' | 'translating' | 'done' | 'error';

export interface DocumentRow extends DocumentFacts {
  state: DocumentState;
  sourceKey: Buffer | null;
  sourceFile: string | null;
  resultKey: Buffer | null;
  resultFile: string | null;
  place: number;
  translated: number;
  starts: number;
  errorCode: string | null;
  errorDetail: string | null;
  /** About the translation; null if there is nothing to say. */
  warnings: readonly DocumentWarning[] | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  expiresAt: Date;
  /** When the row was read, by the database's clock. */
  readAt: Date;
}

export const documentColumns = `team_id AS "teamId", id, key_id AS "keyId", mode, user_id AS "userId", secret_hash AS "secretHash", state, format, bytes,
  characters, source_lang AS source, is_detected AS "isDetected", target_lang AS target, options,
  sealed_name AS "sealedName", source_key AS "sourceKey", source_file AS "sourceFile", result_key AS "resultKey",
  result_file AS "resultFile", place, translated, starts, error_code AS "errorCode", error_detail AS "errorDetail", warnings,
  created_at AS "createdAt", started_at AS "startedAt", finished_at AS "finishedAt", expires_at AS "expiresAt",
  clock_timestamp() AS "readAt"`;

/** `conflict`: the Idempotency-Key belongs to a different upload. */
export type InsertVerdict = HoldVerdict | 'conflict' | { readonly repeats: RepeatedDocument };

/** Inserts the hold, the document and its job, or none of them. */
export async function insertDocument(db: Database, document: NewDocument): Promise<InsertVerdict> {
  let verdict: InsertVerdict | undefined;
  try {
    return await inTransaction(db, async (connection) => {
      verdict = await insertWithHold(connection, document);
      return verdict;
    });
  } catch (error) {
    // The COMMIT was sent. If the document exists, it is translated and charged, so the caller must not send
    // it again.
    const isInDoubt = verdict === 'held' && isDatabaseUnavailable(error);
    if (isInDoubt && (await wasCommitted(db, document.teamId, (other) => isThere(other, document))))
      return 'held';
    throw error;
  }
}

async function insertWithHold(connection: Connection, document: NewDocument): Promise<InsertVerdict> {
  const earlier = await findUnderLock(connection, document);
  if (earlier !== undefined) return earlier;
  const verdict = await placeHold(connection, document);
  if (verdict !== 'held') return verdict;
  const place = await insertRow(connection, document);
  await keepFile(connection, document.sourceFile);
  await addDocumentJob(connection, document, place);
  return verdict;
}

async function isThere(connection: Connection, { teamId, id }: NewDocument): Promise<boolean> {
  const { rowCount } = await connection.query('SELECT FROM documents WHERE team_id = $1 AND id = $2', [
    teamId,
    id,
  ]);
  return rowCount === 1;
}

export interface RepeatedDocument {
  readonly id: string;
  readonly resultKey: Buffer | null;
}

/** Finds the upload with this Idempotency-Key; undefined if there is none. */
export async function findRepeated(
  db: Queryable,
  teamId: string,
  { key, body }: IdempotencyFingerprint,
): Promise<'conflict' | { readonly repeats: RepeatedDocument } | undefined> {
  const { rows } = await db.query<RepeatedDocument & { isSame: boolean }>(
    `SELECT id, result_key AS "resultKey", body_hmac = decode($3, 'hex') AS "isSame" FROM documents
      WHERE team_id = $1 AND idempotency_hmac = decode($2, 'hex') AND expires_at > clock_timestamp()`,
    [teamId, key, body],
  );
  const [found] = rows;
  if (found === undefined) return undefined;
  return found.isSame ? { repeats: found } : 'conflict';
}

/** Of two concurrent uploads, the second waits for the lock and finds what the first has committed. */
async function findUnderLock(connection: Connection, { teamId, idempotency }: NewDocument) {
  if (idempotency === undefined) return undefined;
  await lockTeam(connection, teamId);
  await connection.query(
    `UPDATE documents SET idempotency_hmac = NULL
      WHERE team_id = $1 AND idempotency_hmac = decode($2, 'hex') AND expires_at <= clock_timestamp()`,
    [teamId, idempotency.key],
  );
  return findRepeated(connection, teamId, idempotency);
}

async function insertRow(connection: Connection, document: NewDocument): Promise<number> {
  const { rows } = await connection.query<{ place: number }>(
    `INSERT INTO documents (team_id, id, key_id, mode, secret_hash, state, format, bytes, characters, source_lang,
                            is_detected, target_lang, options, sealed_name, source_key, source_file, result_key, place,
                            expires_at, idempotency_hmac, body_hmac, user_id)
     SELECT $1, $2, $3, $4, $5, 'queued', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
            (SELECT count(*) FROM documents WHERE team_id = $1 AND state IN ('queued', 'translating')),
            clock_timestamp() + make_interval(secs => $17), decode($18, 'hex'), decode($19, 'hex'), $20
     RETURNING place`,
    [
      document.teamId,
      document.id,
      document.keyId,
      document.mode,
      document.secretHash,
      document.format,
      document.bytes,
      document.characters,
      document.source,
      document.isDetected,
      document.target,
      document.options,
      document.sealedName,
      document.sourceKey,
      document.sourceFile,
      document.resultKey,
      document.lifetimeMs / 1_000,
      document.idempotency?.key,
      document.idempotency?.body,
      document.userId,
    ],
  );
  return rows[0]?.place ?? 0;
}

export async function findDocument(
  db: Queryable,
  teamId: string,
  id: string,
): Promise<DocumentRow | undefined> {
  const { rows } = await db.query<DocumentRow>(
    `SELECT ${documentColumns} FROM documents WHERE team_id = $1 AND id = $2 AND expires_at > clock_timestamp()`,
    [teamId, id],
  );
  return rows[0];
}

/** Newest first; only the documents of one key if `keyId` is given. */
export async function listDocuments(
  db: Database,
  { teamId, keyId, userId }: { teamId: string; keyId?: string; userId?: string },
  { limit, before }: Page,
): Promise<DocumentRow[]> {
  const { rows } = await db.query<DocumentRow>(
    `SELECT ${documentColumns} FROM documents
      WHERE team_id = $1 AND expires_at > clock_timestamp() AND ($2::uuid IS NULL OR key_id = $2)
        AND ($5::uuid IS NULL OR user_id = $5)
        AND ($3::uuid IS NULL OR id < $3)
      ORDER BY id DESC LIMIT $4`,
    [teamId, keyId, before, limit, userId],
  );
  return rows;
}

/**
 * Deletes the document, its hold, its job and its files. Returns false if the document does not exist, or if it is done
 * and `unlessDone` is set.
 */
export async function deleteDocument(
  db: Database,
  teamId: string,
  id: string,
  { unlessDone = false } = {},
): Promise<boolean> {
  return inTransaction(db, async (connection) => {
    await lockTeam(connection, teamId);
    await releaseHold(connection, teamId, id);
    await removeDocumentJob(connection, id);
    const { rows } = await connection.query(
      `WITH gone AS (DELETE FROM documents
                     WHERE team_id = $1 AND id = $2 AND NOT ($3 AND state = 'done')
                    RETURNING source_file, result_file),
            files AS (INSERT INTO files_to_delete (name, due_at)
                      SELECT name, clock_timestamp() FROM gone, unnest(ARRAY[source_file, result_file]) AS name
                       WHERE name IS NOT NULL
                          ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at)
       SELECT FROM gone`,
      [teamId, id, unlessDone],
    );
    return rows.length > 0;
  });
}

export async function expiredDocuments(
  db: Database,
  limit: number,
): Promise<{ teamId: string; id: string }[]> {
  const { rows } = await db.query<{ teamId: string; id: string }>(
    `SELECT team_id AS "teamId", id FROM documents WHERE expires_at < statement_timestamp() ORDER BY expires_at LIMIT $1`,
    [limit],
  );
  return rows;
}
