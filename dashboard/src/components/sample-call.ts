/** A short call that works on this server, for people who try the API for the first time. */
import type { SampleCall } from './call-samples.ts';

const frequentTargets = ['ES', 'DE', 'FR'];

/** From English to a frequent language if the server can. */
export function firstCall(
  pairs: readonly { readonly source: string; readonly target: string }[],
): SampleCall {
  const targets = pairs.flatMap(({ source, target }) => (source === 'EN' ? [target] : []));
  const frequent = frequentTargets.find((target) => targets.includes(target));
  return { text: ['The house is big.'], target_lang: frequent ?? targets[0] ?? pairs[0]?.target ?? 'ES' };
}
