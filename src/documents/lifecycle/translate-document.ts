/**
 * Processes a document after its upload: takes it from the queue, opens, translates, assembles, encrypts and
 * charges it. The charge and the result are committed in one transaction; a document that fails before
 * releases its hold.
 */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { ledgerRefusals } from '../../gateway/refusals.ts';
import { readRightsOfKey } from '../../gateway/rights-of-key.ts';
import { usageLines } from '../../gateway/usage-lines.ts';
import { ProblemError } from '../../lib/errors.ts';
import type { Outcome } from '../../lib/outcome.ts';
import { uuidV7 } from '../../lib/uuid-v7.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Metrics } from '../../observability/metrics.ts';
import type { Database } from '../../store/postgres/database.ts';
import {
  failDocument,
  finishDocument,
  hasHold,
  putBack,
  type RunnersDocument,
  reportProgress,
  takeDocument,
} from '../../store/postgres/document-work.ts';
import type { DocumentRow } from '../../store/postgres/documents.ts';
import type { Settlement } from '../../store/postgres/holds.ts';
import { addDocumentJob, type DocumentJob } from '../../store/postgres/job-queue.ts';
import { readSettings } from '../../store/postgres/team-settings.ts';
import { isTemporaryFailure } from '../../store/temporary-failures.ts';
import type { Translation, Translator } from '../../translate/translator.ts';
import type { FormatThread } from '../format-thread.ts';
import { findFormat } from '../formats/registry.ts';
import * as refusals from '../refusals.ts';
import type { SealedFiles } from '../sealed-files.ts';
import { openInstructions } from './sealed-instructions.ts';
import { translateUnits } from './translate-in-chunks.ts';
import { type DocumentWishes, requestFor } from './unit-request.ts';

/** A document that crashed its process this often is not tried again. Intentional restarts do not count. */
const maxStarts = 10;

/** Longer than most outages. After an even longer one, the start counts against the document. */
const putBackPatienceMs = 10 * 60_000;

/** Shorter than the time after which other workers consider this process dead and take the document. */
const putBackPauseMs = 1_000;

export interface DocumentWorkParts {
  readonly db: Database;
  readonly files: SealedFiles;
  readonly formats: FormatThread;
  readonly translator: Translator;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly patienceMs: number;
}

export interface DocumentWork {
  /** Resolves when the job is finished; rejects when it must be retried, or when another worker owns it. */
  run(job: DocumentJob, signal: AbortSignal): Promise<void>;
}

export function createDocumentWork(parts: DocumentWorkParts): DocumentWork {
  const { db, metrics, logger } = parts;
  return {
    async run({ teamId, id }, signal) {
      const mine: RunnersDocument = { teamId, id, runner: uuidV7() };
      try {
        await takeAndTranslate(mine, signal);
      } catch (error) {
        // The process is alive and the document is not the cause, so the start does not count.
        if (isTemporaryFailure(error)) await putBackWhenPossible(db, mine, signal);
        throw error;
      }
    },
  };

  async function takeAndTranslate(mine: RunnersDocument, signal: AbortSignal): Promise<void> {
    const document = await takeDocument(db, mine);
    if (document === undefined) return;
    const startedMs = performance.now();
    try {
      if (document.starts > maxStarts) throw new ProblemError(refusals.tooManyStarts);
      if (!(await hasHold(db, mine))) throw new ProblemError(refusals.lostHold);
      await unlessAborted(translateDocument(parts, mine, document, signal), signal);
      metrics.countDocument('done', document.characters, performance.now() - startedMs);
    } catch (error) {
      if (signal.aborted) return returnToQueue(mine, document);
      if (!(error instanceof ProblemError)) throw error;
      const hasFailed = await failDocument(db, mine, error.problem);
      if (!hasFailed) throw new Error('a document was taken over by another worker, or deleted');
      metrics.countDocument('error', document.characters, performance.now() - startedMs);
      logger.info('a document failed', { teamId: mine.teamId, reason: error.problem.code });
    }
  }

  /** For shutdown: another process can take the document at once. */
  async function returnToQueue(mine: RunnersDocument, document: DocumentRow): Promise<void> {
    await putBack(db, mine);
    await addDocumentJob(db, mine, document.place);
  }
}

/**
 * The cause is often a database outage that still lasts, and the worker has nothing else to do until it ends.
 * Has no effect if the document was never taken, or if another worker owns it now.
 */
