/** What takes longer to load than most commands take to run, so it is loaded by the commands that need it. */
const configFile = () => import('../config/config-file.ts');
const engines = () => import('../engines/registry.ts');
const redis = () => import('../store/redis/connection.ts');
const library = () => import('../engines/bergamot/library/model-library.ts');
const registry = () => import('../engines/bergamot/library/model-registry.ts');

type Functions<Load extends () => Promise<unknown>> = Awaited<ReturnType<Load>>;
type ConfigFile = Functions<typeof configFile>;
type Engines = Functions<typeof engines>;
type Redis = Functions<typeof redis>;
type Library = Functions<typeof library>;
type Registry = Functions<typeof registry>;

export const loadRouting: ConfigFile['loadRouting'] = async (...of) =>
  (await configFile()).loadRouting(...of);
export const parseRouting = async (content: string): Promise<ReturnType<ConfigFile['parseRouting']>> =>
  (await configFile()).parseRouting(content);
export const openEngines: Engines['openEngines'] = async (...of) => (await engines()).openEngines(...of);
export const redisVersion: Redis['redisVersion'] = async (...of) => (await redis()).redisVersion(...of);
export const listModels: Library['listModels'] = async (...of) => (await library()).listModels(...of);
export const pullModel: Library['pullModel'] = async (...of) => (await library()).pullModel(...of);
export const removeModel: Library['removeModel'] = async (...of) => (await library()).removeModel(...of);
export const verifyModel: Library['verifyModel'] = async (...of) => (await library()).verifyModel(...of);
export const openModelRegistry: Registry['openModelRegistry'] = async (...of) =>
  (await registry()).openModelRegistry(...of);
