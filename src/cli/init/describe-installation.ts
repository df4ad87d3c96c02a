/**
 * The text output of `dragoman init`: what exists now, secrets that are shown only once, and the next steps.
 */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExaminedEngines } from '../examine.ts';
import { facts } from '../print.ts';
import type { FirstAccount } from './first-account.ts';
import { systemFolder } from './settings-files.ts';
import { shellQuote } from './shell-quote.ts';

/** In a clone it is not on the PATH. */
const program = fileURLToPath(new URL('../../../bin/dragoman', import.meta.url));

interface Installation {
  readonly files: readonly { readonly path: string; readonly isNew: boolean }[];
  readonly account: FirstAccount;
  readonly example: ExaminedEngines['example'];
  /** Pairs of the requested languages that no engine translates. */
  readonly notServed: readonly string[];
  /** The address of the public API. */
  readonly api: string;
  /** Its address. */
  readonly dashboard: string;
  /** Whether operators need a second factor. */
  readonly needsFactor: boolean;
  readonly call: string;
  /** Only of a demonstration. */
  readonly removal: string | undefined;
}

export function describeInstallation(installation: Installation): string {
  const { files, account, example, notServed, api, dashboard, needsFactor, call, removal } = installation;
  const { team, user, key, password, secret } = account;
  const mark = (isNew: boolean) => (isNew ? '' : '  (already existed)');
  const rows: [string, string][] = [
    ...files.map(({ path, isNew }): [string, string] => ['File', path + mark(isNew)]),
    ['Team', `${team.name}, ${team.id}${mark(team.isNew)}`],
    ['User', `${user.email}${user.isNew ? ', operator' : mark(false)}`],
    ...(password === undefined ? [] : [['Password', password] satisfies [string, string]]),
    ['Key', `${key.name}${mark(key.isNew)}`],
    ...(secret === undefined ? [] : [['Secret', secret] satisfies [string, string]]),
    ...(example === undefined ? [] : [['Example', describeExample(example)] satisfies [string, string]]),
    ...(notServed.length === 0 ? [] : [['No engine for', notServed.join(', ')] satisfies [string, string]]),
    ['API', api],
    ['Dashboard', dashboard],
    ...(removal === undefined ? [] : [['Removal', removal] satisfies [string, string]]),
  ];
  return [
    facts(rows),
    ...remarks(account, needsFactor),
    ...start(files),
    `Then try a first translation:\n\n${call}`,
  ].join('\n\n');
}

function describeExample({ text, translation, engine }: NonNullable<Installation['example']>): string {
  return `${text} → ${translation}  (${engine})`;
}

function remarks({ team, user, password, secret }: FirstAccount, needsFactor: boolean): string[] {
  const shown = [password && 'the password', secret && "the key's secret"].filter(Boolean).join(' and ');
  const lines = [
    shown && `This is the only time that ${shown} ${shown.includes(' and ') ? 'are' : 'is'} shown.`,
    password &&
      needsFactor &&
      'The first sign-in asks you to add a second factor: a passkey, or an authenticator app.',
    !password && `To set a new password: dragoman user set-password --email ${shellQuote(user.email)}`,
    !secret && `To create another key: dragoman key create --team ${team.id} --name my-app`,
  ];
  return [lines.filter(Boolean).join('\n')];
}

function start([environment]: Installation['files']): string[] {
  if (environment === undefined) return [];
  const byHand = `set -a; . ${shellQuote(environment.path)}; set +a; ${shellQuote(program)} serve`;
  const byUnit = 'systemctl enable --now dragoman';
  return [`Start the server: ${dirname(environment.path) === systemFolder ? byUnit : byHand}`];
}
