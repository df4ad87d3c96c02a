import { OperatorError } from '../../lib/errors.ts';
import { describeStatus, type EngineHttp } from '../engine-http.ts';
import type { HttpEngineOptions } from './http-engine.ts';

/**
 * Returns the body of the response, or throws an error that tells the operator how to start without asking
 * the server.
 */
export async function askForLanguages(
  http: EngineHttp,
  { id }: Pick<HttpEngineOptions, 'id'>,
  path: string,
): Promise<unknown> {
  const remedy =
    'Fix the engine in the configuration file, or list its "languages" there, so that the server is not asked.';
  const fail = (reason: string, options?: ErrorOptions) =>
    new OperatorError(`The languages of the engine ${id} could not be read: ${reason}.`, remedy, options);
  const answer = await http.get(path, new AbortController().signal).catch((cause: Error) => {
    throw fail(cause.message, { cause });
  });
  if (answer.status !== 200) throw fail(describeStatus(answer.status));
  if (!Array.isArray(answer.body)) throw fail('the server did not return a list of languages');
  return answer.body;
}
