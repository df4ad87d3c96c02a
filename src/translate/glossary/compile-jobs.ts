/** Compiles a dictionary as it is kept or as a call brings it. Plain computing, also for another thread. */
import { gunzipSync } from 'node:zlib';
import { compileTerms, type TermTable } from './term-table.ts';

export interface CompileJob {
  /** Lines `source TAB target`. */
  readonly entries: Uint8Array;
  readonly isPacked: boolean;
}

export function compile({ entries, isPacked }: CompileJob): TermTable {
  // A copy where nothing is unpacked: what the caller holds may be a part of something larger.
  return compileTerms(isPacked ? Uint8Array.from(gunzipSync(entries)) : Uint8Array.from(entries));
}
