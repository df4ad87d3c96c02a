/** Real processes whose main thread hangs, each in another way, and what their stall guard makes of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { scale } from '../support/long-form.ts';

const program = fileURLToPath(new URL('./support/stalling-process.ts', import.meta.url));

/** Half of it is cheaper, and shows the same. */
const stallLimitMs = scale(250, 500);

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly lines: readonly {
    level: string;
    time: string;
    msg: string;
    stack?: string[];
    reason?: string;
    cpuMs: number;
  }[];
}

async function run(
  way: string,
  { readsLog = true, wrapper = [] as string[], limitMs = stallLimitMs } = {},
): Promise<Ending> {
  const [file = '', ...args] = [...wrapper, process.execPath, program, way, String(limitMs)];
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  if (readsLog) child.stderr.setEncoding('utf8').on('data', (chunk: string) => (log += chunk));
  const [code, signal] = (await once(child, readsLog ? 'close' : 'exit')) as [
    number | null,
    NodeJS.Signals | null,
  ];
  child.stderr.destroy();
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  return { code, signal, lines: lines.map((line) => JSON.parse(line) as Ending['lines'][number]) };
}

const isStall = { level: 'error', msg: 'the event loop stalled; the process ends' };

// At once: each has a process of its own.
test.concurrent.each([
  ['javascript', 'spinForEver'],
  ['regular-expression', 'backtrack'],
  ['promises', 'turnMicrotasks'],
])('a main thread that hangs in %s is ended, and the log names the function', async (way, name) => {
  const { signal, lines } = await run(way);
  expect(signal).toBe('SIGKILL');
  expect(lines).toEqual([expect.objectContaining(isStall)]);
  expect(lines[0]?.stack?.[0]).toMatch(
    new RegExp(`^${name} test/faults/support/stalling-process\\.ts:\\d+:\\d+$`),
  );
  expect(lines[0]?.cpuMs).toBeGreaterThanOrEqual(stallLimitMs);
});

test.concurrent('native code that does not answer is ended all the same', async ({ expect }) => {
  const { signal, lines } = await run('native-code');
  expect(signal).toBe('SIGKILL');
  expect(lines).toEqual([
    expect.objectContaining({ ...isStall, reason: expect.stringContaining('native code') }),
  ]);
});

test.concurrent('a log that nobody reads does not keep a stalled process alive', async ({ expect }) => {
  expect((await run('full-log', { readsLog: false })).signal).toBe('SIGKILL');
});

test.concurrent('a main thread that waits without using CPU is left alone', async ({ expect }) => {
  const { code, lines } = await run('waiting-for-nothing');
  expect([code, lines]).toEqual([0, []]);
});

test.concurrent('without a limit nothing is ended', async ({ expect }) => {
  const { code, lines } = await run('work-that-ends', { limitMs: 0 });
  expect([code, lines]).toEqual([0, []]);
});

test.concurrent('process 1 of a container, which the kernel does not kill, exits', async ({ expect }) => {
  const namespace = [
    'unshare',
    '--user',
    '--map-root-user',
    '--pid',
    '--fork',
    '--kill-child',
    '--mount-proc',
  ];
  const { code, lines } = await run('javascript', { wrapper: namespace });
  expect(code).toBe(137);
  expect(lines).toEqual([expect.objectContaining(isStall)]);
});
