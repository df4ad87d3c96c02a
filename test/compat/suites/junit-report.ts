/** The results of a suite, from the JUnit XML that the usual test runners write. */
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface SuiteResults {
  readonly tests: number;
  readonly passed: number;
  readonly skipped: number;
  /** The names of the failed tests. */
  readonly failed: readonly string[];
}

const testCase = /<testcase\b((?:\s+[\w:-]+="[^"]*")*)\s*(?:\/>|>([\s\S]*?)<\/testcase>)/g;

/** `path` is a file, or a folder of which every XML file counts. */
export function readJunitReport(path: string): SuiteResults {
  const files = statSync(path).isDirectory()
    ? globSync('**/*.xml', { cwd: path }).map((file) => join(path, file))
    : [path];
  const cases = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(testCase)]);
  const skipped = cases.filter(([, , content = '']) => content.includes('<skipped'));
  const failed = cases.filter(([, , content = '']) => /<(failure|error)\b/.test(content));
  return {
    tests: cases.length,
    passed: cases.length - skipped.length - failed.length,
    skipped: skipped.length,
    failed: failed.map(([, attributes = '']) => {
      const read = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
      return `${read('classname')} ${read('name')}`.trim();
    }),
  };
}
