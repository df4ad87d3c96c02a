/** An engine behind HTTP: the part that is common to all dialects. */

import { createHash } from 'node:crypto';
import { canonicalLanguageTag, type LanguagePair, sameLanguage } from '../../lib/language-tag.ts';
import { withOuterWhitespaceOf } from '../../lib/outer-whitespace.ts';
import { countedPairs } from '../counted-pairs.ts';
import {
  type Engine,
  type EngineCapacity,
  EngineError,
  type EngineHealth,
  type EnginePair,
  type PairFeatures,
  type TranslateBatch,
  type TranslateOptions,
} from '../engine.ts';
import { describeStatus, EngineHttp, type Exchange, isLate, type Poster } from '../engine-http.ts';
import { repeatWhenBusy } from './repeat-when-busy.ts';

export interface HttpEngineOptions {
  readonly id: string;
  readonly url: string;
  readonly key?: string | undefined;
  /** Language tags; every pair of them is offered. If undefined, the server is asked. */
  readonly languages?: readonly string[] | undefined;
  /** The maximum number of concurrent requests. */
  readonly connections?: number | undefined;
  readonly timeoutMs?: number | undefined;
  /** Called with every translation request and its response. */
  readonly observe?: ((exchange: Exchange) => void) | undefined;
}

/** A pair in the language codes of the dialect. */
export interface WirePair extends LanguagePair {
  /** The features of this pair that differ from those of the dialect. */
  readonly features?: Partial<PairFeatures>;
}

/** The content of one request. */
export interface WireBatch extends Pick<WirePair, 'source' | 'target'> {
  readonly texts: readonly string[];
  readonly options: TranslateOptions;
}

/** The differences between kinds of servers. */
export interface HttpDialect {
  readonly headers: Readonly<Record<string, string>>;
  readonly capacity: Pick<EngineCapacity, 'textsPerBatch' | 'charactersPerBatch' | 'charactersPerText'>;
  readonly timeoutMs: number;
  /** Whether requests are repeated if the server is busy, instead of asking the next engine at once. */
  readonly repeatsWhenBusy?: boolean;
  /** A path where a GET is free and shows whether the server is reachable and the key is valid. */
  readonly probePath: string;
  /** Anything else that determines a translation: a model, a prompt. */
  readonly variant: string;
  readonly features: PairFeatures;
  /** See `Engine`. */
  readonly contextSegments?: number;
  /** Whether texts can be rephrased in every language that they can be translated to. */
  readonly rephrases?: boolean;
  pairs(http: EngineHttp): Promise<readonly WirePair[]>;
  ask(http: Poster, batch: WireBatch, signal: AbortSignal): Promise<unknown[]>;
}

const defaultConnections = 8;
const probeTimeoutMs = 1_400;
/** Paid services count every call, so a healthy server is not probed every two seconds. */
const healthyForMs = 15_000;

export async function openHttpEngine(options: HttpEngineOptions, dialect: HttpDialect): Promise<Engine> {
  const http = new EngineHttp({
    url: options.url,
    headers: dialect.headers,
    connections: options.connections ?? defaultConnections,
    timeoutMs: options.timeoutMs ?? dialect.timeoutMs,
    observe: options.observe,
  });
  try {
    return new HttpEngine(options, dialect, http, await dialect.pairs(http));
  } catch (error) {
    await http.close();
    throw error;
  }
}

class HttpEngine implements Engine {
  readonly id: string;
  readonly version: string;
  readonly capacity: EngineCapacity;
  readonly contextSegments: number;
  readonly #dialect: HttpDialect;
  readonly #http: EngineHttp;
  /** By canonical tags. */
  readonly #wirePairs: ReadonlyMap<string, WirePair>;
  readonly #pairs: readonly EnginePair[];
  readonly #rephrasePairs: readonly EnginePair[];
  readonly #timeoutMs: number;
  #healthyUntilMs = 0;
  #batchesUnderWay = 0;

