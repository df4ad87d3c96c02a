/**
 * The floor of every comparison: the installed pipelines of a pair, fed as fast as they read. Nothing is
 * retried, watched or put back in order; the answers are counted and one is kept for a spot check.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { discoverModes, readPipelineCommand } from '../../src/engines/apertium/modes.ts';
import { encodeQuestion } from '../../src/engines/apertium/stream-format.ts';

export class BarePipelines {
  readonly #children: ChildProcess[];

  constructor(command: string, count: number) {
    this.#children = Array.from({ length: count }, () =>
      spawn('/bin/sh', ['-c', command], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] }),
    );
  }

  /** Milliseconds until the last text was answered. */
  async run(texts: readonly string[]): Promise<number> {
    const questions = texts.map((text, i) => encodeQuestion(text, i)).values();
    const started = performance.now();
    await Promise.all(this.#children.map((child) => feed(child, questions)));
    return performance.now() - started;
  }

  close(): void {
    for (const { pid } of this.#children) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  }
}

/** Takes from the common source whatever this pipeline has room for, then waits for its last answer. */
async function feed({ stdin, stdout }: ChildProcess, questions: Iterator<string>): Promise<void> {
  if (stdin === null || stdout === null) throw new Error('the pipeline has no standard input or output');
  let sent = 0;
  let answered = 0;
  const count = (chunk: Buffer) => {
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, end + 1)) answered++;
  };
  stdout.on('data', count);
  for (let next = questions.next(); !next.done; next = questions.next()) {
    sent++;
    if (!stdin.write(next.value)) await once(stdin, 'drain');
  }
  while (answered < sent) await once(stdout, 'data');
  stdout.off('data', count);
}

export async function openBarePipelines(
  source: string,
  target: string,
  count: number,
): Promise<BarePipelines> {
  const modes = await discoverModes('/usr/share/apertium/modes');
  const mode = modes.find((candidate) => candidate.source === source && candidate.target === target);
  if (mode === undefined) throw new Error(`Apertium has no pair ${source}-${target} here.`);
  return new BarePipelines(await readPipelineCommand(mode), count);
}
