/**
 * The engines of this process. All other code reaches an engine only through this registry and the `Engine`
 * contract.
 */
import type { Config } from '../config/config.ts';
import type { EngineDefinition } from '../config/file-engines.ts';
import { OperatorError } from '../lib/errors.ts';
import { pairOf } from '../lib/language-pair.ts';
import type { Logger } from '../observability/logger.ts';
import { openApertiumEngine } from './apertium/apertium-engine.ts';
import { openBergamotEngine } from './bergamot/bergamot-engine.ts';
import type { Engine } from './engine.ts';
import type { Exchange } from './engine-http.ts';
import { openDeeplEngine } from './http/deepl.ts';
import { openLibretranslateEngine } from './http/libretranslate.ts';
import { openOpenaiEngine } from './http/openai/openai.ts';
import { readKey } from './read-key.ts';

export interface EngineRegistry {
  readonly engines: readonly Engine[];
  close(): Promise<void>;
}

/** Called with the requests of engines over HTTP, without keys. */
type Observe = (exchange: Exchange) => void;

export async function openEngines(
  definitions: readonly EngineDefinition[],
  config: Config,
  logger: Logger,
  observe?: Observe,
): Promise<EngineRegistry> {
  const engines = await Promise.all(
    definitions.map((definition) => openEngine(definition, config, logger, observe)),
  );
  return {
    engines,
    async close() {
      await Promise.all(engines.map((engine) => engine.close()));
    },
  };
}

async function openEngine(
  definition: EngineDefinition,
  config: Config,
  logger: Logger,
  observe: Observe | undefined,
): Promise<Engine> {
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
        kernel: definition.kernel,
        shortlist: definition.shortlist,
        logger,
      });
    case 'deepl':
      return openDeeplEngine(await httpOptions(definition, config, observe));
    case 'libretranslate':
      return openLibretranslateEngine(await httpOptions(definition, config, observe));
    case 'openai':
      return openOpenaiEngine({
        ...(await httpOptions(definition, config, observe)),
        model: definition.model,
        pairs: definition.pairs?.flatMap((pair) => pairOf(pair) ?? []),
        template: definition.template,
        parameters: definition.parameters,
        tokenLimit: definition.token_limit,
        markup: definition.markup,
        textsPerRequest: definition.texts_per_request,
        contextSegments: definition.context_segments,
        rephrase: definition.rephrase,
      });
    case 'stub':
      return openStubEngine(definition, config);
  }
}

type HttpDefinition = Extract<EngineDefinition, { url: string }>;

async function httpOptions(definition: HttpDefinition, config: Config, observe: Observe | undefined) {
  const { id, url, languages, connections, timeout_ms: timeoutMs } = definition;
  const key = await readKey(definition, config);
  return { id, url, key, languages, connections, timeoutMs, observe: observe && withoutKey(observe, key) };
}

/** Some servers take the key in the request, and some repeat it in an error. */
function withoutKey(observe: Observe, key: string | undefined): Observe {
  if (key === undefined) return observe;
  const hide = (_member: string, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(key, '***') : value;
  return (exchange) => observe(JSON.parse(JSON.stringify(exchange, hide)) as Exchange);
}

type StubDefinition = Extract<EngineDefinition, { type: 'stub' }>;

/** Imported on demand: release builds omit these files, so that no setting can activate the stub. */
async function openStubEngine({ id, behaviour, pairs }: StubDefinition, config: Config): Promise<Engine> {
  if (!config.isTest) {
    throw new OperatorError('A stub engine is only for tests.', 'Remove it from the configuration file.');
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