  constructor(
    options: HttpEngineOptions,
    dialect: HttpDialect,
    http: EngineHttp,
    pairs: readonly WirePair[],
  ) {
    this.id = options.id;
    this.#timeoutMs = options.timeoutMs ?? dialect.timeoutMs;
    this.version = createHash('sha256')
      .update(`${options.url} ${dialect.variant}`)
      .digest('base64url')
      .slice(0, 12);
    this.capacity = {
      ...dialect.capacity,
      batchesAtOnce: options.connections ?? defaultConnections,
      batchesInAll: options.connections ?? defaultConnections,
      stallMs: this.#timeoutMs + 1_000,
    };
    this.contextSegments = dialect.contextSegments ?? 0;
    this.#dialect = dialect;
    this.#http = http;
    const known = pairs.flatMap((wire) => canonicalPair(wire) ?? []);
    const rephrased = dialect.rephrases ? known.map(withItself) : [];
    this.#wirePairs = new Map([...known, ...rephrased].map(({ pair, wire }) => [keyOf(pair), wire]));
    this.#pairs = known.map(({ pair, wire }) => ({
      ...pair,
      features: { ...dialect.features, ...wire.features },
    }));
    const languages = new Map(rephrased.map(({ pair }) => [pair.target, pair]));
    this.#rephrasePairs = [...languages.values()].map((pair) => ({ ...pair, features: dialect.features }));
  }

  pairs(): readonly EnginePair[] {
    return this.#pairs;
  }

  rephrasePairs(): readonly EnginePair[] {
    return this.#rephrasePairs;
  }

  async translate(
    { source, target, texts, options, traceparent, deadlineMs }: TranslateBatch,
    signal: AbortSignal,
  ): Promise<string[]> {
    const pair = this.#wirePairs.get(keyOf({ source, target }));
    if (pair === undefined) throw new EngineError(`there is no pair from ${source} to ${target}`);
    const traced = this.#http.tracedBy(traceparent);
    const http = this.#dialect.repeatsWhenBusy
      ? repeatWhenBusy(traced, { timeoutMs: this.#timeoutMs, deadlineMs })
      : traced;
    this.#batchesUnderWay++;
    try {
      // Texts are not split: the server splits them itself, and better.
      const worded = texts.filter(hasContent);
      const batch = { ...pair, texts: worded, options: options ?? {} };
      const answers = (await this.#askInTurn(http, batch, signal)).values();
      return texts.map((text) => (hasContent(text) ? answerFor(text, answers.next().value ?? '') : text));
    } finally {
      this.#batchesUnderWay--;
    }
  }

  async #askInTurn(http: Poster, batch: WireBatch, signal: AbortSignal): Promise<string[]> {
    const answers: string[] = [];
    for (const part of inParts(batch.texts, this.capacity)) {
      const given = await this.#dialect.ask(http, { ...batch, texts: part }, signal);
      if (given.length !== part.length || !given.every((text) => typeof text === 'string')) {
        throw new EngineError('the server returned a different number of texts than it received');
      }
      answers.push(...given);
    }
    signal.throwIfAborted();
    return answers;
  }

  async health(): Promise<EngineHealth> {
    if (this.#pairs.length === 0) return { healthy: false, detail: 'the server offers no languages' };
    const detail = countedPairs(this.#pairs.length);
    if (performance.now() < this.#healthyUntilMs) return { healthy: true, detail };
    try {
      const { status } = await this.#http.get(this.#dialect.probePath, neverAborted, probeTimeoutMs);
      // Not every server has the path. Any response other than a server error or a rejected key is
      // sufficient.
      if (status >= 500 || status === 401 || status === 403)
        return { healthy: false, detail: describeStatus(status) };
      this.#healthyUntilMs = performance.now() + healthyForMs;
      return { healthy: true, detail };
    } catch (error) {
      // A server with one worker does not respond to probes while it translates. Its translation time-outs
      // show whether it is healthy.
      if (isLate(error) && this.#batchesUnderWay > 0) return { healthy: true, detail: `${detail}, busy` };
      return {
        healthy: false,
        detail: error instanceof Error ? error.message : 'the server cannot be reached',
      };
    }
  }

  close(): Promise<void> {
    return this.#http.close();
  }
}

const neverAborted = new AbortController().signal;

function keyOf({ source, target }: WirePair): string {
  return `${source}>${target}`;
}

interface KnownPair {
  readonly pair: LanguagePair;
  readonly wire: WirePair;
}

/** Pairs whose codes are not language tags are dropped, because no request can name them. */
function canonicalPair(wire: WirePair): KnownPair | undefined {
  const source = canonicalLanguageTag(wire.source);
  const target = canonicalLanguageTag(wire.target);
  if (source === undefined || target === undefined || sameLanguage(source, target)) return undefined;
  return { pair: { source, target }, wire };
}

/** The pair of the target language with itself. */
function withItself({ pair: { target }, wire }: KnownPair): KnownPair {
  return { pair: { source: target, target }, wire: { source: wire.target, target: wire.target } };
}

export function allPairsOf(sources: readonly string[], targets: readonly string[] = sources): WirePair[] {
  return sources.flatMap((source) => targets.map((target) => ({ source, target })));
}

function* inParts(
  texts: readonly string[],
  { textsPerBatch, charactersPerBatch }: EngineCapacity,
): Generator<readonly string[]> {
  let part: string[] = [];
  let room = charactersPerBatch;
  for (const text of texts) {
    if (part.length > 0 && (part.length === textsPerBatch || text.length > room)) {
      yield part;
      [part, room] = [[], charactersPerBatch];
    }
    part.push(text);
    room -= text.length;
  }
  if (part.length > 0) yield part;
}

function hasContent(text: string): boolean {
  return text.trim() !== '';
}

/** An empty answer stays empty, so that it is not taken for a translation that equals its source. */
function answerFor(text: string, answer: string): string {
  return hasContent(answer) ? withOuterWhitespaceOf(text, answer) : '';
}
