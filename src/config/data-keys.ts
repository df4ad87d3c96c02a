import { DataKeys, dataKeyBytes } from '../lib/data-keys.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The current data key and the earlier ones. No message may contain them. */
export function readDataKeys(env: Environment, problems: string[]): DataKeys | undefined {
  const current = env.DRAGOMAN_DATA_KEY?.trim();
  const older = (env.DRAGOMAN_DATA_KEYS_OLD ?? '').split(/[\s,]+/).filter(Boolean);
  const currentKey = current ? decode('DRAGOMAN_DATA_KEY must be', current, problems) : undefined;
  const olderKeys = older.map((key) => decode('Each of DRAGOMAN_DATA_KEYS_OLD must be', key, problems));
  if (!current && older.length > 0) {
    problems.push(
      'DRAGOMAN_DATA_KEYS_OLD requires DRAGOMAN_DATA_KEY: old keys only decrypt, the current key encrypts.',
    );
  }
  return (
    currentKey &&
    new DataKeys(
      currentKey,
      olderKeys.filter((key) => key !== undefined),
    )
  );
}

function decode(what: string, raw: string, problems: string[]): Buffer | undefined {
  const key = Buffer.from(raw, 'base64');
  if (key.length === dataKeyBytes) return key;
  problems.push(
    `${what} ${dataKeyBytes} bytes in base64. Generate one with: openssl rand -base64 ${dataKeyBytes}`,
  );
  return undefined;
}
