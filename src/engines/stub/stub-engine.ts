/**
 * An engine for tests of faults and load: it answers every text in upper case after a set time, and fails or
 * hangs at a set rate. It proves nothing about translations. Release builds leave this folder out, and its one
 * target language, Esperanto, is offered by nobody else, so that it is never taken for a real engine.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { StubEngineSettings } from '../../config.ts';
import { type Engine, EngineError, type EngineHealth, type TranslateBatch } from '../engine.ts';

const features = { formality: false, glossary: false, markup: false };
const pairs = ['en', 'de'].map((source) => ({ source, target: 'eo', features }));

export class StubEngine implements Engine {
  readonly id = 'stub';
  readonly #settings: StubEngineSettings;
  readonly #random: () => number;
  #isClosed = false;

  constructor(settings: StubEngineSettings) {
    this.#settings = settings;
    this.#random = seededRandom(settings.seed);
  }

  pairs() {
    return pairs;
  }

  async translate({ source, target, texts }: TranslateBatch, signal: AbortSignal): Promise<string[]> {
    signal.throwIfAborted();
    if (this.#isClosed) throw new EngineError('the stub engine is closed');
    if (!pairs.some((pair) => pair.source === source && pair.target === target)) {
      throw new EngineError(`there is no pair ${source}>${target}`);
    }
    const { latencyMs, errorRate, hangRate } = this.#settings;
    const fate = errorRate + hangRate > 0 ? this.#random() : 1;
    if (fate < hangRate) await untilAborted(signal);
    if (latencyMs > 0) await delayUnlessAborted(latencyMs, signal);
    if (fate < hangRate + errorRate) throw new EngineError('the stub engine fails on purpose');
    return texts.map((text) => text.toUpperCase());
  }

  async health(): Promise<EngineHealth> {
    return { healthy: !this.#isClosed, detail: 'a stub for tests: its answers are no translations' };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }
}

async function delayUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  // The timer's own error only says that it was aborted; the contract asks for the reason.
  await delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** mulberry32: the same seed gives the same row of failures. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
