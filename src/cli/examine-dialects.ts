import { hashKey } from '../auth/key-format.ts';
import type { DialectsConfig } from '../config/dialects.ts';
import { findKeyByHash, type KeyOnRequest } from '../store/postgres/api-keys.ts';
import { type Finding, fault } from './examine.ts';
import { type Environment, withDatabase } from './with-database.ts';

const check = 'other dialects';

/** Checks the key that stands for clients without one. Having no listener for other dialects is not a problem. */
export async function examineDialects(
  env: Environment,
  dialects: DialectsConfig | undefined,
): Promise<Finding[]> {
  if (dialects === undefined) return [];
  const detail = `on ${dialects.host}:${dialects.port}`;
  const { keyless } = dialects;
  if (keyless === undefined) return [{ check, ok: true, detail: `${detail}, with a key` }];
  try {
    const key = await withDatabase(env, (db) => findKeyByHash(db, hashKey(keyless.key)));
    return [describeKeyless(detail, keyless.networks, key)];
  } catch (error) {
    return [fault(check, error, 'Fix the database first.')];
  }
}

function describeKeyless(
  listener: string,
  networks: readonly string[],
  key: KeyOnRequest | undefined,
): Finding {
  const detail = `${listener}, without a key from ${networks.join(', ')}`;
  const reason = refusalOf(key);
  if (reason !== undefined) {
    const remedy =
      'Set DRAGOMAN_DIALECTS_KEYLESS_KEY to a key with the scope translate: docs/run/dialects.md';
    return { check, ok: false, detail: `${detail}, but the key of these networks ${reason}`, remedy };
  }
  if (!networks.some((network) => network.endsWith('/0'))) return { check, ok: true, detail };
  const remedy =
    'List only your own networks in DRAGOMAN_DIALECTS_KEYLESS_NETWORKS: everybody who reaches the port can spend the quota.';
  return { check, ok: true, isWarning: true, detail, remedy };
}

function refusalOf(key: KeyOnRequest | undefined): string | undefined {
  if (key === undefined) return 'does not exist';
  if (key.revokedAt !== null) return 'is revoked';
  if (key.isSuspended) return 'belongs to a suspended team';
  return key.scopes.includes('translate') ? undefined : 'lacks the scope translate';
}
