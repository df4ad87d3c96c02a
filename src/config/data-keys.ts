/**
 * The settings of the data keys. A key is a text of one line: 32 bytes in base64, or their ciphertext by Vault's
 * transit engine. The text comes from one source, which is read once, when the process starts.
 */
import { DataKeys, dataKeyBytes } from '../lib/data-keys.ts';
import { OperatorError } from '../lib/errors.ts';
import { commandSource, fileSource, type KeySource } from './key-sources.ts';
import { isVaultCiphertext, readVault, type VaultTransit } from './vault-transit.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface DataKeySettings {
  readonly source: KeySource;
  /** Keys of `DRAGOMAN_DATA_KEYS_OLD`, in addition to those that the source names. */
  readonly older: readonly string[];
  readonly vault: VaultTransit | undefined;
}

/** The text of a key and its bytes. No message may contain either. */
export interface OpenedKey {
  readonly text: string;
  readonly bytes: Buffer;
}

const setting = 'DRAGOMAN_DATA_KEY';

/** Reads no source. Returns undefined if there is no data key, or a problem. */
export function readDataKeySettings(env: Environment, problems: string[]): DataKeySettings | undefined {
  const before = problems.length;
  const inline = splitKeys(env.DRAGOMAN_DATA_KEY ?? '');
  const older = splitKeys(env.DRAGOMAN_DATA_KEYS_OLD ?? '');
  const file = env.DRAGOMAN_DATA_KEY_FILE?.trim();
  const command = env.DRAGOMAN_DATA_KEY_COMMAND?.trim();
  const vault = readVault(env, problems);
  const [source, ...others] = [
    ...(inline.length > 0 ? [{ setting, read: async () => inline.join('\n') }] : []),
    ...(file ? [fileSource(file)] : []),
    ...(command ? [commandSource(command)] : []),
  ];
  if (source !== undefined && others.length > 0) {
    const names = [source, ...others].map((each) => each.setting).join(' and ');
    problems.push(`${names} are both set, and only one may be.`);
  }
  if (source === undefined && older.length > 0) {
    problems.push(
      `DRAGOMAN_DATA_KEYS_OLD requires ${setting}: old keys only decrypt, the current key encrypts.`,
    );
  }
  if (source === undefined && vault !== undefined) {
    problems.push(
      `DRAGOMAN_VAULT_ADDR requires ${setting}, a file or a command with the ciphertext of the data key.`,
    );
  }
  for (const key of inline) problems.push(...problemOf(key, `${setting} must be`, vault));
  for (const key of older) problems.push(...problemOf(key, 'Each of DRAGOMAN_DATA_KEYS_OLD must be', vault));
  return source === undefined || problems.length > before ? undefined : { source, older, vault };
}

/** The keys, if they are in the environment itself and need no decryption. */
export function inlineDataKeys({ source, older }: DataKeySettings, env: Environment): DataKeys | undefined {
  if (source.setting !== setting) return undefined;
  const keys = [...splitKeys(env.DRAGOMAN_DATA_KEY ?? ''), ...older];
  return keys.some(isVaultCiphertext) ? undefined : toDataKeys(keys.map(decode));
}

/** Reads the source. The first key is the current one. */
export async function openDataKeys({ source, older, vault }: DataKeySettings): Promise<OpenedKey[]> {
  const found = splitKeys(await source.read());
  const problems = found.flatMap((key) => problemOf(key, `${source.setting} must yield`, vault));
  if (found.length === 0) problems.push(`${source.setting} yields no data key.`);
  if (problems.length > 0) throw keyProblem(problems);
  const opened: OpenedKey[] = [];
  for (const text of [...found, ...older]) {
    const plain = vault !== undefined && isVaultCiphertext(text) ? await vault.decrypt(text) : text;
    if (problemOf(plain, '', undefined).length > 0) throw keyProblem([notAKeyInVault]);
    opened.push({ text, bytes: decode(plain) });
  }
  await vault?.renewToken();
  return opened;
}

export function toDataKeys(keys: readonly Buffer[]): DataKeys {
  const [current, ...others] = keys;
  if (current === undefined) throw new Error('there is no data key');
  return new DataKeys(current, others);
}

function splitKeys(raw: string): string[] {
  return raw.split(/[\s,]+/).filter(Boolean);
}

const decode = (key: string) => Buffer.from(key, 'base64');

function problemOf(key: string, subject: string, vault: VaultTransit | undefined): string[] {
  if (isVaultCiphertext(key)) {
    return vault === undefined
      ? [`${subject} a plain key: Vault's ciphertext requires DRAGOMAN_VAULT_ADDR.`]
      : [];
  }
  if (decode(key).length === dataKeyBytes) return [];
  return [
    `${subject} ${dataKeyBytes} bytes in base64. Generate one with: openssl rand -base64 ${dataKeyBytes}`,
  ];
}

const notAKeyInVault = `What Vault decrypted is not a data key of ${dataKeyBytes} bytes. Generate one with: vault write -f transit/datakey/wrapped/KEY`;

function keyProblem(problems: readonly string[]): OperatorError {
  return new OperatorError(
    problems.join('\n'),
    'Set it as docs/operate/data-key.md describes, then run: dragoman doctor',
  );
}
