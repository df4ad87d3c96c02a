import type { Config } from '../config/config.ts';
import { OperatorError } from '../lib/errors.ts';
import { explainListening, listenersOf } from './listeners.ts';

/** Names the setting of a listener that cannot listen. Other errors are returned as they are. */
export function explainFailedStart(error: unknown, config: Config): unknown {
  const trouble = explainListening(error, listenersOf(config));
  return trouble === undefined ? error : new OperatorError(trouble.detail, trouble.remedy, { cause: error });
}
