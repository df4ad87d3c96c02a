import { countByDataKey, type KeyUse } from '../accounts/data-key-rotation.ts';
import { readDataKeySettings } from '../config/data-keys.ts';
import type { DataKeys } from '../lib/data-keys.ts';
import { type Finding, fault } from './examine.ts';
import { count } from './print.ts';
import { type Environment, withDataKeys } from './with-database.ts';

const check = 'data key';

/** Checks that the configured keys decrypt all secrets in the database, and whether older keys are needed. */
export async function examineDataKeys(env: Environment): Promise<Finding> {
  try {
    return await withDataKeys(env, async (db, { dataKeys }) => {
      const counts = await countByDataKey(db, dataKeys);
      const secrets = (use: KeyUse) =>
        counts.filter((row) => row.use === use).reduce((sum, row) => sum + row.secrets, 0);
      return describeDataKeys(dataKeys, secrets('unreadable'), secrets('older'));
    });
  } catch (error) {
    return fault(check, error, 'Run: dragoman data-key status');
  }
}

function describeDataKeys(keys: DataKeys | undefined, unreadable: number, older: number): Finding {
  if (unreadable > 0) {
    return {
      check,
      ok: false,
      detail: `${count(unreadable)} secrets are wrapped by a key that is not configured`,
      remedy: keys
        ? 'Add it to DRAGOMAN_DATA_KEYS_OLD. If it is lost, see docs/operate/data-key.md.'
        : 'Set DRAGOMAN_DATA_KEY to the key that the database was used with.',
    };
  }
  if (keys === undefined) {
    const detail = 'not set: nodes cache translations only in their own memory';
    const remedy = 'Set DRAGOMAN_DATA_KEY to share them through Redis, encrypted.';
    return { check, ok: true, isWarning: true, detail, remedy };
  }
  if (older > 0) {
    const detail = `${count(older)} secrets still need a key older than ${keys.currentId}`;
    return { check, ok: true, isWarning: true, detail, remedy: 'Run: dragoman data-key rotate' };
  }
  const finding = { check, ok: true, detail: `${keys.currentId} decrypts all secrets` };
  if (keys.olderIds.length === 0) return finding;
  return { ...finding, remedy: 'No older key is needed: remove DRAGOMAN_DATA_KEYS_OLD from every node.' };
}

const longEnoughSeconds = 3 * 86_400;

/** A token that expires is noticed only at the next start of a process, so it is reported beforehand. */
export async function examineVault(env: Environment): Promise<Finding[]> {
  const vault = readDataKeySettings(env, [])?.vault;
  if (vault === undefined) return [];
  try {
    const seconds = await vault.tokenLifetime();
    if (seconds === undefined) return [{ check: 'vault', ok: true, detail: 'its token does not expire' }];
    const hours = Math.round(seconds / 3_600);
    const detail = `its token expires in ${count(hours)} hours unless it is renewed`;
    const remedy =
      'Let Vault Agent renew the token of DRAGOMAN_VAULT_TOKEN_FILE: docs/operate/data-key.md#vault';
    const isSoon = seconds < longEnoughSeconds;
    return [{ check: 'vault', ok: true, detail, ...(isSoon ? { isWarning: true, remedy } : {}) }];
  } catch (error) {
    return [fault('vault', error, 'Check DRAGOMAN_VAULT_ADDR.')];
  }
}
