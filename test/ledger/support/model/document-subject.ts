/** The documents of a database and of the model, side by side. */
import { expect } from 'vitest';
import { uuidV7 } from '../../../../src/lib/uuid-v7.ts';
import { type Database, inTransaction } from '../../../../src/store/postgres/database.ts';
import { failDocument, finishDocument, takeDocument } from '../../../../src/store/postgres/document-work.ts';
import { deleteDocument, insertDocument } from '../../../../src/store/postgres/documents.ts';
import { announceFile } from '../../../../src/store/postgres/files-to-delete.ts';
import { placeHold, releaseHold, settleHold } from '../../../../src/store/postgres/holds.ts';
import type { TestTeam } from '../../../support/seed-teams.ts';
import { DocumentModel, type ModelDocument } from './document-model.ts';
import { hexOf } from './figures.ts';
import { charactersOf, type LedgerModel } from './model.ts';
import type { StepOf, Work } from './steps.ts';
import { dayMs } from './times.ts';

const nothing = Buffer.alloc(0);
const runner = uuidV7();
const problem = { code: 'engine_failed', detail: 'A test failed it.' };

export class DocumentSubject {
  readonly model: DocumentModel;
  readonly #db: Database;
  readonly #ledger: LedgerModel;
  readonly #teams: readonly TestTeam[];
  readonly #uploaded: ModelDocument[] = [];
  readonly #count: (verdict: string) => void;

  constructor(
    db: Database,
    ledger: LedgerModel,
    teams: readonly TestTeam[],
    count: (verdict: string) => void,
  ) {
    this.#db = db;
    this.#ledger = ledger;
    this.#teams = teams;
    this.#count = count;
    this.model = new DocumentModel(ledger);
  }

