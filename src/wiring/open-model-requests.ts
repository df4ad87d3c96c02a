/** Connects the requests of operators with the models of this node. */
import type { Config } from '../config/config.ts';
import { folderSignature } from '../engines/bergamot/library/folder-identity.ts';
import { runLibraryJob } from '../engines/bergamot/library/library-thread.ts';
import type { Engine, ModelStore } from '../engines/engine.ts';
import type { LocalModels } from '../http/console/api/operator/models/model-routes.ts';
import { type ModelRequestsJob, type NodeModels, startModelRequests } from '../jobs/model-requests.ts';
import { machineMemoryBytes } from '../lib/machine-memory.ts';
import { ModelError } from '../lib/model-failures.ts';
import type { Logger } from '../observability/logger.ts';
import type { Database } from '../store/postgres/database.ts';
import {
  claimFolder,
  endAttempt,
  endFinishedRequests,
  openModelRequests,
  reportProgress,
} from '../store/postgres/model-requests.ts';

export interface ModelRequestParts {
  readonly engines: readonly Engine[];
  readonly db: Database;
  readonly node: { readonly id: string; readonly host: string };
  readonly config: Pick<Config, 'modelRegistry' | 'callDeadlineMs'>;
  readonly logger: Logger;
}

/** Undefined if the node has no engine with models. */
export function openModelWork(parts: ModelRequestParts): ModelRequestsJob | undefined {
  const store = firstStore(parts.engines);
  if (store === undefined) return undefined;
  const { db, node, config, logger } = parts;
  return startModelRequests({
    requests: {
      open: () => openModelRequests(db),
      claim: async (id) => {
        const folderId = await store.identifyFolder();
        return claimFolder(db, id, { nodeId: node.id, host: node.host, folderId });
      },
      report: (id, progress) => reportProgress(db, id, node.id, progress),
      end: (id, end) => endAttempt(db, id, node.id, end),
      endFinished: () => endFinishedRequests(db),
    },
    models: modelsOf(store, config.modelRegistry),
    callDeadlineMs: config.callDeadlineMs,
    logger,
  });
}

/** Long enough that pages do not load the list again and again. A list that could not be read is soon tried again. */
const offersCacheMs = 600_000;
const failureCacheMs = 15_000;
const listTimeoutMs = 20_000;

/** What the console shows and asks of this node. */
export function openLocalModels(
  engines: readonly Engine[],
  { modelRegistry: registry }: Pick<Config, 'modelRegistry'>,
  work: ModelRequestsJob | undefined,
): LocalModels | undefined {
  const store = firstStore(engines);
  if (store === undefined) return undefined;
  const memoryBytes = memoryForModels(store);
  const list = async () => {
    const job = { kind: 'list', registry, maxMemoryBytes: memoryBytes } as const;
    try {
      return (await runLibraryJob(job, AbortSignal.timeout(listTimeoutMs))).models ?? [];
    } catch (error) {
      if (error instanceof ModelError) throw error;
      throw new ModelError('registry', `The registry at ${registry} did not answer in time.`, '', {
        cause: error,
      });
    }
  };
  // A folder may have changed, and is quick to read.
  const keepMs = /^[a-z]+:\/\//i.test(registry) ? offersCacheMs : 0;
  let known: { readonly offers: ReturnType<typeof list>; until: number } | undefined;
  return {
    registry,
    memoryBytes,
    listOffers() {
      if (known === undefined || performance.now() >= known.until) {
        const entry = { offers: list(), until: Number.POSITIVE_INFINITY };
        const keepFor = (ms: number) => () => {
          entry.until = performance.now() + ms;
        };
        entry.offers.then(keepFor(keepMs), keepFor(failureCacheMs));
        known = entry;
      }
      return known.offers;
    },
    wake: () => work?.wake(),
  };
}

/** As for the command line, models go to the folder of the first such engine. */
function firstStore(engines: readonly Engine[]): ModelStore | undefined {
  return engines.find(({ modelStore }) => modelStore !== undefined)?.modelStore;
}

/** The memory for one model: what the engine may use, or what the machine has. */
function memoryForModels({ memoryLimitBytes }: ModelStore): number {
  return memoryLimitBytes ?? machineMemoryBytes();
}

function modelsOf(store: ModelStore, registry: string): NodeModels {
  const { folder, memoryLimitBytes } = store;
  return {
    isPinned: store.isPinned,
    retire: store.retire,
    endRetirement: store.endRetirement,
    reload: store.reload,
    signature: () => folderSignature(folder),
    async pull({ pair: name, architecture }, signal, onProgress) {
      const choice = { architecture: architecture ?? undefined, maxMemoryBytes: memoryForModels(store) };
      const job = { kind: 'pull', registry, folder, name, ...choice, memoryLimitBytes } as const;
      await runLibraryJob(job, signal, onProgress);
    },
    async remove(name, signal) {
      await runLibraryJob({ kind: 'remove', folder, name }, signal);
    },
  };
}
