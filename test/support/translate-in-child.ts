/**
 * Translates in a process of its own, for options of V8 that hold for a whole process. Reads what to do as JSON from
 * standard input; writes which kernel was used, and the answers.
 */
import { execFile } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { openBergamotEngine } from '../../src/engines/bergamot/bergamot-engine.ts';
import { quietLogger } from './pool.ts';

interface Question {
  readonly models: string;
  readonly texts: readonly string[];
}
interface Answer {
  readonly kernel: string | undefined;
  readonly texts: string[];
}

const ownFile = fileURLToPath(import.meta.url);

export function translateInChild(flags: readonly string[], question: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [...flags, ownFile], (error, stdout) => {
      if (error) reject(error);
      else resolve(JSON.parse(stdout) as Answer);
    });
    child.stdin?.end(JSON.stringify(question));
  });
}

async function answer(): Promise<void> {
  const { models, texts } = JSON.parse(await text(process.stdin)) as Question;
  const engine = await openBergamotEngine({ id: 'bergamot', models, workers: 1, logger: quietLogger });
  const batch = { source: 'en', target: 'de', texts };
  const translated = await engine.translate(batch, new AbortController().signal);
  process.stdout.write(JSON.stringify({ kernel: engine.kernel, texts: translated } satisfies Answer));
  await engine.close();
}

if (process.argv[1] === ownFile) await answer();
