/**
 * What fastText's lid.176 model says about some words. It knows 176 languages, less surely than `eld` knows its
 * 60. The model is a file of the package: nothing is downloaded. A server loads it as it starts, everybody else when
 * the first text needs it.
 */
import { getLIDModel } from 'fasttext.wasm.js';

export interface RankedLanguage {
  readonly language: string;
  readonly probability: number;
}

const labelPrefix = '__label__'.length;

/** What is used of the package's model: its own types get lost under `nodenext`. */
interface Model {
  predict(text: string, most: number, minProbability: number): Answers;
}

interface Answers {
  size(): number;
  get(index: number): [probability: number, label: string];
  delete(): void;
}

let loading: Promise<Model> | undefined;

/** The likeliest languages, best first; `most` -1 for all that are likely enough. More of them take longer. */
export async function fastTextRanking(
  words: string,
  most: number,
  minProbability: number,
): Promise<RankedLanguage[]> {
  const model = await loadFastText();
  const answers = model.predict(words, most, minProbability);
  try {
    return Array.from({ length: answers.size() }, (_, i) => {
      const [probability, label] = answers.get(i);
      return { language: label.slice(labelPrefix), probability };
    });
  } finally {
    // It lives in WebAssembly's memory, which is never collected.
    answers.delete();
  }
}

/** In advance, where calls are served: it takes a tenth of a second without a turn for others. */
export function loadFastText(): Promise<Model> {
  loading ??= loadModel();
  return loading;
}

async function loadModel(): Promise<Model> {
  try {
    const identification = await getLIDModel();
    return await identification.load();
  } catch (cause) {
    // The next text tries again: it may have been a shortage of memory or of file handles.
    loading = undefined;
    throw new Error('The lid.176 model of fasttext.wasm.js could not be loaded.', { cause });
  }
}
