/**
 * `dragoman data-key`: shows which keys wrap the secrets in the database, and rewraps them with a new one.
 */
import type { Command } from 'commander';
import { countByDataKey, type KeyCount, rotateDataKey } from '../accounts/data-key-rotation.ts';
import type { DataKeys } from '../lib/data-keys.ts';
import { OperatorError } from '../lib/errors.ts';
import { count, type OutputOptions, print, table } from './print.ts';
import { type Environment, withDatabase } from './with-database.ts';

export function addDataKeyCommands(program: Command, env: Environment): void {
  const dataKey = program.command('data-key').description('the key that wraps secrets in the database');
  dataKey
    .command('status')
    .description('how many secrets are wrapped by which key, by the ids of the keys')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const { keys, counts } = await withDatabase(env, async (db, config) => ({
        keys: config.dataKeys,
        counts: await countByDataKey(db, config.dataKeys),
      }));
      const machine = { current: keys?.currentId ?? null, older: keys?.olderIds ?? [], secrets: counts };
      print(options, machine, describe(keys, counts));
    });
  dataKey
    .command('rotate')
    .description('wrap by the current key what is wrapped by older ones; safe to run at any time')
    .option('--drop-unreadable', 'delete secrets whose key is lost, where new ones can take their place')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions & { dropUnreadable?: boolean }) => {
      const rotation = await withDatabase(env, (db, { dataKeys }) => {
        if (dataKeys === undefined) throw noKey;
        return rotateDataKey(db, dataKeys, { dropUnreadable: options.dropUnreadable ?? false });
      });
      const { rewrapped, unreadable, dropped } = rotation;
      const lines = [
        `${count(rewrapped)} secrets are wrapped by the current key now.`,
        ...(dropped > 0 ? [`${count(dropped)} secrets that no key opens are deleted.`] : []),
        unreadable > 0
          ? `${count(unreadable)} are wrapped by a key that is not given. Add it to DRAGOMAN_DATA_KEYS_OLD, then run this again. See: dragoman data-key status`
          : 'No older key is needed any more. Next: take DRAGOMAN_DATA_KEYS_OLD away from every node.',
      ];
      print(options, rotation, lines.join('\n'));
      if (unreadable > 0) process.exitCode = 1;
    });
}

const noKey = new OperatorError(
  'There is no data key.',
  'Set DRAGOMAN_DATA_KEY as docs/operate/data-key.md describes.',
);

function describe(keys: DataKeys | undefined, counts: readonly KeyCount[]): string {
  const rows = counts.map(({ keyId, use, table, secrets }) => [
    keyId ?? 'unknown',
    use,
    table,
    count(secrets),
  ]);
  return table([
    ['KEY', 'IS', 'TABLE', 'SECRETS'],
    ...(rows.length > 0 ? rows : [[keys?.currentId ?? 'none', keys ? 'current' : '', '', '0']]),
  ]);
}
