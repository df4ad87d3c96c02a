/**
 * Documents: files in, files out. The API and the console use this module to upload, find, fetch and delete
 * documents. Workers translate them (translate-document.ts), in this process or in another.
 */
import { timingSafeEqual } from 'node:crypto';
import type { UploadAdmission, Uploader } from '../gateway/document-calls.ts';
import type { Problem } from '../lib/errors.ts';
import { done, type Outcome, refusedWith } from '../lib/outcome.ts';
import type { Page } from '../lib/page.ts';
import { readUuid } from '../lib/uuid-v7.ts';
import { readQueueAhead } from '../store/postgres/document-queue-state.ts';
import {
  type DocumentRow,
  type DocumentWarning,
  deleteDocument,
  findDocument,
  listDocuments,
} from '../store/postgres/documents.ts';
import { findFormat } from './formats/registry.ts';
import {
  type AcceptedDocument,
  acceptUpload,
  hashDocumentKey,
  type UploadParts,
} from './lifecycle/accept-upload.ts';
import { secondsRemaining } from './lifecycle/remaining-time.ts';
import type { Upload } from './lifecycle/upload.ts';
import * as refusals from './refusals.ts';

/** Who requests a document: a holder of its document key, the API key or the person that uploaded it, or a team member. */
export type DocumentReader =
  | { readonly teamId: string; readonly documentKey: string }
  | { readonly teamId: string; readonly keyId: string }
  | { readonly teamId: string; readonly userId: string }
  | { readonly teamId: string };

/** Named one by one, because a row also has secrets. */
type ShownColumns =
  | ('id' | 'keyId' | 'mode' | 'state' | 'format' | 'bytes' | 'characters' | 'translated')
  | ('source' | 'isDetected' | 'target' | 'createdAt' | 'expiresAt');

export interface ShownDocument extends Pick<DocumentRow, ShownColumns> {
  readonly name: string;
  /** Undefined if it cannot be estimated. */
  readonly secondsRemaining: number | undefined;
  readonly isReady: boolean;
  readonly error: { readonly code: string; readonly detail: string } | undefined;
  readonly warnings: readonly DocumentWarning[];
  readonly finishedAt: Date | undefined;
}

export interface TranslatedFile {
  readonly file: Buffer;
  readonly name: string;
  readonly contentType: string;
}

export type UploadOutcome = { rate?: UploadAdmission['rate'] } & Outcome<AcceptedDocument>;

export interface Documents {
  /** Set if every upload would be refused, so that the caller can answer without reading the file. */
  readonly closed?: Problem;
  upload(caller: Uploader, upload: Upload): Promise<UploadOutcome>;
  find(reader: DocumentReader, id: string): Promise<Outcome<ShownDocument>>;
  /** Newest first. */
  list(reader: DocumentReader, page: Page): Promise<Outcome<ShownDocument[]>>;
  fetch(reader: DocumentReader, id: string): Promise<Outcome<TranslatedFile>>;
  /** Also deletes a document that is being translated: its work is discarded, and nothing is charged. */
  delete(reader: DocumentReader, id: string): Promise<Outcome<undefined>>;
  /** Deletes a document unless it is done, and so charged. Returns whether it did. */
  cancel(reader: DocumentReader, id: string): Promise<Outcome<boolean>>;
}

/** For a server that cannot store files: refuses every call. */
export function refuseDocuments(): Documents {
  const refuse = async () => refusedWith(refusals.notOffered);
  return {
    closed: refusals.notOffered,
    upload: refuse,
    find: refuse,
    list: refuse,
    fetch: refuse,
    delete: refuse,
    cancel: refuse,
  };
}