  async upload({ team, key, dialect, lines, idem, body }: StepOf<'upload'>): Promise<void> {
    const id = uuidV7(this.#ledger.nowMs);
    const expiresMs = this.#ledger.nowMs + dayMs;
    const document: ModelDocument = {
      ...{ id, team, key, dialect, lines, idem, body, expiresMs },
      state: 'queued',
    };
    await announceFile(this.#db, `source of ${id}`, dayMs);
    const answer = await insertDocument(this.#db, {
      ...this.#hold(document),
      userId: null,
      secretHash: nothing,
      format: 'txt',
      bytes: 1,
      source: 'en',
      isDetected: false,
      target: 'es',
      options: { isCached: true },
      sealedName: nothing,
      sourceKey: nothing,
      sourceFile: `source of ${id}`,
      resultKey: nothing,
      ...(idem !== undefined && { idempotency: { key: hexOf(idem), body: hexOf(body) } }),
    });
    const verdict = typeof answer === 'string' ? answer : { repeats: answer.repeats.id };
    expect(verdict).toEqual(this.model.upload(document));
    this.#count(typeof verdict === 'string' ? `upload ${verdict}` : 'upload repeated');
    if (verdict === 'held') this.#uploaded.push(document);
  }

  async work({ document, isAny, work }: StepOf<'work'>): Promise<void> {
    const choice = isAny ? this.#uploaded : this.model.underWay();
    const chosen = choice[document % choice.length];
    if (chosen !== undefined) await this.#do(chosen, work);
  }

  async expectSameState(): Promise<void> {
    const ids = this.#uploaded.map(({ id }) => id);
    const { rows } = await this.#db.query('SELECT id, state FROM documents WHERE id = ANY ($1) ORDER BY id', [
      ids,
    ]);
    expect(rows.map(({ id, state }) => [id, state])).toEqual(this.model.states());
  }

  async #do(chosen: ModelDocument, work: Work): Promise<void> {
    switch (work) {
      case 'take':
        return this.#take(chosen);
      case 'finish':
      case 'finish twice':
        await this.#take(chosen);
        await this.#finish(chosen);
        if (work === 'finish twice') await this.#finish(chosen);
        return;
      case 'fail':
        await this.#take(chosen);
        return this.#fail(chosen);
      case 'delete':
        expect(await deleteDocument(this.#db, this.#teamId(chosen), chosen.id)).toBe(
          this.model.delete(chosen),
        );
        return;
      case 'hold again':
        return this.#holdAgain(chosen);
      case 'settle another amount':
        return this.#settleAnotherAmount(chosen);
    }
  }

  async #take(document: ModelDocument): Promise<void> {
    const taken = await takeDocument(this.#db, this.#mine(document));
    expect(taken !== undefined).toBe(this.model.take(document));
  }

  async #finish(document: ModelDocument): Promise<void> {
    const settlement = this.#settlement(document);
    const result = `result ${settlement.callId}`;
    await announceFile(this.#db, result, dayMs);
    const verdict = await finishDocument(this.#db, this.#mine(document), settlement, {
      file: result,
      warnings: [],
    });
    const call = { id: settlement.callId, idMs: this.#ledger.nowMs };
    expect(verdict).toBe(this.model.finish(document, call));
    this.#count(`document ${verdict}`);
    // As the worker does: a document that can't be charged has failed.
    if (verdict !== 'charged') await this.#fail(document);
  }

  async #fail(document: ModelDocument): Promise<void> {
    expect(await failDocument(this.#db, this.#mine(document), problem)).toBe(this.model.fail(document));
  }

  /** The same hold again, while it is open: nothing more is held. */
  async #holdAgain(document: ModelDocument): Promise<void> {
    const { team, key, dialect, id, expiresMs } = document;
    if (!this.#ledger.team(team).holds.has(id)) {
      // What is not held can't be given back.
      await inTransaction(this.#db, (connection) => releaseHold(connection, this.#teamId(document), id));
      return;
    }
    const verdict = await inTransaction(this.#db, (connection) =>
      placeHold(connection, this.#hold(document)),
    );
    const hold = { key, dialect, characters: charactersOf(document), expiresMs };
    expect(verdict).toBe(this.#ledger.placeHold(team, id, hold));
    this.#count(`hold again ${verdict}`);
  }

  /** Nothing else than what is held can be charged. */
  async #settleAnotherAmount(document: ModelDocument): Promise<void> {
    const lines = document.lines.map((line) => ({ ...line, characters: line.characters + 1 }));
    const settled = await inTransaction(this.#db, (connection) =>
      settleHold(connection, this.#settlement({ ...document, lines })),
    ).catch((error: Error) => error.message);
    const hold = this.#ledger.team(document.team).holds.get(document.id);
    const isOpen = hold !== undefined && hold.expiresMs > this.#ledger.nowMs;
    const refusal = new RegExp(`^a hold of ${hold?.characters} characters can ?not be settled with others$`);
    if (isOpen) expect(settled).toMatch(refusal);
    else expect(settled).toBe('gone');
  }

  #settlement(document: ModelDocument) {
    return {
      teamId: this.#teamId(document),
      holdId: document.id,
      callId: uuidV7(this.#ledger.nowMs),
      target: 'es',
      sources: document.lines.map(({ source }) => source),
      engines: document.lines.map(() => 'stub'),
      characters: document.lines.map(({ characters }) => characters),
      texts: document.lines.map(({ texts }) => texts),
    };
  }

  #hold(document: ModelDocument) {
    return {
      teamId: this.#teamId(document),
      id: document.id,
      keyId: this.#teams[document.team]?.keys[document.key]?.id ?? '',
      mode: 'live',
      dialect: document.dialect,
      characters: charactersOf(document),
      lifetimeMs: dayMs,
    };
  }

  #mine(document: ModelDocument) {
    return { teamId: this.#teamId(document), id: document.id, runner };
  }

  #teamId({ team }: ModelDocument): string {
    return this.#teams[team]?.id ?? '';
  }
}
