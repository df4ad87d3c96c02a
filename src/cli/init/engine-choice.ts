/** The engines that run on this machine. Others need their own server and are added to the file by hand. */
import { InvalidArgumentError } from 'commander';

const localEngines = ['apertium', 'bergamot'] as const;
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

/** Returns the configuration file for these engines, in order of preference. */
export function formatEngines(engines: readonly LocalEngine[], models: string): string {
  const lines = engines.map((engine) =>
    engine === 'bergamot' ? `  bergamot: { models: ${JSON.stringify(models)} }` : `  ${engine}: {}`,
  );
  return [
    '# Engines in order of preference. Engines on other servers and routes: docs/run/engines.md.',
    '# After a change: dragoman config check',
    'engines:',
    ...lines,
    '',
  ].join('\n');
}
