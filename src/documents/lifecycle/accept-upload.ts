/**
 * Everything that happens before an upload is answered: the server counts it, opens it, runs the checks of a
 * call, encrypts the file, places a hold and queues the document. Whatever can be refused is refused here, so
 * that an accepted document fails only for reasons that arise later.
 */
import { createHash, createHmac } from 'node:crypto';
import { basename } from 'node:path';
import type { DocumentCalls, Uploader } from '../../gateway/document-calls.ts';
import { ledgerRefusals } from '../../gateway/refusals.ts';
import { fingerprintOfUpload, type IdempotencyFingerprint } from '../../lib/idempotency.ts';
import type { LanguagePair } from '../../lib/language-tag.ts';
import { done, type Outcome, refusedWith } from '../../lib/outcome.ts';
import { uuidV7 } from '../../lib/uuid-v7.ts';
import type { Database } from '../../store/postgres/database.ts';
import {
  deleteDocument,
  findRepeated,
  insertDocument,
  type RepeatedDocument,
} from '../../store/postgres/documents.ts';
import type { Translator } from '../../translate/translator.ts';
import type { FormatThread } from '../format-thread.ts';
import type { DocumentFormat } from '../formats/format.ts';
import { extensionOf, findFormat, knownExtensions } from '../formats/registry.ts';
import * as refusals from '../refusals.ts';
import type { SealedFiles } from '../sealed-files.ts';
import { findLanguages } from './find-languages.ts';
import { sealInstructions } from './sealed-instructions.ts';
import type { Upload } from './upload.ts';

/** Counted from the upload. After this time nothing of a document is left, whatever its state. */
const lifetimeMs = 24 * 3_600_000;

const maxNameLength = 255;

export interface AcceptedDocument {
  readonly id: string;
  /** Exists in plain text only here. */
  readonly documentKey: string;
  /** An earlier upload with the same Idempotency-Key created the document. */
  readonly isRepeated: boolean;
}

export interface UploadParts {
  readonly db: Database;
  readonly calls: DocumentCalls;
  readonly files: SealedFiles;
  readonly formats: FormatThread;
  readonly translator: Translator;
}

export async function acceptUpload(
  parts: UploadParts,
  caller: Uploader,
  upload: Upload,
): Promise<Outcome<AcceptedDocument>> {
  const format = formatOf(upload);
  if (!format.ok) return format;
  const idempotency = await fingerprint(caller, upload);
  const earlier = idempotency && (await findRepeated(parts.db, caller.teamId, idempotency));
  if (earlier !== undefined) return answerRepeated(parts, caller, earlier);
  const opened = await parts.formats.open(caller.teamId, format.value.id, upload.file);
  if (!opened.ok) return opened;
  const units = opened.value;
  const languages = await findLanguages(parts.translator, caller, upload, format.value, units);
  if (!languages.ok) return languages;
  const characters = units.reduce((sum, unit) => sum + unit.characters, 0);
  const seen = await parts.calls.look(caller, characters);
  if (seen !== 'covered') return refusedWith(ledgerRefusals[seen]);
  if (!upload.isWanted()) return refusals.unwanted;
  return store(parts, caller, upload, {
    format: format.value.id,
    characters,
    idempotency,
    ...languages.value,
  });
}

async function fingerprint(caller: Uploader, upload: Upload) {
  const { idempotencyKey, file, fileName, isWanted: _, dialect: __, tag: ___, userId, ...options } = upload;
  if (idempotencyKey === undefined) return undefined;
  const members = JSON.stringify([fileName, options]);
  return fingerprintOfUpload({ ...caller, userId }, idempotencyKey, members, file);
}

function answerRepeated(
  { files }: UploadParts,
  { teamId }: Uploader,
  earlier: 'conflict' | { readonly repeats: RepeatedDocument },
): Outcome<AcceptedDocument> {
  if (earlier === 'conflict') return refusals.otherUpload;
  const { id, resultKey } = earlier.repeats;
  const key = files.openKey(resultKey, { teamId, id, part: 'result' });
  if (key === undefined) return refusals.otherUpload;
  return done({ id, documentKey: documentKeyOf(key), isRepeated: true });
}

function formatOf({ fileName, outputFormat }: Upload): Outcome<DocumentFormat> {
  const format = findFormat(fileName);
  if (format === undefined) return refusals.unknownFormat(knownExtensions);
  const requested = outputFormat?.trim().toLowerCase();
  const isOther = requested && !format.extensions.includes(requested);
  return isOther ? refusals.otherOutputFormat(extensionOf(fileName)) : done(format);
}

interface Checked extends LanguagePair {
  readonly idempotency: IdempotencyFingerprint | undefined;
  readonly format: string;
  readonly characters: number;
}

async function store(
  parts: UploadParts,
  caller: Uploader,
  upload: Upload,
  checked: Checked,
): Promise<Outcome<AcceptedDocument>> {
  const { db, files } = parts;
  const owner = { teamId: caller.teamId, id: uuidV7() };
  const source = files.newKey({ ...owner, part: 'source' });
  const result = files.newKey({ ...owner, part: 'result' });
  const documentKey = documentKeyOf(result.plain);
  const name = Buffer.from(plainName(upload.fileName));
  const sourceFile = await files.write(source.plain, { ...owner, part: 'source' }, upload.file);
  const verdict = await insertDocument(db, {
    ...owner,
    ...checked,
    keyId: caller.keyId,
    mode: caller.mode,
    dialect: upload.dialect,
    tag: upload.tag,
    userId: upload.userId ?? null,
    secretHash: hashDocumentKey(documentKey),
    bytes: upload.file.length,
    isDetected: upload.sourceLang === undefined,
    options: {
      formality: upload.formality,
      glossaryIds: upload.glossaryIds,
      instructions:
        upload.instructions && (await sealInstructions(files, result.plain, owner, upload.instructions)),
      // For workers of the previous version. Current ones read the team's engines when they take a document.
      glossaryId: upload.glossaryIds?.[0],
      engines: caller.engines,
      isCached: caller.isCached,
    },
    sealedName: await files.seal(result.plain, { ...owner, part: 'name' }, name),
    sourceKey: source.wrapped,
    sourceFile,
    resultKey: result.wrapped,
    lifetimeMs,
  });
  // With an Idempotency-Key the client asks again, and a repeat may already have returned this document.
  const isKept = checked.idempotency !== undefined || upload.isWanted();
  if (verdict === 'held' && isKept) return done({ id: owner.id, documentKey, isRepeated: false });
  if (verdict === 'held') {
    // The client never learned of this document and must not pay twice when it sends the file again.
    await deleteDocument(db, owner.teamId, owner.id);
    return refusals.unwanted;
  }
  await files.delete(sourceFile);
  if (typeof verdict === 'object' || verdict === 'conflict') return answerRepeated(parts, caller, verdict);
  return refusedWith(ledgerRefusals[verdict]);
}

/** Derived from the document's own key, so that a repeated upload can return it although it is not stored. */
function documentKeyOf(resultKey: Buffer): string {
  return createHmac('sha256', resultKey).update('document key').digest('hex').toUpperCase();
}

/** The last segment of a path from any system, without characters that break headers or file systems. */
function plainName(fileName: string): string {
  const last = basename(fileName.replaceAll('\\', '/'));
  return last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(-maxNameLength);
}

export function hashDocumentKey(documentKey: string): Buffer {
  return createHash('sha256').update(documentKey).digest();
}
