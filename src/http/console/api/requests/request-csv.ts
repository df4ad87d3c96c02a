/** The request log as a file for spreadsheets. */
import type { TimedRequest } from '../../../../metering/request-log/request-log-reader.ts';

type Cell = string | number | null;

const columns: readonly [name: string, read: (call: TimedRequest) => Cell][] = [
  ['time', ({ at }) => at.toISOString()],
  ['request_id', ({ requestId }) => requestId],
  ['status', ({ status }) => status],
  ['error', ({ code }) => code],
  ['kind', ({ kind }) => kind],
  ['dialect', ({ dialect }) => dialect],
  ['mode', ({ mode }) => mode],
  ['key', ({ keyName }) => keyName],
  ['key_fingerprint', ({ keyFingerprint }) => keyFingerprint],
  ['source', ({ sourceLangs }) => sourceLangs.join(' ')],
  ['target', ({ targetLang }) => targetLang],
  ['engine', ({ engines }) => engines.join(' ')],
  ['characters', ({ characters }) => characters],
  ['duration_ms', ({ durationMs }) => durationMs],
  ['calls', ({ calls }) => calls],
];

export async function* writeCsv(pages: AsyncIterable<readonly TimedRequest[]>): AsyncGenerator<string> {
  yield toLine(columns.map(([name]) => name));
  for await (const page of pages)
    yield page.map((call) => toLine(columns.map(([, read]) => read(call)))).join('');
}

/** Includes the full-width forms, which some spreadsheets treat alike. */
const startsFormula = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/u;

function toLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

/** A spreadsheet runs a cell that begins like a formula, and anybody who may create a key names it. */
function toCell(value: Cell): string {
  const text = String(value ?? '');
  const safe = startsFormula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
