/** The threads of an engine in figures and words, for operators. */
import { type Model, modelKey } from './models.ts';
import type { TranslatingThread } from './translating-thread.ts';

type Threads = ReadonlySet<TranslatingThread>;

export function countThreadsWith(threads: Threads, model: Model): number {
  const key = modelKey(model);
  return [...threads].filter((thread) => thread.has(key)).length;
}

export function memoryOf(threads: Threads): number {
  return [...threads].reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
}

export function describeThreads(threads: Threads, size: number): string {
  const megabytes = Math.round(memoryOf(threads) / 1_000_000);
  const keys = [...threads].flatMap(({ models }) => models);
  const loaded = [...new Set(keys.map((key) => key.split(' ', 1)[0]))].toSorted();
  return `${threads.size} of ${size} threads, ${megabytes} MB, loaded: ${loaded.join(', ') || 'none'}`;
}
