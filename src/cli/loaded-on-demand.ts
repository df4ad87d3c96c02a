/**
 * Modules that take longer to load than most commands take to run; loaded only by commands that need them.
 */
const configFile = () => import('../config/config-file.ts');
const engines = () => import('../engines/registry.ts');
const redis = () => import('../store/redis/connection.ts');
const library = () => import('../engines/bergamot/library/model-library.ts');
const registry = () => import('../engines/bergamot/library/model-registry.ts');
const available = () => import('../engines/bergamot/library/available-models.ts');
const mirror = () => import('../engines/bergamot/library/mirror-models.ts');

type Functions<Load extends () => Promise<unknown>> = Awaited<ReturnType<Load>>;
type ConfigFile = Functions<typeof configFile>;
type Engines = Functions<typeof engines>;
type Redis = Functions<typeof redis>;
type Library = Functions<typeof library>;
type Registry = Functions<typeof registry>;
type Available = Functions<typeof available>;
type Mirror = Functions<typeof mirror>;

export const loadRouting: ConfigFile['loadRouting'] = async (...args) =>
  (await configFile()).loadRouting(...args);
export const variablesOfFile: ConfigFile['variablesOfFile'] = async (...args) =>
  (await configFile()).variablesOfFile(...args);
export const parseRouting = async (content: string): Promise<ReturnType<ConfigFile['parseRouting']>> =>
  (await configFile()).parseRouting(content);
export const openEngines: Engines['openEngines'] = async (...args) => (await engines()).openEngines(...args);
export const redisVersion: Redis['redisVersion'] = async (...args) => (await redis()).redisVersion(...args);
export const listModels: Library['listModels'] = async (...args) => (await library()).listModels(...args);
export const pullModel: Library['pullModel'] = async (...args) => (await library()).pullModel(...args);
export const removeModel: Library['removeModel'] = async (...args) => (await library()).removeModel(...args);
export const verifyModel: Library['verifyModel'] = async (...args) => (await library()).verifyModel(...args);
export const openModelRegistry: Registry['openModelRegistry'] = async (...args) =>
  (await registry()).openModelRegistry(...args);
export const mirrorModels: Mirror['mirrorModels'] = async (...args) => (await mirror()).mirrorModels(...args);
export const listAvailableModels = async (
  ...args: Parameters<Available['listAvailableModels']>
): Promise<ReturnType<Available['listAvailableModels']>> => (await available()).listAvailableModels(...args);
