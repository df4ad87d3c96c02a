/** A folder of Apertium modes whose pipelines misbehave, each in its own pair from English. */
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

const fakePipeline = new URL('./fake-pipeline.ts', import.meta.url);

/** Target languages to hand out, by Apertium's code and as a caller names them. */
const targets = [
  ['spa', 'ES'],
  ['fra', 'FR'],
  ['deu', 'DE'],
  ['ita', 'IT'],
  ['por', 'PT'],
  ['nld', 'NL'],
  ['swe', 'SV'],
  ['dan', 'DA'],
  ['nob', 'NB'],
  ['fin', 'FI'],
  ['pol', 'PL'],
  ['ces', 'CS'],
  ['ell', 'EL'],
  ['hun', 'HU'],
  ['ron', 'RO'],
  ['bul', 'BG'],
  ['ukr', 'UK'],
  ['tur', 'TR'],
  ['cat', 'CA'],
  ['glg', 'GL'],
] as const;

export interface FakeModes {
  readonly folder: string;
  /** The target language that leads to the pipeline with this behaviour. */
  targetOf(behaviour: string): string;
}

/** The behaviour `missing` is a program that doesn't exist; the others are in fake-pipeline.ts. */
export function useFakeModes(behaviours: readonly string[]): FakeModes {
  const folder = join(tmpdir(), `dragoman-modes-${process.pid}`);
  beforeAll(async () => {
    const script = await writeProgram(folder);
    for (const [i, behaviour] of behaviours.entries()) {
      const program = behaviour === 'missing' ? '/nowhere/lt-proc' : script;
      await writeFile(join(folder, `eng-${targets[i]?.[0]}.mode`), `${program} ${behaviour}\n`);
    }
  });
  afterAll(() => rm(folder, { recursive: true }));
  return {
    folder,
    targetOf: (behaviour) => {
      const target = targets[behaviours.indexOf(behaviour)];
      if (target === undefined) throw new Error(`no pair behaves ${behaviour}`);
      return target[1];
    },
  };
}

/** A pipeline has a path of its own, without the test's Node on it. */
async function writeProgram(folder: string): Promise<string> {
  await mkdir(folder);
  const script = join(folder, 'fake-pipeline');
  // Without types, it starts in a quarter of the time, and it is started hundreds of times.
  const program = `${script}.mjs`;
  await writeFile(program, stripTypeScriptTypes(await readFile(fakePipeline, 'utf8')));
  await writeFile(script, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  await chmod(script, 0o755);
  return script;
}
