/** Reads and compiles the WASM once; the threads share the compiled code. */
import { readFile } from 'node:fs/promises';
import { EngineError } from '../engine.ts';
import type { WorkerStart } from './messages.ts';

const fileOf = (name: string) =>
  new URL(import.meta.resolve(`@browsermt/bergamot-translator/worker/bergamot-translator-worker.${name}`));

export type Wasm = Pick<WorkerStart, 'wasm' | 'glue'>;

let loading: Promise<Wasm> | undefined;

export function loadWasm(): Promise<Wasm> {
  // The next call retries after a failure, for example when too many files were open.
  loading ??= compile().catch((cause: unknown) => {
    loading = undefined;
    throw new EngineError('the WASM module cannot be loaded', { cause });
  });
  return loading;
}

async function compile(): Promise<Wasm> {
  const [binary, glue] = await Promise.all([readFile(fileOf('wasm')), readFile(fileOf('js'), 'utf8')]);
  return { wasm: await WebAssembly.compile(binary), glue };
}
