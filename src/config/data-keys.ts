import { DataKeys, dataKeyBytes } from '../lib/data-keys.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The current data key and those before it. Never repeated in a message. */
export function readDataKeys(env: Environment, faults: string[]): DataKeys | undefined {
  const current = env.DRAGOMAN_DATA_KEY?.trim();
  const older = (env.DRAGOMAN_DATA_KEYS_OLD ?? '').split(/[\s,]+/).filter(Boolean);
  const currentKey = current ? decode('DRAGOMAN_DATA_KEY must be', current, faults) : undefined;
  const olderKeys = older.map((key) => decode('Each of DRAGOMAN_DATA_KEYS_OLD must be', key, faults));
  if (!current && older.length > 0) {
    faults.push('DRAGOMAN_DATA_KEYS_OLD needs a DRAGOMAN_DATA_KEY: old keys open, the current one wraps.');
  }
  return (
    currentKey &&
    new DataKeys(
      currentKey,
      olderKeys.filter((key) => key !== undefined),
    )
  );
}

function decode(what: string, raw: string, faults: string[]): Buffer | undefined {
  const key = Buffer.from(raw, 'base64');
  if (key.length === dataKeyBytes) return key;
  faults.push(`${what} ${dataKeyBytes} bytes in base64. Make one with: openssl rand -base64 ${dataKeyBytes}`);
  return undefined;
}
