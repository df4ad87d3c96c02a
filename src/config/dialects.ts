/** The environment's settings of the listener for other dialects. It is off unless its port is set. */
import { isNetwork } from '../lib/networks.ts';
import { secretOf } from './documents.ts';

export interface DialectsConfig {
  readonly host: string;
  readonly port: number;
  /** The origins of pages that may read answers; `*` means all of them. */
  readonly origins: readonly string[];
  /** Clients in these networks may call without a key, as the team of this key. */
  readonly keyless: { readonly key: string; readonly networks: readonly string[] } | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;
type ReadPort = (name: string, fallback: number) => number;

export function readDialects(
  env: Environment,
  problems: string[],
  port: ReadPort,
): DialectsConfig | undefined {
  if (!env.DRAGOMAN_DIALECTS_PORT?.trim()) return undefined;
  return {
    host: env.DRAGOMAN_DIALECTS_HOST?.trim() || '127.0.0.1',
    port: port('DRAGOMAN_DIALECTS_PORT', 0),
    origins: readOrigins(env, problems),
    keyless: readKeyless(env, problems),
  };
}

function readOrigins(env: Environment, problems: string[]): string[] {
  const origins = listOf(env.DRAGOMAN_DIALECTS_ORIGINS);
  for (const origin of origins) {
    if (
      origin === '*' ||
      URL.parse(origin)?.origin === origin ||
      /^[a-z-]+-extension:\/\/[\w-]+$/.test(origin)
    )
      continue;
    problems.push(
      `DRAGOMAN_DIALECTS_ORIGINS must list origins (https://intranet.example.org) or *, not "${origin}".`,
    );
  }
  return origins;
}

function readKeyless(env: Environment, problems: string[]): DialectsConfig['keyless'] {
  const key = secretOf('DRAGOMAN_DIALECTS_KEYLESS_KEY', env, problems);
  const networks = listOf(env.DRAGOMAN_DIALECTS_KEYLESS_NETWORKS);
  for (const network of networks) {
    if (isNetwork(network)) continue;
    problems.push(
      `DRAGOMAN_DIALECTS_KEYLESS_NETWORKS must list addresses or networks (10.0.0.0/8), not "${network}".`,
    );
  }
  if (key === undefined && networks.length === 0) return undefined;
  if (key === undefined || networks.length === 0) {
    problems.push(
      'DRAGOMAN_DIALECTS_KEYLESS_KEY and DRAGOMAN_DIALECTS_KEYLESS_NETWORKS need each other: set both or neither.',
    );
    return undefined;
  }
  return { key, networks };
}

function listOf(value = ''): string[] {
  return value.split(/[\s,]+/).filter(Boolean);
}
