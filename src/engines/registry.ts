/** The engines of this process. Everybody else reaches an engine through here and through its contract. */
import type { Config, StubEngineSettings } from '../config.ts';
import { OperatorError } from '../lib/errors.ts';
import type { Logger } from '../observability/logger.ts';
import { openApertiumEngine } from './apertium/apertium-engine.ts';
import type { Engine } from './engine.ts';

export interface EngineRegistry {
  readonly engines: readonly Engine[];
  close(): Promise<void>;
}

export async function openEngines(config: Config, logger: Logger): Promise<EngineRegistry> {
  const engines: readonly Engine[] = [
    ...(config.stubEngine === undefined ? [] : [await openStubEngine(config.stubEngine)]),
    await openApertiumEngine({
      modesFolder: config.apertiumModesFolder,
      pipelinesPerPair: config.apertiumPipelinesPerPair,
      logger,
    }),
  ];
  return {
    engines,
    async close() {
      await Promise.all(engines.map((engine) => engine.close()));
    },
  };
}

/** Loaded on demand: a release build does not hold the file, so that no setting can bring the stub to life. */
async function openStubEngine(settings: StubEngineSettings): Promise<Engine> {
  const { StubEngine } = await import('./stub/stub-engine.ts').catch((cause: unknown) => {
    throw new OperatorError(
      'DRAGOMAN_STUB_ENGINE is set, but this build has no stub engine.',
      'Remove the setting; for tests, build with: scripts/build --with-stub',
      { cause },
    );
  });
  return new StubEngine(settings);
}
