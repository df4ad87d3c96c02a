import { callSamples } from '../../components/call-samples.ts';
import { firstCall } from '../../components/sample-call.ts';
import type { Pair } from './home-queries.ts';

/** The first call as a command; the key is in the environment, because this page does not have one. */
export function sampleCommand(url: string, pairs: readonly Pair[]): string {
  return callSamples({ url }, firstCall(pairs))[0]?.code ?? '';
}
