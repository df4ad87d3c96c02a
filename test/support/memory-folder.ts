/** Where a test's own Postgres keeps its files: in memory if there is room (.ci/run), because they are a thousand small ones. */
import { tmpdir } from 'node:os';

export function memoryFolder(): string {
  return process.env.DRAGOMAN_TEST_MEMORY ?? tmpdir();
}
