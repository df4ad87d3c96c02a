/** What documents promise: each has its hold until it is ready, and is charged once, when it is. */
import type { CallDialect } from '../../../../src/lib/call-dialect.ts';
import { charactersOf, type LedgerModel, type ModelCall, type ModelLine } from './model.ts';

export interface ModelDocument {
  readonly id: string;
  readonly team: number;
  readonly key: number;
  readonly dialect: CallDialect;
  readonly lines: readonly ModelLine[];
  readonly expiresMs: number;
  idem: number | undefined;
  readonly body: number;
  state: 'queued' | 'translating' | 'done' | 'error';
}

export class DocumentModel {
  readonly #ledger: LedgerModel;
  readonly #documents = new Map<string, ModelDocument>();

  constructor(ledger: LedgerModel) {
    this.#ledger = ledger;
  }

  /** The id of the document that stands under the same Idempotency-Key, or a verdict. */
  upload(document: ModelDocument): { repeats: string } | string {
    const { team, key, dialect, id, expiresMs } = document;
    const earlier = this.#under(document);
    if (earlier !== undefined) return earlier.body === document.body ? { repeats: earlier.id } : 'conflict';
    const verdict = this.#ledger.placeHold(team, id, {
      key,
      dialect,
      characters: charactersOf(document),
      expiresMs,
    });
    if (verdict === 'held') this.#documents.set(id, document);
    return verdict;
  }

  /** Whether a worker may begin it, for the first time or again. */
  take({ id }: ModelDocument): boolean {
    const document = this.#documents.get(id);
    if (document === undefined || !isUnderWay(document) || this.#isExpired(document)) return false;
    document.state = 'translating';
    return true;
  }

  /** By the worker that took it. */
  finish({ id }: ModelDocument, call: Pick<ModelCall, 'id' | 'idMs'>): string {
    const document = this.#documents.get(id);
    if (document?.state !== 'translating') return 'taken over';
    const verdict = this.#ledger.settleHold(document.team, id, { ...call, lines: document.lines });
    if (verdict === 'charged') document.state = 'done';
    return verdict;
  }

  fail({ id }: ModelDocument): boolean {
    const document = this.#documents.get(id);
    if (document?.state !== 'translating') return false;
    this.#ledger.releaseHold(document.team, id);
    document.state = 'error';
    return true;
  }

  delete({ id, team }: ModelDocument): boolean {
    this.#ledger.releaseHold(team, id);
    return this.#documents.delete(id);
  }

  deleteExpired(): void {
    for (const document of [...this.#documents.values()])
      if (this.#isExpired(document)) this.delete(document);
  }

  underWay(): ModelDocument[] {
    return [...this.#documents.values()].filter(isUnderWay);
  }

  /** The moments at which something changes by itself. */
  expiries(): number[] {
    return [...this.#documents.values()].map(({ expiresMs }) => expiresMs);
  }

  /** State by id, in the order of ids. */
  states(): [id: string, state: string][] {
    return [...this.#documents.values()].map(({ id, state }): [string, string] => [id, state]).toSorted();
  }

  #under({ team, idem }: ModelDocument): ModelDocument | undefined {
    if (idem === undefined) return undefined;
    const isSame = (other: ModelDocument) => other.team === team && other.idem === idem;
    const found = [...this.#documents.values()].find(isSame);
    if (found === undefined || !this.#isExpired(found)) return found;
    // The key is free again, and stays so when the clock steps back.
    found.idem = undefined;
    return undefined;
  }

  #isExpired({ expiresMs }: ModelDocument): boolean {
    return expiresMs <= this.#ledger.nowMs;
  }
}

const isUnderWay = ({ state }: ModelDocument) => state === 'queued' || state === 'translating';
