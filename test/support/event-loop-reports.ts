/** Asks a server that was started with `measured` how its event loop has been (see measure-event-loop.ts). */
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Env } from './command-line.ts';
import type { EventLoopReport } from './measure-event-loop.ts';

export interface EventLoopReports {
  /** For the environment of the server. */
  readonly env: Env;
  /** What was seen since the last call. */
  next(pid: number): Promise<EventLoopReport>;
}

export function measured(): EventLoopReports {
  const file = join(mkdtempSync(join(tmpdir(), 'dragoman-event-loop-')), 'report.json');
  const script = new URL('./measure-event-loop.ts', import.meta.url);
  return {
    // A small heap is collected often, so what grows beyond it is a leak, and ends the server.
    env: {
      NODE_OPTIONS: `--import=${script.href} --max-old-space-size=256`,
      DRAGOMAN_MEASURE_FILE: file,
    },
    async next(pid) {
      await rm(file, { force: true });
      process.kill(pid, 'SIGUSR2');
      for (let tries = 0; tries < 500; tries++) {
        const report = await readFile(file, 'utf8').catch(() => undefined);
        if (report !== undefined) return JSON.parse(report) as EventLoopReport;
        await delay(20);
      }
      throw new Error('the server did not report on its event loop');
    },
  };
}
