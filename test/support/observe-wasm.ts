/** Bergamot's WASM in a process of its own, with what its multiplications show: how many tokens it made of each text. */
import { WorkObserver } from '../../src/engines/bergamot/bergamot-wasm.ts';
import { kernelBinary } from '../../src/engines/bergamot/kernel/kernel.ts';
import { loadKernel } from '../../src/engines/bergamot/kernel/load-kernel.ts';
import { loadWasm } from '../../src/engines/bergamot/load-wasm.ts';
import { discoverModels, fingerprintOf } from '../../src/engines/bergamot/models.ts';
import { WasmTranslator } from '../../src/engines/bergamot/wasm-translator.ts';
import { answerAsChild, askChild, type ChildOptions } from './run-in-child.ts';

interface Question {
  readonly models: string;
  readonly name: string;
  readonly texts: readonly string[];
  /** The own kernel is used even if its self-test would refuse it. */
  readonly isKernelForced?: boolean;
}
export interface Observed {
  readonly answer: string;
  readonly rows: number;
}

/** Each text alone, without a shortlist. */
export function observeWasm(question: Question, options?: ChildOptions): Promise<Observed[]> {
  return askChild(import.meta.url, question, options);
}

await answerAsChild(import.meta.url, async (question: Question): Promise<Observed[]> => {
  const { models, name, texts, isKernelForced } = question;
  const found = (await discoverModels(models)).find((model) => model.name === name);
  if (found === undefined) throw new Error(`There is no model ${name}.`);
  const files = { ...found, shortlist: undefined };
  const model = { ...files, fingerprint: fingerprintOf(files) };
  const kernel = isKernelForced ? await WebAssembly.compile(kernelBinary()) : (await loadKernel()).module;
  const observer = new WorkObserver();
  const translator = await WasmTranslator.start({ ...(await loadWasm()), kernel, pinned: [] }, observer);
  const job = { id: 0, evict: [], model, isHtml: false, maxMemoryBytes: Number.POSITIVE_INFINITY };
  return texts.map((text) => {
    const [answer = ''] = translator.run({ ...job, texts: [text], isOneByOne: true }) ?? [];
    return { answer, rows: observer.rows };
  });
});
