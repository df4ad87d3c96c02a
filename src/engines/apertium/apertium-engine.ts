/**
 * Apertium: rule-based translation for related languages, with a few megabytes per pair. The Debian packages
 * contain the pipeline of each pair; this engine keeps it running instead of starting it for every call.
 */

import { createHash } from 'node:crypto';
import { access, constants, stat } from 'node:fs/promises';
import type { Logger } from '../../observability/logger.ts';
import { countedPairs } from '../counted-pairs.ts';
import {
  type Engine,
  type EngineCapacity,
  EngineError,
  type EngineHealth,
  type EnginePair,
  type TranslateBatch,
} from '../engine.ts';
import { usualPieceLength } from '../split-text.ts';
import { translateInPieces } from '../translate-in-pieces.ts';
import { discoverModes, type Mode, readPipelineCommand } from './modes.ts';
import { PipelinePool } from './pipeline-pool.ts';

export interface ApertiumOptions {
  readonly id: string;
  readonly modesFolder: string;
  readonly pipelinesPerPair: number;
  readonly logger: Logger;
}

/** This many texts keep all stages of a pipeline busy. */
const textsPerPipeline = 16;
/** While teams share a pipeline, a new text waits for at most this many texts of other teams. */
const textsPerPipelineWhenShared = 2;

/**
 * Pipelines are watched and replaced one by one, so this limit is reached only if no replacement answers
 * either, and none of them is at work.
 */
const stallMs = 20_000;

const features = { formality: false, glossary: false, markup: false };

export async function openApertiumEngine(options: ApertiumOptions): Promise<Engine> {
  const modes = await discoverModes(options.modesFolder);
  return new ApertiumEngine(modes, await versionOf(modes), options);
}

class ApertiumEngine implements Engine {
  readonly id: string;
  readonly version: string;
  readonly capacity: EngineCapacity;
  readonly isRuleBased = true;
  /** Symbols are sent in superblanks, which every stage preserves and no rule sees. */
  readonly tokens = 'symbols';
  readonly #modes: ReadonlyMap<string, Mode>;
  readonly #pairs: readonly EnginePair[];
  readonly #options: ApertiumOptions;
  // A promise per pair, so that two concurrent calls share one pool.
  readonly #pools = new Map<string, Promise<PipelinePool>>();

  constructor(modes: readonly Mode[], version: string, options: ApertiumOptions) {
    this.id = options.id;
    this.version = version;
    this.#modes = new Map(modes.map((mode) => [`${mode.source}>${mode.target}`, mode]));
    this.#pairs = modes.map(({ source, target }) => ({ source, target, features }));
    this.#options = options;
    // A pipeline reads text after text, so a batch is one text, and no finished text waits for another.
    this.capacity = {
      batchesAtOnce: textsPerPipeline * options.pipelinesPerPair,
      batchesWhenShared: textsPerPipelineWhenShared * options.pipelinesPerPair,
      workers: options.pipelinesPerPair,
      chargesWork: true,
      charactersPerText: usualPieceLength,
      textsPerBatch: 1,
      charactersPerBatch: 1,
      stallMs,
    };
  }

  pairs(): readonly EnginePair[] {
    return this.#pairs;
  }

  async translate(batch: TranslateBatch, signal: AbortSignal): Promise<string[]> {
    const pool = await this.#poolOf(batch.source, batch.target);
    return translateInPieces(batch.texts, (pieces) => pool.translate(pieces, signal, batch));
  }

  async health(): Promise<EngineHealth> {
    if (this.#pairs.length === 0) {
      return {
        healthy: false,
        detail: `no pairs in ${this.#options.modesFolder}: install Debian packages such as apertium-eng-spa`,
      };
    }
    const [mode] = this.#modes.values();
    const readable = mode !== undefined && (await isReadable(mode.file));
    return readable
      ? { healthy: true, detail: countedPairs(this.#pairs.length) }
      : { healthy: false, detail: `${this.#options.modesFolder} can no longer be read` };
  }

  async close(): Promise<void> {
    for (const pool of await Promise.allSettled(this.#pools.values())) {
      if (pool.status === 'fulfilled') pool.value.close();
    }
  }

  #poolOf(source: string, target: string): Promise<PipelinePool> {
    const pair = `${source}>${target}`;
    const known = this.#pools.get(pair);
    if (known !== undefined) return known;
    const pool = this.#openPool(pair);
    this.#pools.set(pair, pool);
    // A pair that could not be opened (a package is being upgraded) may be tried again.
    pool.catch(() => this.#pools.delete(pair));
    return pool;
  }

  async #openPool(pair: string): Promise<PipelinePool> {
    const mode = this.#modes.get(pair);
    if (mode === undefined) throw new EngineError(`there is no pair ${pair}`);
    const command = await readPipelineCommand(mode).catch((cause: unknown) => {
      throw new EngineError(`the mode ${mode.name} cannot be read`, { cause });
    });
    return new PipelinePool({
      command,
      size: this.#options.pipelinesPerPair,
      pair,
      logger: this.#options.logger,
    });
  }
}

/** A package upgrade rewrites the mode files together with their dictionaries. */
async function versionOf(modes: readonly Mode[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, file } of modes) hash.update(`${name} ${(await stat(file)).mtimeMs}\n`);
  return hash.digest('base64url').slice(0, 12);
}

async function isReadable(file: string): Promise<boolean> {
  return access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
}
