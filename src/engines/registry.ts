/** The engines of this process. Everybody else reaches an engine through here and through its contract. */
import type { Config } from '../config.ts';
import type { EngineDefinition } from '../config-file.ts';
import { OperatorError } from '../lib/errors.ts';
import type { Logger } from '../observability/logger.ts';
import { openApertiumEngine } from './apertium/apertium-engine.ts';
import { openBergamotEngine } from './bergamot/bergamot-engine.ts';
import type { Engine } from './engine.ts';

export interface EngineRegistry {
  readonly engines: readonly Engine[];
  close(): Promise<void>;
}

export async function openEngines(
  definitions: readonly EngineDefinition[],
  config: Config,
  logger: Logger,
): Promise<EngineRegistry> {
  const engines = await Promise.all(definitions.map((definition) => openEngine(definition, config, logger)));
  return {
    engines,
    async close() {
      await Promise.all(engines.map((engine) => engine.close()));
    },
  };
}

async function openEngine(definition: EngineDefinition, config: Config, logger: Logger): Promise<Engine> {
  switch (definition.type) {
    case 'apertium':
      return openApertiumEngine({
        id: definition.id,
        modesFolder: definition.modes ?? config.apertiumModesFolder,
        pipelinesPerPair: definition.pipelines ?? config.apertiumPipelinesPerPair,
        logger,
      });
    case 'bergamot':
      return openBergamotEngine({
        id: definition.id,
        models: definition.models,
        workers: definition.workers,
        memoryMb: definition.memory_mb,
        pinned: definition.pinned,
        logger,
      });
    case 'stub':
      return openStubEngine(definition, config);
  }
}

type StubDefinition = Extract<EngineDefinition, { type: 'stub' }>;

/** Loaded on demand: a release build does not hold the files, so that no setting can bring the stub to life. */
async function openStubEngine({ id, behaviour, pairs }: StubDefinition, config: Config): Promise<Engine> {
  if (!config.isTest) {
    throw new OperatorError('A stub engine is for tests alone.', 'Take it out of the configuration file.');
  }
  const [{ StubEngine }, { parseStubSettings }] = await Promise.all([
    import('./stub/stub-engine.ts'),
    import('./stub/stub-settings.ts'),
  ]).catch((cause: unknown) => {
    throw new OperatorError(
      'A stub engine is configured, but this build has none.',
      'Remove the setting; for tests, build with: scripts/build --with-stub',
      { cause },
    );
  });
  return new StubEngine(id, parseStubSettings(behaviour ?? 'on'), pairs);
}
