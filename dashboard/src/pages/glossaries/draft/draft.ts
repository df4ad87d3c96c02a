/**
 * A dictionary that is being edited: its rows, their problems, undo and redo. A row keeps its identity while
 * its text changes, so that a filter can keep referring to it. Counts are updated incrementally: no edit scans
 * all rows.
 */
import { inSlices, type Work } from '../../../lib/in-slices.ts';
import { t } from '../../../lib/messages.ts';
import { type Cells, faultOf, isBlank } from './term-faults.ts';

/** Only its draft may modify it. */
export type Row = Cells;

type Step =
  | { readonly row: Row; readonly before: Cells; readonly after: Cells }
  | { readonly at: number; readonly removed: readonly Row[]; readonly inserted: readonly Row[] };

/** The unit of one undo. */
type Change = readonly Step[];

/** The last known state on the server. */
export interface Saved {
  /** Undefined while the dictionary does not exist. */
  readonly version: number | undefined;
  /** A Blob, so that the text is stored outside the page's own memory and sent from there. */
  readonly tsv: Blob;
}

const maxUndo = 200;
const partLength = 65_536;

export class Draft {
  readonly rows: Row[] = [];
  saved: Saved;
  /** `revision` increases with every change, `layoutRevision` when rows are added or removed. */
  revision = 0;
  layoutRevision = 0;
  entryCount = 0;
  #faulty = 0;
  #doubled = 0;
  readonly #sources = new Map<string, number>();
  readonly #undone: Change[] = [];
  readonly #done: Change[] = [];
  #savedChange: Change | undefined;
  readonly #listeners = new Set<() => void>();

  private constructor(saved: Saved) {
    this.saved = saved;
  }

  static async open(saved: Saved, signal?: AbortSignal): Promise<Draft> {
    return inSlices(Draft.#read(saved, await saved.tsv.text()), signal);
  }

  static *#read(saved: Saved, tsv: string): Work<Draft> {
    const draft = new Draft(saved);
    const rows = yield* readTsv(tsv);
    for (const row of rows) {
      draft.rows.push(row);
      draft.#count(row, 1);
      yield;
    }
    return draft;
  }

  get problemCount(): number {
    return this.#faulty + this.#doubled;
  }

  get isDirty(): boolean {
    return this.#done.at(-1) !== this.#savedChange;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  problemOf(row: Row): string | undefined {
    if (isBlank(row)) return undefined;
    const isTwice = (this.#sources.get(row.source) ?? 0) > 1;
    return faultOf(row) ?? (isTwice ? t('Source is a duplicate') : undefined);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  setCell(row: Row, column: keyof Cells, text: string): void {
    if (row[column] === text) return;
    this.#do([setStep(row, { ...row, [column]: text })]);
  }

  insertBlank(at: number): Row {
    const row = { source: '', target: '' };
    this.#do([{ at, removed: [], inserted: [row] }]);
    return row;
  }

  remove(row: Row): void {
    const at = this.rows.indexOf(row);
    if (at !== -1) this.#do([{ at, removed: [row], inserted: [] }]);
  }

  /** Overwrites the given rows; surplus cells become new rows at the end. */
  *fill(rows: readonly Row[], cells: readonly Partial<Cells>[]): Work<undefined> {
    const steps: Step[] = [];
    const inserted: Row[] = [];
    for (const [i, one] of cells.entries()) {
      const row = rows[i];
      if (row !== undefined) steps.push(setStep(row, { ...row, ...one }));
      else inserted.push({ source: '', target: '', ...one });
      yield;
    }
    if (inserted.length > 0) steps.push({ at: this.rows.length, removed: [], inserted });
    yield* this.#doLong(steps);
  }

  /** Replaces all rows. */
  *replace(cells: readonly Cells[]): Work<undefined> {
    yield* this.#doLong([{ at: 0, removed: [...this.rows], inserted: cells.map((one) => ({ ...one })) }]);
  }

  undo(): void {
    const change = this.#done.pop();
    if (change === undefined) return;
    for (const step of change.toReversed()) this.#take(inverse(step));
    this.#undone.push(change);
    this.#tell();
  }

  redo(): void {
    const change = this.#undone.pop();
    if (change === undefined) return;
    for (const step of change) this.#take(step);
    this.#done.push(change);
    this.#tell();
  }

  /** Marks the current rows as equal to the server's. */
  markSaved(saved: Saved): void {
    this.saved = saved;
    this.#savedChange = this.#done.at(-1);
    this.#tell();
  }

  /** Sets a server state that differs from the rows: the draft becomes dirty and loses its undo history. */
  rebase(saved: Saved): void {
    this.saved = saved;
    this.#undone.length = 0;
    this.#done.length = 0;
    // A new array equals neither any later change nor `undefined`, so the draft is dirty until it is saved.
    this.#savedChange = [];
    this.#tell();
  }

  /** All entries in the format of a save request. */
  *toTsv(): Work<Blob> {
    const parts: Blob[] = [];
    let lines = '';
    for (const row of this.rows) {
      if (!isBlank(row)) lines += `${row.source}\t${row.target}\n`;
      // A single string would have to be copied in one uninterrupted step.
      if (lines.length > partLength) {
        parts.push(new Blob([lines]));
        lines = '';
      }
      yield;
    }
    return new Blob([...parts, lines]);
  }

  #do(change: Change): void {
    for (const step of change) this.#take(step);
    this.#note(change);
  }

  /** Updates the counts in slices, then applies all rows in one step, so that no partial change is visible. */
  *#doLong(change: Change): Work<undefined> {
    for (const step of change) {
      if ('row' in step) continue;
      for (const row of step.removed) yield this.#count(row, -1);
      for (const row of step.inserted) yield this.#count(row, 1);
    }
    for (const step of change) {
      if ('row' in step) this.#take(step);
      else this.#place(step.at, step.removed.length, step.inserted);
    }
    this.#note(change);
    return undefined;
  }

