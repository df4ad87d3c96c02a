/** Compiles a stored dictionary, or one sent with a call. Does no I/O, so that it can run on any thread. */
import { gunzipSync } from 'node:zlib';
import { inTurns, type Pace } from '../../lib/event-loop-turns.ts';
import type { HashKey } from './term-hash.ts';
import { compileInSteps, compileTerms, type TermTable } from './term-table.ts';

export interface CompileJob {
  /** Lines `source TAB target`. */
  readonly entries: Uint8Array;
  readonly isPacked: boolean;
  /** The key of the process that will look up the terms. */
  readonly hashKey: HashKey;
}

export function compile(job: CompileJob): TermTable {
  return compileTerms(tsvOf(job), job.hashKey);
}

/** For the main thread: other work gets its turn between the steps. */
export function compileInTurns(job: CompileJob, pace: Pace): Promise<TermTable> {
  return inTurns(compileInSteps(tsvOf(job), job.hashKey), pace);
}

function tsvOf({ entries, isPacked }: CompileJob): Uint8Array {
  // Copies, because the caller's array may be a view of a larger buffer, which the table must not hold.
  return Uint8Array.from(isPacked ? gunzipSync(entries) : entries);
}