async function putBackWhenPossible(db: Database, mine: RunnersDocument, signal: AbortSignal): Promise<void> {
  for (const end = performance.now() + putBackPatienceMs; performance.now() < end; ) {
    try {
      return await putBack(db, mine);
    } catch (error) {
      if (signal.aborted || !isTemporaryFailure(error)) return;
    }
    await delay(putBackPauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Does not wait for a slow file store or format thread. Work that continues in the background can no longer
 * finish the document, because this worker is no longer its runner.
 */
async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const listening = new AbortController();
  const aborted = once(signal, 'abort', { signal: listening.signal }).then(() => signal.throwIfAborted());
  for (const each of [work, aborted]) each.catch(() => undefined);
  signal.throwIfAborted();
  await Promise.race([work, aborted]).finally(() => listening.abort());
}

async function translateDocument(
  parts: DocumentWorkParts,
  mine: RunnersDocument,
  document: DocumentRow,
  signal: AbortSignal,
): Promise<void> {
  const { db, files, formats } = parts;
  const { teamId, id, format, target } = document;
  const source = await readSource(files, document);
  // Read now rather than at the upload: the engines of a team or a key can change while documents wait.
  const settings = await readSettings(db, teamId);
  const rights = await readRightsOfKey(db, document.keyId);
  const subject = { teamId, id, part: 'result' } as const;
  const key = files.openKey(document.resultKey, subject);
  if (key === undefined) throw new ProblemError(refusals.unreadable);
  const wishes = await wishesOf(files, key, document);
  const units = resultOf(await formats.open(teamId, format, source));
  const translated = await translateUnits(units, {
    translator: parts.translator,
    rights: rights ?? { teamId, engines: settings?.engines ?? undefined },
    usesCache: document.options.isCached && settings?.isCached === true,
    signal,
    logger: parts.logger,
    patienceMs: parts.patienceMs,
    request: (texts, around) => ({
      ...requestFor(texts, findFormat(`.${format}`)?.markup ?? 'none', wishes),
      around,
    }),
    onProgress: async (characters) => {
      signal.throwIfAborted();
      if (!(await reportProgress(db, mine, characters)))
        throw new Error('a document was taken over by another worker, or deleted');
    },
  });
  if (!translated.ok) throw new ProblemError(translated.problem);
  const texts = translated.translations.map(({ text }) => text);
  const result = resultOf(await formats.assemble(teamId, format, source, texts, target));
  const resultFile = await files.write(key, subject, result);
  signal.throwIfAborted();
  const settlement = settlementOf(document, translated.translations);
  const verdict = await finishDocument(db, mine, settlement, {
    file: resultFile,
    warnings: translated.warnings,
  });
  if (verdict === 'charged') return;
  await files.delete(resultFile);
  if (verdict === 'gone') throw new ProblemError(refusals.lostHold);
  if (verdict === 'taken over') throw new Error('a document was taken over by another worker, or deleted');
  throw new ProblemError(ledgerRefusals[verdict]);
}

async function readSource(files: SealedFiles, { teamId, id, ...document }: DocumentRow): Promise<Buffer> {
  const subject = { teamId, id, part: 'source' } as const;
  const key = files.openKey(document.sourceKey, subject);
  const source = key && (await files.read(key, subject, document.sourceFile ?? ''));
  if (source === undefined) throw new ProblemError(refusals.unreadable);
  return source;
}

async function wishesOf(files: SealedFiles, key: Buffer, document: DocumentRow): Promise<DocumentWishes> {
  const { source, target, options } = document;
  const { formality, glossaryId, instructions: sealed } = options;
  const { glossaryIds = glossaryId === undefined ? undefined : [glossaryId] } = options;
  const instructions = sealed && (await openInstructions(files, key, document, sealed));
  if (sealed !== undefined && instructions === undefined) throw new ProblemError(refusals.unreadable);
  return { source, target, formality, glossaryIds, instructions };
}

function settlementOf(document: DocumentRow, translations: readonly Translation[]): Settlement {
  const used = usageLines(translations);
  // A document without words also counts as a call.
  const lines =
    used.length > 0 ? used : [{ source: document.source, engine: 'none', characters: 0, texts: 0 }];
  return {
    teamId: document.teamId,
    holdId: document.id,
    // Generated at the time of the charge: the ledger's months are ranges of ids.
    callId: uuidV7(),
    target: document.target,
    sources: lines.map(({ source }) => source),
    engines: lines.map(({ engine }) => engine),
    characters: lines.map(({ characters }) => characters),
    texts: lines.map(({ texts }) => texts),
  };
}

function resultOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  // The format thread is overloaded and the document is fine, so the job is retried.
  if (outcome.problem.code === 'service_unavailable') throw new Error(outcome.problem.detail);
  throw new ProblemError(outcome.problem);
}