export function createDocuments(parts: UploadParts): Documents {
  const { db, calls, files } = parts;
  return {
    async upload(caller, upload) {
      const admission = await calls.admit(caller);
      const { rate } = admission;
      const outcome = admission.ok
        ? await acceptUpload(parts, caller, upload).finally(() => admission.leave())
        : admission;
      if (!outcome.ok) calls.countRefusal(caller.teamId, outcome.problem.code);
      return { ...outcome, rate };
    },
    async find(reader, id) {
      const found = await findFor(reader, id);
      if (!found.ok) return found;
      const row = found.value;
      return done(await show(row, await readRemaining([row])));
    },
    async list(reader, page) {
      const rows = await listDocuments(db, reader, page);
      const remaining = await readRemaining(rows);
      const shown: ShownDocument[] = [];
      for (const row of rows) shown.push(await show(row, remaining));
      return done(shown);
    },
    async fetch(reader, id) {
      const found = await findFor(reader, id);
      if (!found.ok) return found;
      const row = found.value;
      if (row.state === 'error') return refusals.failed(row.errorDetail ?? '');
      if (row.state !== 'done') return refusals.notReady;
      const subject = { teamId: row.teamId, id: row.id, part: 'result' } as const;
      const key = files.openKey(row.resultKey, subject);
      const file =
        row.resultFile === null || !key ? undefined : await files.read(key, subject, row.resultFile);
      if (file === undefined) return refusals.lostFile;
      return done({
        file,
        name: await nameOf(row),
        contentType: findFormat(`.${row.format}`)?.contentType ?? 'application/octet-stream',
      });
    },
    async delete(reader, id) {
      const found = await findFor(reader, id);
      if (!found.ok) return found;
      await deleteDocument(db, reader.teamId, found.value.id);
      return done(undefined);
    },
    async cancel(reader, id) {
      const found = await findFor(reader, id);
      if (!found.ok) return found;
      return done(await deleteDocument(db, reader.teamId, found.value.id, { unlessDone: true }));
    },
  };

  /** The answer is the same for a missing document, another reader's document and a wrong key. */
  async function findFor(reader: DocumentReader, id: string): Promise<Outcome<DocumentRow>> {
    const uuid = readUuid(id);
    const row = uuid && (await findDocument(db, reader.teamId, uuid));
    return row && mayRead(reader, row) ? done(row) : refusals.unknownDocument;
  }

  async function nameOf({ teamId, id, resultKey, sealedName }: DocumentRow): Promise<string> {
    const key = files.openKey(resultKey, { teamId, id, part: 'result' });
    return (key && (await files.unseal(key, { teamId, id, part: 'name' }, sealedName)))?.toString() ?? '';
  }

  async function show(row: DocumentRow, remaining: Remaining): Promise<ShownDocument> {
    const { errorCode, errorDetail } = row;
    return {
      ...row,
      name: await nameOf(row),
      secondsRemaining: remaining(row),
      isReady: row.state === 'done' && row.resultFile !== null,
      error: errorCode === null ? undefined : { code: errorCode, detail: errorDetail ?? '' },
      warnings: row.warnings ?? [],
      finishedAt: row.finishedAt ?? undefined,
    };
  }

  /** Queries the queue once for any number of documents, and never if none of them is in progress. */
  async function readRemaining(rows: readonly DocumentRow[]): Promise<Remaining> {
    const inProgress = rows.filter(isInProgress).map(({ id }) => id);
    if (inProgress.length === 0) return () => 0;
    const queueAhead = await readQueueAhead(db, inProgress);
    return (row) => {
      const nowMs = row.readAt.getTime();
      const runningMs = row.startedAt === null ? 0 : nowMs - row.startedAt.getTime();
      const lifetimeMs = row.expiresAt.getTime() - nowMs;
      return isInProgress(row) ? secondsRemaining({ ...row, runningMs, lifetimeMs }, queueAhead(row.id)) : 0;
    };
  }
}

type Remaining = (row: DocumentRow) => number | undefined;

function isInProgress({ state }: DocumentRow): boolean {
  return state === 'queued' || state === 'translating';
}

function mayRead(reader: DocumentReader, row: DocumentRow): boolean {
  if ('documentKey' in reader) return timingSafeEqual(hashDocumentKey(reader.documentKey), row.secretHash);
  if ('userId' in reader) return reader.userId === row.userId;
  return !('keyId' in reader) || reader.keyId === row.keyId;
}
