/** Translates in a process of its own, for options of V8 that hold for a whole process, or with another Node. */
import { openBergamotEngine } from '../../src/engines/bergamot/bergamot-engine.ts';
import { quietLogger } from './pool.ts';
import { answerAsChild, askChild, type ChildOptions } from './run-in-child.ts';

interface Question {
  readonly models: string;
  readonly texts: readonly string[];
}
interface Answer {
  readonly kernel: string | undefined;
  readonly texts: string[];
}

export function translateInChild(question: Question, options: ChildOptions): Promise<Answer> {
  return askChild(import.meta.url, question, options);
}

await answerAsChild(import.meta.url, async ({ models, texts }: Question): Promise<Answer> => {
  const engine = await openBergamotEngine({ id: 'bergamot', models, workers: 1, logger: quietLogger });
  const batch = { source: 'en', target: 'de', texts };
  const translated = await engine.translate(batch, new AbortController().signal);
  await engine.close();
  return { kernel: engine.kernel, texts: translated };
});
