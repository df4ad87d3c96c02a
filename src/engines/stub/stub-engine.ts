/**
 * An engine for fault-injection and load tests: it answers every text in upper case after a set time, and
 * fails, hangs or returns invalid output at a set rate. It proves nothing about translations. Release builds
 * omit this folder. No other engine offers its default target language, Esperanto, so that it is never
 * mistaken for a real engine.
 */
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import {
  type Engine,
  type EngineCapacity,
  EngineError,
  type EngineHealth,
  type EnginePair,
  type TranslateBatch,
} from '../engine.ts';
import type { StubSettings } from './stub-settings.ts';

const features = { formality: false, glossary: false, markup: false };
const defaultPairs = ['en>eo', 'de>eo'];
/** For tests of the stall guard: blocks forever, or for the given time. */
const blockingText = /^Block the event loop(?: for (\d+) ms)?[.]/i;

export class StubEngine implements Engine {
  readonly id: string;
  readonly version = '1';
  readonly capacity: EngineCapacity;
  readonly #settings: StubSettings;
  readonly #pairs: readonly EnginePair[];
  readonly #random: () => number;
  #isClosed = false;

  constructor(id: string, settings: StubSettings, pairs: readonly string[] = defaultPairs) {
    this.id = id;
    this.#settings = settings;
    // So many concurrent batches that every call is its own batch, and fails or hangs on its own.
    this.capacity = {
      batchesAtOnce: 1_000,
      textsPerBatch: 1_024,
      charactersPerBatch: 100_000,
      stallMs: Math.max(settings.stallMs, 3 * settings.latencyMs),
    };
    this.#pairs = pairs.map((pair) => {
      const [source = '', target = ''] = pair.split('>');
      return { source, target, features };
    });
    this.#random = seededRandom(settings.seed);
  }

  pairs() {
    return this.#pairs;
  }

  async translate({ source, target, texts }: TranslateBatch, signal: AbortSignal): Promise<string[]> {
    signal.throwIfAborted();
    if (this.#isClosed) throw new EngineError('the stub engine is closed');
    if (!this.#pairs.some((pair) => pair.source === source && pair.target === target)) {
      throw new EngineError(`there is no pair ${source}>${target}`);
    }
    const { latencyMs, hangRate, errorRate, ...rubbish } = this.#settings;
    let fate = this.#random();
    const happens = (rate: number) => {
      fate -= rate;
      return fate < 0;
    };
    if (happens(hangRate)) await untilAborted(signal);
    if (latencyMs > 0) await delayUnlessAborted(latencyMs, signal);
    if (happens(errorRate)) throw new EngineError('the stub engine fails on purpose');
    if (happens(rubbish.wrongCountRate)) return [...texts, 'one too many'];
    if (happens(rubbish.brokenUnicodeRate)) return texts.map(() => 'broken \ud800');
    if (happens(rubbish.tooLongRate)) return texts.map(() => 'x'.repeat(100_000_000));
    for (const text of texts) {
      const match = blockingText.exec(text);
      if (match === null) continue;
      blockEventLoop(match[1] === undefined ? Number.POSITIVE_INFINITY : Number(match[1]));
      await turn();
    }
    return texts.map((text) => this.#mangle(text.toUpperCase()));
  }

  /** Imitates an engine that does not preserve placeholders. */
  #mangle(text: string): string {
    const { mangleRate } = this.#settings;
    if (mangleRate === 0) return text;
    const words = text.split(' ');
    const fates = [
      () => '',
      (word: string) => `${word} ${word}`,
      (word: string) => [...word].reverse().join(''),
      (word: string) => word.toLowerCase(),
      (word: string) => words.splice(Math.floor(this.#random() * words.length), 1, word)[0] ?? '',
    ];
    for (const [i, word] of words.entries()) {
      if (this.#random() >= mangleRate) continue;
      words[i] = fates[Math.floor(this.#random() * fates.length)]?.(word) ?? word;
    }
    return words.join(' ');
  }

  async health(): Promise<EngineHealth> {
    return { healthy: !this.#isClosed, detail: 'a stub for tests: it does not translate' };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }
}

/** Blocks the main thread until it has used this much CPU time. */
function blockEventLoop(cpuMs: number): void {
  const start = process.threadCpuUsage();
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1_000;
  };
  while (usedMs() < cpuMs);
}

async function delayUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  // The timer's own error only says that it was aborted; the contract requires the signal's reason.
  await delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** mulberry32: the same seed gives the same sequence of failures. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