  #note(change: Change): void {
    this.#done.push(change);
    if (this.#done.length > maxUndo) {
      this.#done.shift();
      // Undo can no longer reach the state that was read.
      this.#savedChange ??= [];
    }
    this.#undone.length = 0;
    this.#tell();
  }

  #take(step: Step): void {
    if ('row' in step) {
      this.#count(step.row, -1);
      Object.assign(step.row, step.after);
      this.#count(step.row, 1);
    } else {
      for (const row of step.removed) this.#count(row, -1);
      for (const row of step.inserted) this.#count(row, 1);
      this.#place(step.at, step.removed.length, step.inserted);
    }
  }

  #place(at: number, removed: number, inserted: readonly Row[]): void {
    const after = this.rows.splice(at).slice(removed);
    for (const row of inserted) this.rows.push(row);
    for (const row of after) this.rows.push(row);
    this.layoutRevision++;
  }

  #count(row: Row, by: 1 | -1): undefined {
    if (isBlank(row)) return;
    this.entryCount += by;
    if (faultOf(row) !== undefined) {
      this.#faulty += by;
      return;
    }
    const before = this.#sources.get(row.source) ?? 0;
    const after = before + by;
    this.#doubled += (after > 1 ? after : 0) - (before > 1 ? before : 0);
    if (after === 0) this.#sources.delete(row.source);
    else this.#sources.set(row.source, after);
  }

  #tell(): void {
    this.revision++;
    for (const listener of this.#listeners) listener();
  }
}

function setStep(row: Row, after: Cells): Step {
  return { row, before: { ...row }, after };
}

function inverse(step: Step): Step {
  return 'row' in step
    ? { row: step.row, before: step.after, after: step.before }
    : { at: step.at, removed: step.inserted, inserted: step.removed };
}

/** Lines of `source TAB target`. A line without a tab is a source term without a target. */
export function* readTsv(tsv: string): Work<Cells[]> {
  const rows: Cells[] = [];
  for (let start = tsv.startsWith('\uFEFF') ? 1 : 0; start < tsv.length; ) {
    const found = tsv.indexOf('\n', start);
    const end = found === -1 ? tsv.length : found;
    const line = tsv.slice(start, tsv[end - 1] === '\r' ? end - 1 : end);
    start = end + 1;
    const tab = line.indexOf('\t');
    if (tab !== -1) rows.push({ source: line.slice(0, tab), target: line.slice(tab + 1) });
    else if (line !== '') rows.push({ source: line, target: '' });
    yield;
  }
  return rows;
}
