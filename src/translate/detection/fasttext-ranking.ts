/**
 * Language probabilities from fastText's lid.176 model, which knows 176 languages less reliably than `eld`
 * knows its 60. The model is a file of the package, so nothing is downloaded. A server loads it at startup;
 * any other process loads it when the first text needs it.
 */
import { getLIDModel } from 'fasttext.wasm.js';

export interface RankedLanguage {
  readonly language: string;
  readonly probability: number;
}

const labelPrefix = '__label__'.length;

/** The part of the package's model that is used here: its own types do not resolve under `nodenext`. */
interface Model {
  predict(text: string, maxResults: number, minProbability: number): Predictions;
}

interface Predictions {
  size(): number;
  get(index: number): [probability: number, label: string];
  delete(): void;
}

let loading: Promise<Model> | undefined;

/** The most likely languages, best first; `maxResults` -1 for no limit. More of them take longer. */
export async function fastTextRanking(
  words: string,
  maxResults: number,
  minProbability: number,
): Promise<RankedLanguage[]> {
  const model = await loadFastText();
  const predictions = model.predict(words, maxResults, minProbability);
  try {
    return Array.from({ length: predictions.size() }, (_, i) => {
      const [probability, label] = predictions.get(i);
      return { language: label.slice(labelPrefix), probability };
    });
  } finally {
    // The predictions are in WebAssembly memory, which is not garbage-collected.
    predictions.delete();
  }
}

/** A server calls this at startup, because loading blocks the event loop for a tenth of a second. */
export function loadFastText(): Promise<Model> {
  loading ??= loadModel();
  return loading;
}

async function loadModel(): Promise<Model> {
  try {
    const identification = await getLIDModel();
    return await identification.load();
  } catch (cause) {
    // The next text retries: the cause may have been a shortage of memory or file handles.
    loading = undefined;
    throw new Error('The lid.176 model of fasttext.wasm.js could not be loaded.', { cause });
  }
}
