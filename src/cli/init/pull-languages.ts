/** Downloads the models of the chosen languages, after it has shown what each pair will be served by. */
import { availableParallelism } from 'node:os';
import { type Config, loadFileSettings } from '../../config/config.ts';
import { OperatorError } from '../../lib/errors.ts';
import { examineEngines } from '../examine.ts';
import { listAvailableModels, openModelRegistry, pullModel } from '../loaded-on-demand.ts';
import { machineMemoryBytes } from '../machine-memory.ts';
import { openProgressBars } from '../progress-bar.ts';
import { describeError } from '../report-failure.ts';
import type { Environment } from '../with-database.ts';
import type { EngineSettings } from './engine-choice.ts';
import type { Interview } from './interview.ts';
import { type AvailableModel, chooseMemory, describeOffers, offersFor } from './language-choice.ts';

interface PullWishes {
  readonly languages: readonly string[];
  readonly folder: string;
  readonly registry: string | undefined;
  /** Given by a flag; otherwise it is asked. */
  readonly download: string | undefined;
}

/** Returns the engines that can serve the languages, best first. Without models, this is only Apertium. */
export async function pullLanguages(
  { languages, folder, registry: place, download }: PullWishes,
  config: Config,
  env: Environment,
  interview: Interview,
): Promise<EngineSettings[]> {
  const machineBytes = machineMemoryBytes();
  const apertium = await examineEngines([{ id: 'apertium', type: 'apertium' }], config);
  const others: EngineSettings[] = apertium.pairs.length > 0 ? [{ type: 'apertium' }] : [];
  const pulled: AvailableModel[] = [];
  try {
    const registry = await openModelRegistry(place ?? loadFileSettings(env).modelRegistry);
    const available = await listAvailableModels(registry, { maxMemoryBytes: machineBytes });
    const offers = offersFor(languages, available, apertium.pairs);
    interview.tell(describeOffers(offers));
    const models = offers.flatMap(({ model }) => model ?? []);
    const answer = models.length === 0 ? 'no' : (download ?? (await askForDownload(interview)));
    using bars = openProgressBars(true);
    for (const model of answer === 'yes' ? models : []) {
      await pullModel(registry, folder, model.name, { maxMemoryBytes: machineBytes }, bars.show);
      pulled.push(model);
    }
  } catch (error) {
    // Without a network, the models that are here and translation by rules are better than nothing.
    if (!(error instanceof OperatorError) || others.length + pulled.length === 0) throw error;
    interview.tell(`${describeError(error)}\nGoing on with ${pulled.length} models and Apertium.`);
  }
  if (pulled.length === 0) return others;
  const memory = chooseMemory(pulled, { cores: availableParallelism(), machineBytes });
  return [{ type: 'bergamot', models: folder, ...memory }, ...others];
}

async function askForDownload(interview: Interview): Promise<string> {
  for (;;) {
    const answer = await interview.ask('Download these models (yes or no)', '--download', 'yes');
    if (answer === 'yes' || answer === 'no') return answer;
    interview.object('--download: Answer yes or no.');
  }
}
