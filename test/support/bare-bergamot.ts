/**
 * Bergamot as its package brings it: its own worker script, with its own settings, and nothing of this project between.
 * The script is CommonJS in a package of modules, so it is started from its text.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { dataFolder } from './test-data.ts';

const script = fileURLToPath(
  import.meta.resolve('@browsermt/bergamot-translator/worker/translator-worker.js'),
);
const pair = { from: 'en', to: 'de' };

export interface BareBergamot extends AsyncDisposable {
  /** In one call to the WASM. */
  translate(texts: readonly string[]): Promise<string[]>;
}

/** With the small real model for English to German, without its shortlist. */
export async function startBareBergamot(): Promise<BareBergamot> {
  const place = `globalThis.__filename = ${JSON.stringify(script)}; globalThis.__dirname = ${JSON.stringify(dirname(script))};`;
  const worker = new Worker(`${place}\n${readFileSync(script, 'utf8')}`, { eval: true });
  let asked = 0;
  const ask = <Result>(name: string, ...args: unknown[]) =>
    new Promise<Result>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('message', ({ result, error }: { result: Result; error?: { message: string } }) => {
        worker.off('error', reject);
        if (error === undefined) resolve(result);
        else reject(new Error(error.message));
      });
      worker.postMessage({ id: ++asked, name, args });
    });
  const read = (file: string) =>
    new Uint8Array(readFileSync(join(dataFolder, 'bergamot-ende-help', file))).buffer;
  await ask('initialize', {});
  await ask('loadTranslationModel', pair, {
    model: read('model.ende.intgemm.alphas.bin'),
    shortlist: new ArrayBuffer(0),
    vocabs: [read('vocab.ende.spm')],
    config: {},
  });
  return {
    async translate(texts) {
      const question = {
        models: [pair],
        texts: texts.map((text) => ({ text, html: false, qualityScores: false })),
      };
      const answers = await ask<{ target: { text: string } }[]>('translate', question);
      return answers.map(({ target }) => target.text);
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
