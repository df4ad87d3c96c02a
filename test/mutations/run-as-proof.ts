/** `npm run mutations` as one of the long proofs: `npm run proof` runs and records it like the others. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Returns how it ended and the last line that it printed, which is the figure that is recorded. */
export async function runAsProof(
  ...options: readonly string[]
): Promise<{ code: number | null; figure: string }> {
  const child = spawn(process.execPath, ['test/mutations/run-mutations.ts', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
    process.stderr.write(chunk);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const figure = printed.trim().split('\n').at(-1) ?? '';
  process.stdout.write(`${figure}\n`);
  return { code, figure };
}
