import type { Command } from 'commander';
import { loadFileSettings } from '../config/config.ts';
import { OperatorError } from '../lib/errors.ts';
import {
  listModels,
  loadRouting,
  openModelRegistry,
  pullModel,
  removeModel,
  verifyModel,
} from './loaded-on-demand.ts';
import { type OutputOptions, print, table } from './print.ts';
import { openProgressBars } from './progress-bar.ts';
import type { Environment } from './with-database.ts';

interface ModelOptions extends OutputOptions {
  readonly models?: string;
  readonly registry?: string;
  readonly architecture?: string;
  readonly available?: boolean;
}

/** `dragoman models`: the models of the Bergamot engine. Needs no database. */
export function addModelsCommands(program: Command, env: Environment): void {
  const models = program.command('models').description('manage the models of the Bergamot engine');
  const folderOf = ({ models: named }: ModelOptions) => named ?? configuredFolder(env);
  const registryOf = ({ registry }: ModelOptions) =>
    openModelRegistry(registry ?? loadFileSettings(env).modelRegistry);
  const command = (usage: string, description: string) =>
    models
      .command(usage)
      .description(description)
      .option('--models <folder>', 'use this folder, not the one in the configuration file')
      .option('--json', 'print JSON');

  command('list', 'list the installed models, or those of the registry')
    .option('--available', 'list the models of the registry')
    .option('--registry <place>', 'address of the registry, or a folder with its files')
    .action(async (options: ModelOptions) => {
      if (options.available) return printAvailable(options, await registryOf(options));
      const found = await listModels(await folderOf(options));
      const rows = found.map(({ name, bytes, architecture }) => [
        name,
        architecture,
        `${megabytes(bytes)} MB`,
      ]);
      print(
        options,
        { models: found },
        table(rows) || 'No models are installed. Next: dragoman models pull en-de',
      );
    });

  command('pull <pairs...>', 'download models; an interrupted download continues where it stopped')
    .option('--registry <place>', 'address of the registry, or a folder with its files')
    .option('--architecture <name>', 'tiny, base-memory or base; by default the smallest available')
    .action(async (pairs: string[], options: ModelOptions) => {
      const [folder, registry] = [await folderOf(options), await registryOf(options)];
      using bars = openProgressBars(!options.json);
      const pulled = [];
      for (const name of pairs) {
        const { architecture, files } = await pullModel(
          registry,
          folder,
          name,
          options.architecture,
          bars.show,
        );
        pulled.push({ name, architecture, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) });
      }
      const rows = pulled.map(({ name, architecture, bytes }) => [
        name,
        architecture,
        `${megabytes(bytes)} MB`,
      ]);
      print(options, { models: pulled }, `${table(rows)}\n\nRestart Dragoman to use them.`);
    });

  command(
    'verify [pairs...]',
    'check that models are unchanged since their download; by default all of them',
  ).action(async (pairs: string[], options: ModelOptions) => {
    const folder = await folderOf(options);
    const names = pairs.length > 0 ? pairs : (await listModels(folder)).map(({ name }) => name);
    const verdicts = await Promise.all(names.map((name) => verifyModel(folder, name)));
    const rows = verdicts.map(({ name, ok, detail }) => [ok ? 'ok' : 'FAILED', name, detail]);
    print(options, { models: verdicts }, table(rows));
    if (!verdicts.every(({ ok }) => ok)) process.exitCode = 1;
  });

  command('remove <pairs...>', 'delete models').action(async (pairs: string[], options: ModelOptions) => {
    const folder = await folderOf(options);
    for (const name of pairs) await removeModel(folder, name);
    print(options, { removed: pairs }, `Removed ${pairs.join(', ')}.`);
  });
}

type Registry = Awaited<ReturnType<typeof openModelRegistry>>;

function printAvailable(options: ModelOptions, { models }: Registry): void {
  const available = Object.entries(models).map(([name, all]) => ({
    name,
    architectures: [...new Set(all.map(({ architecture }) => architecture))],
  }));
  const rows = available.map(({ name, architectures }) => [name, architectures.join(', ')]);
  print(options, { available }, table(rows));
}

async function configuredFolder(env: Environment): Promise<string> {
  const { engines } = await loadRouting(loadFileSettings(env));
  const engine = engines.find(({ type }) => type === 'bergamot');
  if (engine?.type === 'bergamot') return engine.models;
  throw new OperatorError(
    'No Bergamot engine is configured, so there is no folder for models.',
    'Name one with --models, or add the engine to dragoman.yaml as docs/run/engines.md describes.',
  );
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
