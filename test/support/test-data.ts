/** Data that is too large for the repository, or not its own. Tests that need it are left out where it isn't there. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const dataFolder = resolve(root, process.env.DRAGOMAN_TEST_DATA ?? '../shared/data');

/** False only when the folder of test data isn't there; one that can't be read is a fault, not an absence. */
export const hasTestData = !isAbsent(dataFolder);

function isAbsent(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}
