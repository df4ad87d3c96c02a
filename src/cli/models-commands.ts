import type { Command } from 'commander';
import { loadFileSettings } from '../config/config.ts';
import type { EngineDefinition } from '../config/file-engines.ts';
import { OperatorError } from '../lib/errors.ts';
import { machineMemoryBytes } from '../lib/machine-memory.ts';
import { describeModel, megabytes } from './describe-model.ts';
import {
  listAvailableModels,
  listModels,
  loadRouting,
  mirrorModels,
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
  readonly smallest?: boolean;
  readonly allowUnverified?: boolean;
  readonly available?: boolean;
}

/** `dragoman models`: the models of the Bergamot engine. Needs no database. */
export function addModelsCommands(program: Command, env: Environment): void {
  const models = program.command('models').description('manage the models of the Bergamot engine');
  const folderOf = async ({ models: named }: ModelOptions) => named ?? (await configuredEngine(env)).models;
  const registryOf = ({ registry }: ModelOptions) =>
    openModelRegistry(registry ?? loadFileSettings(env).modelRegistry);
  const command = (usage: string, description: string) =>
    models.command(usage).description(description).option('--json', 'print JSON');
  const withFolder = (each: Command) =>
    each.option('--models <folder>', 'use this folder, not the one in the configuration file');
  const withRegistry = (each: Command) =>
    each.option('--registry <place>', 'address of the registry, or a folder with its files');
  const withChoice = (each: Command) =>
    withRegistry(each)
      .option('--smallest', 'take the smallest released model, not the best that fits the memory')
      .option('--architecture <name>', 'take this one, such as tiny, base-memory or base')
      .option('--allow-unverified', 'accept vocabularies and shortlists of which the registry has no hash');

  withRegistry(withFolder(command('list', 'list the installed models, or those of the registry')))
    .option('--available', 'list the models of the registry')
    .action(async (options: ModelOptions) => {
      if (options.available) {
        const available = await listAvailableModels(await registryOf(options), await choiceFor(options, env));
        const rows = available.map((model) => [
          ...describeModel(model),
          model.release,
          model.isDefault ? 'default' : '',
        ]);
        return print(options, { available }, table(rows));
      }
      const found = await listModels(await folderOf(options));
      const none = 'No models are installed. Next: dragoman models pull en-de';
      print(options, { models: found }, table(found.map(describeModel)) || none);
    });

  withChoice(
    withFolder(
      command('pull <pairs...>', 'download models; an interrupted download continues where it stopped'),
    ),
  ).action(async (pairs: string[], options: ModelOptions) => {
    const [folder, registry] = [await folderOf(options), await registryOf(options)];
    const choice = await choiceFor(options, env);
    using bars = openProgressBars(!options.json);
    const pulled = [];
    for (const pair of pairs) {
      const model = await pullModel(registry, folder, pair, choice, bars.show);
      const { name, architecture, files, wasInstalled } = model;
      pulled.push({ name, architecture, bytes: sizeOf(files), wasInstalled });
    }
    const isNew = pulled.some(({ wasInstalled }) => !wasInstalled);
    const next = isNew ? '\n\nA running server uses them within seconds.' : '';
    print(options, { models: pulled }, sizeTable(pulled) + next);
  });

  withChoice(
    command(
      'mirror <folder> [pairs...]',
      'copy models to a folder that --registry can read on machines without internet access; by default one of every pair',
    ),
  ).action(async (folder: string, pairs: string[], options: ModelOptions) => {
    const registry = await registryOf(options);
    const announce = (models: readonly MirroredModel[]) => {
      const bytes = models.reduce((sum, { files }) => sum + sizeOf(files), 0);
      process.stderr.write(
        `Copying ${models.length} models, uncompressed at least ${megabytes(bytes)} MB. Those that are already in the folder are kept.\n`,
      );
    };
    using bars = openProgressBars(!options.json);
    const mirrored = (await mirrorModels(registry, folder, pairs, { ...options, announce }, bars.show)).map(
      ({ name, architecture, files }) => ({ name, architecture, bytes: sizeOf(files) }),
    );
    const next = `Copy ${folder} to the other machine. There: dragoman models pull PAIR --registry FOLDER`;
    print(options, { models: mirrored }, `${sizeTable(mirrored)}\n\n${next}`);
  });

  withFolder(
    command(
      'verify [pairs...]',
      'check that models are unchanged since their download; by default all of them',
    ),
  ).action(async (pairs: string[], options: ModelOptions) => {
    const folder = await folderOf(options);
    const names = pairs.length > 0 ? pairs : (await listModels(folder)).map(({ name }) => name);
    const verdicts = await Promise.all(names.map((name) => verifyModel(folder, name)));
    const rows = verdicts.map(({ name, ok, detail }) => [ok ? 'ok' : 'FAILED', name, detail]);
    print(options, { models: verdicts }, table(rows));
    if (!verdicts.every(({ ok }) => ok)) process.exitCode = 1;
  });

  withFolder(command('remove <pairs...>', 'delete models')).action(
    async (pairs: string[], options: ModelOptions) => {
      const folder = await folderOf(options);
      const removed = [];
      for (const pair of pairs) removed.push(await removeModel(folder, pair));
      print(options, { removed }, `Removed ${removed.join(', ')}.`);
    },
  );
}

type MirroredModel = Awaited<ReturnType<typeof mirrorModels>>[number];

interface SizedModel {
  readonly name: string;
  readonly architecture: string;
  readonly bytes: number;
  readonly wasInstalled?: boolean;
}

function sizeTable(models: readonly SizedModel[]): string {
  const rows = models.map(({ name, architecture, bytes, wasInstalled }) => [
    ...[name, architecture, `${megabytes(bytes)} MB`],
    wasInstalled ? 'already installed, nothing was downloaded' : '',
  ]);
  return table(rows);
}

function sizeOf(files: readonly { readonly bytes?: number | undefined }[]): number {
  return files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
}

/** The memory for models is what the engine may use, or what the machine has. */
async function choiceFor(options: ModelOptions, env: Environment) {
  const engine = await configuredEngine(env).catch(() => undefined);
  const configured = engine?.memory_mb && engine.memory_mb * 1_000_000;
  return { ...options, maxMemoryBytes: configured ?? machineMemoryBytes() };
}

type BergamotDefinition = Extract<EngineDefinition, { type: 'bergamot' }>;

async function configuredEngine(env: Environment): Promise<BergamotDefinition> {
  const { engines } = await loadRouting(loadFileSettings(env));
  const engine = engines.find(({ type }) => type === 'bergamot');
  if (engine?.type === 'bergamot') return engine;
  throw new OperatorError(
    'No Bergamot engine is configured, so there is no folder for models.',
    'Name one with --models, or add the engine to dragoman.yaml as docs/run/engines.md describes.',
  );
}
