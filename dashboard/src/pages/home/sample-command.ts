import { curl } from '../../components/curl-sample.ts';
import { firstCall } from '../../components/sample-call.ts';
import type { Pair } from './home-queries.ts';

/** The first call as a command; the key is in the environment, because this page does not have one. */
export function sampleCommand(url: string, pairs: readonly Pair[]): string {
  return curl({ method: 'POST', url: `${url}/v1/translate`, body: firstCall(pairs) });
}
