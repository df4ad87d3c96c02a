/** Where a Postgres of a test's own has its files: in memory if there is room (.ci/run), where a thousand small files cost least. */
import { tmpdir } from 'node:os';

export function memoryFolder(): string {
  return process.env.DRAGOMAN_TEST_MEMORY ?? tmpdir();
}
