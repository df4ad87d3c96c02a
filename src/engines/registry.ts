/** The engines of this process. Everybody else reaches an engine through here and through its contract. */
import type { Config } from '../config.ts';
import type { Logger } from '../observability/logger.ts';
import { openApertiumEngine } from './apertium/apertium-engine.ts';
import type { Engine } from './engine.ts';

export interface EngineRegistry {
  readonly engines: readonly Engine[];
  close(): Promise<void>;
}

export async function openEngines(config: Config, logger: Logger): Promise<EngineRegistry> {
  const engines: readonly Engine[] = [
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
