import { OperatorError } from '../../lib/errors.ts';
import { describeStatus, type EngineHttp } from '../engine-http.ts';
import type { HttpEngineOptions } from './http-engine.ts';

/** The body of the first path that the server has, or an error that tells the operator how to go on without. */
export async function askForLanguages(
  http: EngineHttp,
  { id }: Pick<HttpEngineOptions, 'id'>,
  path: string,
): Promise<unknown> {
  const remedy =
    'Mend the engine in the configuration file, or name its "languages" there to start without asking.';
  const fail = (reason: string, options?: ErrorOptions) =>
    new OperatorError(`The engine ${id} did not say which languages it has: ${reason}.`, remedy, options);
  const answer = await http.get(path, new AbortController().signal).catch((cause: Error) => {
    throw fail(cause.message, { cause });
  });
  if (answer.status !== 200) throw fail(describeStatus(answer.status));
  if (!Array.isArray(answer.body)) throw fail('the server answered with something else');
  return answer.body;
}
