/** Folders of models as an operator lays them out, made of the test data. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolder } from './test-data.ts';

const help = join(dataFolder, 'bergamot-ende-help');
const synthetic = join(dataFolder, 'bergamot-synthetic');

export interface ModelsFolder extends AsyncDisposable {
  readonly path: string;
}

/** `en-de`, a small real model without its shortlist, and copies of one with random weights under other names. */
export async function makeModelsFolder(syntheticNames: readonly string[] = []): Promise<ModelsFolder> {
  const path = await mkdtemp(join(tmpdir(), 'dragoman-models-'));
  await linkFiles(help, join(path, 'en-de'), /^(model|vocab)\./);
  for (const name of syntheticNames) await linkFiles(synthetic, join(path, name), /./);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

async function linkFiles(from: string, to: string, pattern: RegExp): Promise<void> {
  await mkdir(to);
  for (const file of readdirSync(from).filter((name) => pattern.test(name))) {
    await symlink(join(from, file), join(to, file));
  }
}

/** Counted from 0. What the WASM makes of it depends on what else is in its batch; see bergamot-batches.test.ts. */
export const lineOfTheBatch = 191;

export interface HelpSentences {
  readonly en: string[];
  /** By people. */
  readonly de: string[];
  /** By the model, in calls of 64. */
  readonly reference: string[];
  /** By the model, each alone. */
  readonly expected: string[];
}

/** 1,000 sentences that the real model never saw. */
export function readHelpSentences(): HelpSentences {
  const lines = (name: string) => readFileSync(join(help, name), 'utf8').split('\n').slice(0, 1_000);
  const reference = lines('test.wasm-int8.de');
  const alone = reference[lineOfTheBatch]?.replace('verhält', 'bietet') ?? '';
  return {
    en: lines('test.en'),
    de: lines('test.de'),
    reference,
    expected: reference.with(lineOfTheBatch, alone),
  };
}
