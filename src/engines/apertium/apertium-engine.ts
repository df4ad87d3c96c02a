/**
 * Apertium: rule-based translation for related languages, on a few megabytes a pair. The Debian packages
 * bring each pair's pipeline; this engine keeps it running instead of starting it for every call.
 */
import { createHash } from 'node:crypto';
import { access, constants, stat } from 'node:fs/promises';
import type { Logger } from '../../observability/logger.ts';
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

/** So many keep all stages of a pipeline busy. */
const textsPerPipeline = 16;
/** While teams share it, a newcomer waits for so many texts of others. */
const textsPerPipelineWhenShared = 2;

/** Pipelines are watched and replaced one by one; only if none of the replacements answers either is it too long. */
const watchdogsPatienceMs = 20_000;

const features = { formality: false, glossary: false, markup: false };

export async function openApertiumEngine(options: ApertiumOptions): Promise<Engine> {
  const modes = await discoverModes(options.modesFolder);
  return new ApertiumEngine(modes, await versionOf(modes), options);
}

class ApertiumEngine implements Engine {
  readonly id: string;
  readonly version: string;
  readonly capacity: EngineCapacity;
  /** They travel in superblanks, which no stage loses and no rule sees. */
  readonly tokens = 'symbols';
  readonly #modes: ReadonlyMap<string, Mode>;
  readonly #pairs: readonly EnginePair[];
  readonly #options: ApertiumOptions;
  // A promise per pair, so that two calls that arrive at once share one pool.
  readonly #pools = new Map<string, Promise<PipelinePool>>();

  constructor(modes: readonly Mode[], version: string, options: ApertiumOptions) {
    this.id = options.id;
    this.version = version;
    this.#modes = new Map(modes.map((mode) => [`${mode.source}>${mode.target}`, mode]));
    this.#pairs = modes.map(({ source, target }) => ({ source, target, features }));
    this.#options = options;
    // A pipeline reads text after text, so a batch is one text, and a text that is done needs to wait for no other.
    this.capacity = {
      batchesAtOnce: textsPerPipeline * options.pipelinesPerPair,
      batchesWhenShared: textsPerPipelineWhenShared * options.pipelinesPerPair,
      workers: options.pipelinesPerPair,
      chargesWork: true,
      charactersPerText: usualPieceLength,
      textsPerBatch: 1,
      charactersPerBatch: 1,
      stallMs: watchdogsPatienceMs,
    };
  }

  pairs(): readonly EnginePair[] {
    return this.#pairs;
  }

  async translate(batch: TranslateBatch, signal: AbortSignal): Promise<string[]> {
    const pool = await this.#poolOf(batch.source, batch.target);
    return translateInPieces(batch.texts, (pieces) => pool.translate(pieces, signal, batch.claim));
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
      ? { healthy: true, detail: `${this.#pairs.length} pairs` }
      : { healthy: false, detail: `${this.#options.modesFolder} can't be read any more` };
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
    // A pair that couldn't be opened (a package is being upgraded) may be tried again.
    pool.catch(() => this.#pools.delete(pair));
    return pool;
  }

  async #openPool(pair: string): Promise<PipelinePool> {
    const mode = this.#modes.get(pair);
    if (mode === undefined) throw new EngineError(`there is no pair ${pair}`);
    const command = await readPipelineCommand(mode).catch((cause: unknown) => {
      throw new EngineError(`the mode ${mode.name} can't be read`, { cause });
    });
    return new PipelinePool({
      command,
      size: this.#options.pipelinesPerPair,
      pair,
      logger: this.#options.logger,
    });
  }
}

/** A package upgrade writes the modes anew, with the dictionaries that they name. */
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
