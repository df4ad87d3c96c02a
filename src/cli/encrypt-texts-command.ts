/** `dragoman data-key encrypt-texts`: turns the encryption of stored texts on, and encrypts those that are in the clear. */
import type { Command } from 'commander';
import { encryptStoredTexts } from '../accounts/text-encryption.ts';
import { OperatorError } from '../lib/errors.ts';
import type { Database } from '../store/postgres/database.ts';
import { listDocumentWorkers } from '../store/postgres/document-workers.ts';
import { listNodes } from '../store/postgres/nodes.ts';
import { countPlainTexts } from '../store/postgres/plain-texts.ts';
import { StoredTexts } from '../store/postgres/stored-texts.ts';
import { turnTextEncryptionOn } from '../store/postgres/text-keys.ts';
import { noDataKey } from './no-data-key.ts';
import { count, type OutputOptions, print } from './print.ts';
import { type Environment, withDataKeys } from './with-database.ts';

export function addEncryptTextsCommand(dataKey: Command, env: Environment, version: string): void {
  dataKey
    .command('encrypt-texts')
    .description('encrypt stored glossary entries and style rules, from now on and those that are there')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const { encrypted, left } = await withDataKeys(env, async (db, { dataKeys }) => {
        if (dataKeys === undefined) throw noDataKey;
        await refuseOtherVersions(db, version);
        await turnTextEncryptionOn(db);
        return {
          encrypted: await encryptStoredTexts(db, new StoredTexts(db, dataKeys)),
          left: await countPlainTexts(db),
        };
      });
      const human = `${count(encrypted)} texts were encrypted. New ones are encrypted from now on.`;
      const warning = `\n${count(left)} texts are still in the clear. Run this again; if they stay, the keys of their teams are wrapped by a data key that is not configured. See: dragoman data-key status`;
      print(options, { encrypted, left }, left > 0 ? human + warning : human);
      if (left > 0) process.exitCode = 1;
    });
}

/** The version before would take an encrypted glossary for a damaged one. */
async function refuseOtherVersions(db: Database, own: string): Promise<void> {
  const processes = [...(await listNodes(db)), ...(await listDocumentWorkers(db))];
  const others = processes.filter(({ isLive, version }) => isLive && version !== own);
  if (others.length === 0) return;
  const names = [
    ...new Set(others.map(({ host, version }) => `${host ?? 'unknown'} (${version ?? 'unknown'})`)),
  ];
  throw new OperatorError(
    `Processes of another version than ${own} are running and could not read encrypted texts: ${names.join(', ')}.`,
    'Upgrade them, then run the command again.',
  );
}
