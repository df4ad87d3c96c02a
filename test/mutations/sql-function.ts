/** Where a function of the database is defined: in the newest migration that does. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Definition {
  readonly path: string;
  /** Places in the file: from CREATE to the end of the body. */
  readonly start: number;
  readonly end: number;
}

export function findSqlFunction(migrations: string, name: string): Definition | undefined {
  for (const file of readdirSync(migrations).toSorted().toReversed()) {
    const path = join(migrations, file);
    const text = readFileSync(path, 'utf8');
    // What is put back by the way down is an older one.
    const up = text.slice(0, downOf(text));
    const start = [...up.matchAll(new RegExp(`^CREATE (OR REPLACE )?FUNCTION ${name}\\(`, 'gm'))].at(
      -1,
    )?.index;
    if (start !== undefined) return { path, start, end: endOfBody(up, start) };
  }
  return undefined;
}

function downOf(text: string): number {
  const down = text.indexOf('-- Down Migration');
  return down === -1 ? text.length : down;
}

/** A body stands between two `$$`. */
function endOfBody(text: string, start: number): number {
  const opening = text.indexOf('$$', start);
  const closing = text.indexOf('$$', opening + 2);
  if (opening === -1 || closing === -1) throw new Error('a function without a body');
  return closing + 2;
}
