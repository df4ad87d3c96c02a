/** The test sentences, which are not part of the repository. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const folder =
  process.env.DRAGOMAN_TEST_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));

export async function readFloresSentences(language: string): Promise<string[]> {
  const content = await readFile(`${folder}/flores-test/${language}.txt`, 'utf8').catch((cause: unknown) => {
    throw new Error(`There are no test sentences in ${folder}. Set DRAGOMAN_TEST_DATA.`, { cause });
  });
  return content.split('\n').filter((line) => line !== '');
}

/** As many items as asked for, starting over when the list ends. */
export function cycle<T>(items: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, i) => items[i % items.length] as T);
}
