/**
 * `dragoman data-key`: shows which keys wrap the secrets in the database, and rewraps them with a new one.
 */
import type { Command } from 'commander';
import { countByDataKey, type KeyCount, rotateDataKey } from '../accounts/data-key-rotation.ts';
import { loadConfig } from '../config/config.ts';
import { openDataKeys, readDataKeySettings } from '../config/data-keys.ts';
import { isVaultCiphertext } from '../config/vault-transit.ts';
import type { DataKeys } from '../lib/data-keys.ts';
import { OperatorError } from '../lib/errors.ts';
import { countPlainTexts } from '../store/postgres/plain-texts.ts';
import { addEncryptTextsCommand } from './encrypt-texts-command.ts';
import { noDataKey } from './no-data-key.ts';
import { count, type OutputOptions, print, table } from './print.ts';
import { type Environment, withDataKeys } from './with-database.ts';

export function addDataKeyCommands(program: Command, env: Environment, version: string): void {
  const dataKey = program.command('data-key').description('the key that wraps secrets in the database');
  dataKey
    .command('status')
    .description('show how many secrets each data key wraps, by key id')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const { keys, counts, plain } = await withDataKeys(env, async (db, config) => ({
        keys: config.dataKeys,
        counts: await countByDataKey(db, config.dataKeys),
        plain: await countPlainTexts(db),
      }));
      const machine = {
        ...{ current: keys?.currentId ?? null, older: keys?.olderIds ?? [], secrets: counts },
        plain_texts: plain,
      };
      const warning = `\n${count(plain)} dictionaries and style rules are stored in the clear. See: docs/operate/data-key.md#stored-texts`;
      print(options, machine, describe(keys, counts) + (plain > 0 ? warning : ''));
    });
  dataKey
    .command('rotate')
    .description('rewrap secrets of older keys with the current key; safe to run at any time')
    .option('--drop-unreadable', 'delete secrets whose key is lost, if they can be replaced')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions & { dropUnreadable?: boolean }) => {
      const rotation = await withDataKeys(env, (db, { dataKeys }) => {
        if (dataKeys === undefined) throw noDataKey;
        return rotateDataKey(db, dataKeys, { dropUnreadable: options.dropUnreadable ?? false });
      });
      const { rewrapped, unreadable, dropped } = rotation;
      const lines = [
        `${count(rewrapped)} secrets were rewrapped with the current key.`,
        ...(dropped > 0 ? [`${count(dropped)} secrets whose key is lost were deleted.`] : []),
        unreadable > 0
          ? `${count(unreadable)} secrets are wrapped by a key that is not configured. Add it to DRAGOMAN_DATA_KEYS_OLD, then run this again. See: dragoman data-key status`
          : 'No older key is needed. Next: remove DRAGOMAN_DATA_KEYS_OLD from every node.',
      ];
      print(options, rotation, lines.join('\n'));
      if (unreadable > 0) process.exitCode = 1;
    });
  dataKey
    .command('wrap')
    .description('print the configured data keys as ciphertext of the newest transit key of Vault')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const ciphertexts = await wrapByVault(env);
      const human = `${ciphertexts.join('\n')}\nNext: set these as the data keys, the first as the current one: docs/operate/data-key.md#vault`;
      print(options, { ciphertexts }, human);
    });
  addEncryptTextsCommand(dataKey, env, version);
}

async function wrapByVault(env: Environment): Promise<string[]> {
  // Reports what is wrong with the settings.
  loadConfig(env);
  const settings = readDataKeySettings(env, []);
  if (settings === undefined) throw noDataKey;
  const { vault } = settings;
  if (vault === undefined) {
    throw new OperatorError(
      'Vault is not configured.',
      'Set DRAGOMAN_VAULT_ADDR as docs/operate/data-key.md#vault describes.',
    );
  }
  const wrapped: string[] = [];
  for (const { text, bytes } of await openDataKeys(settings)) {
    const isWrapped = isVaultCiphertext(text);
    wrapped.push(isWrapped ? await vault.rewrap(text) : await vault.encrypt(bytes.toString('base64')));
  }
  return wrapped;
}

function describe(keys: DataKeys | undefined, counts: readonly KeyCount[]): string {
  const rows = counts.map(({ keyId, use, table, secrets }) => [
    keyId ?? 'unknown',
    use,
    table,
    count(secrets),
  ]);
  return table([
    ['KEY', 'STATE', 'TABLE', 'SECRETS'],
    ...(rows.length > 0 ? rows : [[keys?.currentId ?? 'none', keys ? 'current' : '', '', '0']]),
  ]);
}
