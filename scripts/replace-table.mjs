// Writes a generated table between two marks of a page of the documentation; with --check, only compares it.
import { readFileSync, writeFileSync } from 'node:fs';

/** The page has a line `<!-- NAME: npm run SCRIPT -->` before the table, and `<!-- end -->` after it. */
export function replaceTable(page, name, lines) {
  const before = readFileSync(page, 'utf8');
  const marks = new RegExp(`(<!-- ${name}: npm run [a-z-]+ -->\\n)(?:[\\s\\S]*?\\n)?(<!-- end -->)`);
  if (!marks.test(before)) throw new Error(`${page} has no place for the ${name}`);
  const after = before.replace(marks, (_all, start, end) => `${start}${lines.join('\n')}\n${end}`);
  if (!process.argv.includes('--check')) {
    writeFileSync(page, after);
  } else if (after !== before) {
    const script = /<!-- .*?: (npm run [a-z-]+) -->/.exec(marks.exec(before)[1])[1];
    console.error(`The ${name} of ${page} is out of date: run ${script}`);
    process.exitCode = 1;
  }
}
