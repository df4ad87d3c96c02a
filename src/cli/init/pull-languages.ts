/** Downloads the models of the chosen languages, after it has shown what each pair will be served by. */
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { type Config, loadFileSettings } from '../../config/config.ts';
import { OperatorError } from '../../lib/errors.ts';
import { machineMemoryBytes } from '../../lib/machine-memory.ts';
import { type ExaminedPair, examineEngines } from '../examine.ts';
import { listAvailableModels, listModels, openModelRegistry, pullModel } from '../loaded-on-demand.ts';
import { openProgressBars } from '../progress-bar.ts';
import { describeError } from '../report-failure.ts';
import type { Environment } from '../with-database.ts';
import type { EngineSettings } from './engine-choice.ts';
import type { Interview } from './interview.ts';
import { chooseMemory, describeOffers, type ModelOffer, offersFor } from './language-choice.ts';
import { shellQuote } from './shell-quote.ts';

interface PullWishes {
  readonly languages: readonly string[];
  readonly folder: string;
  readonly registry: string | undefined;
  /** Given by a flag; otherwise it is asked. */
  readonly download: string | undefined;
}

/** Returns the engines that can serve the languages, best first. Without models, this is only Apertium. */
export async function pullLanguages(
  wishes: PullWishes,
  config: Config,
  env: Environment,
  interview: Interview,
): Promise<EngineSettings[]> {
  const { languages, folder } = wishes;
  const apertium = await examineEngines([{ id: 'apertium', type: 'apertium' }], config);
  const others: EngineSettings[] = apertium.pairs.length > 0 ? [{ type: 'apertium' }] : [];
  const findInstalled = async () => {
    const installed = await listModels(folder);
    return { installed, models: modelsOf(offersFor(languages, installed, [])) };
  };
  try {
    await pullOffers(wishes, apertium.pairs, env, interview);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    // Without a network, the models that are here and translation by rules are better than nothing.
    const rest = describeRest((await findInstalled()).models.length, others.length > 0);
    if (rest === '') throw new OperatorError(error.message, pullByHand(folder), { cause: error });
    interview.tell(`${describeError(error)}\nGoing on with ${rest}. ${retry}`);
  }
  const { installed, models } = await findInstalled();
  if (models.length === 0) return others;
  const machine = { cores: availableParallelism(), machineBytes: machineMemoryBytes() };
  return [{ type: 'bergamot', models: folder, ...chooseMemory(models, machine, installed) }, ...others];
}

async function pullOffers(
  { languages, folder, registry: place, download }: PullWishes,
  apertiumPairs: readonly ExaminedPair[],
  env: Environment,
  interview: Interview,
): Promise<void> {
  const choice = { maxMemoryBytes: machineMemoryBytes() };
  const registry = await openModelRegistry(place ?? loadFileSettings(env).modelRegistry);
  const available = (await listAvailableModels(registry, choice)).filter(({ isDefault }) => isDefault);
  const offers = offersFor(languages, available, apertiumPairs);
  interview.tell(describeOffers(offers));
  const models = modelsOf(offers);
  if (models.length === 0 || (download ?? (await askForDownload(interview))) === 'no') return;
  await createModelsFolder(folder);
  using bars = openProgressBars(true);
  for (const { name } of models) await pullModel(registry, folder, name, choice, bars.show);
}

function modelsOf(offers: ReturnType<typeof offersFor>): ModelOffer[] {
  return offers.flatMap(({ model }) => model ?? []);
}

async function createModelsFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new OperatorError(
      `Models can't be stored in ${folder}: ${(cause as Error).message}.`,
      'Choose another folder with --models.',
      { cause },
    );
  }
}

function describeRest(models: number, hasApertium: boolean): string {
  const parts = [
    models > 0 && `${models} installed ${models === 1 ? 'model' : 'models'}`,
    hasApertium && 'Apertium',
  ];
  return parts.filter(Boolean).join(' and ');
}

const retry = 'To try again, remove dragoman.yaml and repeat the command.';

/** The remedies of `dragoman models pull` name flags that `dragoman init` does not have. */
const pullByHand = (folder: string) =>
  `Choose another --registry or --models folder, or install models first with dragoman models pull, and use them with --engines bergamot --models ${shellQuote(folder)}`;

async function askForDownload(interview: Interview): Promise<string> {
  for (;;) {
    const answer = await interview.ask('Download these models (yes or no)', '--download', 'yes');
    if (answer === 'yes' || answer === 'no') return answer;
    interview.object('--download: Answer yes or no.');
  }
}
