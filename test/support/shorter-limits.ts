/** Limits and time-outs for a server of the gate; the long form has the real ones (see replace-limits.ts). */
import { requestLimits } from '../../src/lib/request-limits.ts';
import type { Env } from './command-line.ts';
import { isLong } from './long-form.ts';

type Limits = typeof requestLimits;
type Shorter = { readonly [Name in keyof Limits]?: Limits[Name] extends number ? number : object };

export function shorterLimits<const Some extends Shorter>(
  some: Some,
): {
  readonly env: Env;
  readonly limits: { readonly [Name in keyof Limits]: Limits[Name] extends number ? number : Limits[Name] };
} {
  if (isLong) return { env: {}, limits: requestLimits };
  const script = new URL('./replace-limits.ts', import.meta.url).href;
  return {
    env: { NODE_OPTIONS: `--import=${script}`, DRAGOMAN_TEST_LIMITS: JSON.stringify(some) },
    limits: { ...requestLimits, ...some } as never,
  };
}
