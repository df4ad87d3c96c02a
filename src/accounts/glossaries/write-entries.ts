/**
 * Writes the entries of a dictionary as JSON or CSV in slices. After each slice the event loop serves other
 * calls: 10 MiB in one piece would block it for a few hundred milliseconds.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { writeCsvLine } from './csv.ts';

/** Converting this much takes about a millisecond. */
const sliceBytes = 64 * 1024;
const lineFeed = 0x0a;

export async function* entriesAsCsv(tsv: Buffer): AsyncGenerator<string> {
  for await (const entries of slices(tsv)) {
    yield entries.map(([source, target]) => writeCsvLine(source, target)).join('');
  }
}

/** A JSON object with the members of `head`, followed by `entries`. */
export async function* entriesAsJson(head: object, tsv: Buffer): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"entries":[`;
  let separator = '';
  for await (const entries of slices(tsv)) {
    const items = entries.map(([source, target]) => JSON.stringify({ source, target }));
    yield separator + items.join(',');
    separator = ',';
  }
  yield ']}';
}

/** The TSV, escaped for use inside a JSON string. */
export async function* entriesInsideJson(tsv: Buffer): AsyncGenerator<string> {
  for await (const lines of textSlices(tsv)) yield JSON.stringify(lines).slice(1, -1);
}

async function* slices(tsv: Buffer): AsyncGenerator<[source: string, target: string][]> {
  for await (const lines of textSlices(tsv)) yield lines.slice(0, -1).split('\n').map(splitLine);
}

async function* textSlices(tsv: Buffer): AsyncGenerator<string> {
  for (let start = 0; start < tsv.length; ) {
    const lineEnd = tsv.indexOf(lineFeed, start + sliceBytes);
    const end = lineEnd === -1 ? tsv.length : lineEnd + 1;
    yield tsv.toString('utf8', start, end);
    start = end;
    await nextTurn();
  }
}

function splitLine(line: string): [string, string] {
  const tab = line.indexOf('\t');
  return [line.slice(0, tab), line.slice(tab + 1)];
}
