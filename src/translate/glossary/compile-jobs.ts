/** Compiles a dictionary as it is kept or as a call brings it. Plain computing, also for another thread. */
import { gunzipSync } from 'node:zlib';
import { inTurns, type Pace } from '../../lib/event-loop-turns.ts';
import type { HashKey } from './term-hash.ts';
import { compileInSteps, compileTerms, type TermTable } from './term-table.ts';

export interface CompileJob {
  /** Lines `source TAB target`. */
  readonly entries: Uint8Array;
  readonly isPacked: boolean;
  /** Of the process that will look terms up. */
  readonly hashKey: HashKey;
}

export function compile(job: CompileJob): TermTable {
  return compileTerms(tsvOf(job), job.hashKey);
}

/** The same on a thread that others need as well. */
export function compileInTurns(job: CompileJob, pace: Pace): Promise<TermTable> {
  return inTurns(compileInSteps(tsvOf(job), job.hashKey), pace);
}

function tsvOf({ entries, isPacked }: CompileJob): Uint8Array {
  // A copy where nothing is unpacked: what the caller holds may be a part of something larger.
  return Uint8Array.from(isPacked ? gunzipSync(entries) : entries);
}
