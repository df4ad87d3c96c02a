/** The engines that run on this machine. Others need their own server and are added to the file by hand. */
import { InvalidArgumentError } from 'commander';

export const localEngines = ['apertium', 'bergamot'] as const;
type LocalEngine = (typeof localEngines)[number];

export const usualEngines: readonly LocalEngine[] = ['apertium'];

export function parseEngines(value: string): LocalEngine[] {
  const names = new Set(value.split(/[\s,]+/).filter(Boolean));
  const engines = [...names].map((name) => localEngines.find((engine) => engine === name));
  if (engines.length === 0 || engines.includes(undefined)) {
    throw new InvalidArgumentError(
      `Choose from ${localEngines.join(', ')}, separated by commas. Add other engines to dragoman.yaml later.`,
    );
  }
  return engines.filter((engine) => engine !== undefined);
}

export type EngineSettings =
  | { readonly type: 'apertium' }
  | {
      readonly type: 'bergamot';
      readonly models: string;
      readonly memoryMb?: number;
      readonly pinned?: readonly string[];
    };

/** Returns the configuration file for these engines, in order of preference. */
export function formatEngines(engines: readonly EngineSettings[]): string {
  const lines = engines.map((engine) =>
    engine.type === 'bergamot' ? `  bergamot: { ${formatBergamot(engine)} }` : '  apertium: {}',
  );
  return [
    '# Engines in order of preference. Engines on other servers and routes: docs/run/engines.md.',
    '# After a change: dragoman config check',
    'engines:',
    ...lines,
    '',
  ].join('\n');
}

function formatBergamot({
  models,
  memoryMb,
  pinned = [],
}: Extract<EngineSettings, { type: 'bergamot' }>): string {
  return [
    `models: ${JSON.stringify(models)}`,
    ...(memoryMb === undefined ? [] : [`memory_mb: ${memoryMb}`]),
    ...(pinned.length === 0 ? [] : [`pinned: [${pinned.join(', ')}]`]),
  ].join(', ');
}
