import { text as readAll } from 'node:stream/consumers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { createTeamKeys, type Key, limitKey, listKeys, revokeKey } from '../accounts/keys.ts';
import { fingerprintOfHash, hashKey, isWellFormedKey, type KeyMode, keyModes } from '../auth/key-format.ts';
import { defaultScopes, isScope, type Scope, scopes } from '../auth/scopes.ts';
import { OperatorError } from '../lib/errors.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { toWire } from '../lib/wire-shape.ts';
import { commandLineActor } from './command-line-actor.ts';
import { noTeam, teamArgument, teamIdOf } from './find-team.ts';
import {
  addKeyLimitOptions,
  type KeyLimitOptions,
  keyLimitsFrom,
  limitsInWords,
} from './key-limit-options.ts';
import { facts, type OutputOptions, print, table } from './print.ts';
import { parseName } from './team-commands.ts';
import { wholeNumber } from './whole-number.ts';
import { type Environment, withDatabase } from './with-database.ts';

const { maxWaitSeconds } = requestLimits;

export function addKeyCommands(program: Command, env: Environment): void {
  const key = program.command('key').description('create, list, limit and revoke API keys');
  addCreate(key, env);
  addList(key, env);
  addLimit(key, env);
  addRevoke(key, env);
  addFingerprint(key);
}

interface CreateOptions extends OutputOptions, KeyLimitOptions {
  team: string;
  name: string;
  mode: KeyMode;
  scopes: readonly Scope[];
  maxWait: number;
}

function addCreate(key: Command, env: Environment): void {
  const create = key.command('create').description('create a key and print it; it is shown only once');
  addKeyLimitOptions(create)
    .requiredOption('--team <team>', teamArgument)
    .requiredOption('--name <name>', 'where the key is used', parseName)
    .addOption(
      new Option('--mode <mode>', 'label of its calls in usage and metrics')
        .choices(keyModes)
        .default('live'),
    )
    .option('--scopes <list>', `what it may do: ${scopes.join(',')}`, parseScopes, defaultScopes)
    .option(
      '--max-wait <seconds>',
      `how long its calls wait before they are refused with 429 or 503; up to ${maxWaitSeconds}`,
      parseMaxWait,
      0,
    )
    .option('--json', 'print JSON')
    .action(async (options: CreateOptions) => {
      const created = await createKey(env, options);
      print(
        options,
        { key: toWire(created) },
        `${facts([
          ['Key', created.id],
          ['Name', created.name],
          ['Mode', created.mode],
          ['Scopes', created.scopes.join(', ')],
          ['Waits', created.maxWaitSeconds === 0 ? 'no' : `up to ${created.maxWaitSeconds} s`],
          ['Limits', limitsInWords(created)],
          ['Fingerprint', created.fingerprint],
          ['Secret', created.plain],
        ])}\n\nThis is the only time the secret is shown. Store it now; Dragoman keeps only its SHA-256.`,
      );
    });
}

async function createKey(env: Environment, options: CreateOptions) {
  const { team, name, mode, scopes: wanted, maxWait } = options;
  const created = await withDatabase(env, async (db, { maxKeysPerTeam }) => {
    const keys = createTeamKeys(db, maxKeysPerTeam);
    return keys.create(
      { teamId: await teamIdOf(db, team), scopes },
      { name, mode, scopes: wanted, maxWaitSeconds: maxWait, limits: keyLimitsFrom(options) },
      commandLineActor(),
    );
  });
  if (created.ok) return created.value;
  if (created.problem.code === 'not_found') throw noTeam();
  throw new OperatorError(
    created.problem.detail,
    'Or raise DRAGOMAN_MAX_KEYS_PER_TEAM, here and on every node.',
  );
}

function addList(key: Command, env: Environment): void {
  key
    .command('list')
    .description("list a team's keys, never their secrets")
    .requiredOption('--team <team>', teamArgument)
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions & { team: string }) => {
      const keys = await withDatabase(env, async (db) => listKeys(db, await teamIdOf(db, options.team)));
      if (keys === undefined) throw noTeam();
      const rows = keys.map((row) => [
        row.id,
        row.name,
        row.mode,
        row.scopes.join(','),
        row.fingerprint,
        row.lastUsedAt?.toISOString() ?? 'never',
        stateOf(row),
        limitsInWords(row),
      ]);
      const human =
        rows.length === 0
          ? `This team has no keys. Create the first one: dragoman key create --team ${options.team} --name my-app`
          : table([['ID', 'NAME', 'MODE', 'SCOPES', 'FINGERPRINT', 'LAST USED', 'STATE', 'LIMITS'], ...rows]);
      print(options, { keys: keys.map(toWire) }, human);
    });
}

function stateOf({ revokedAt, expiresAt }: Key): string {
  if (revokedAt !== null) return `revoked ${revokedAt.toISOString()}`;
  return expiresAt !== null && expiresAt.getTime() <= Date.now() ? 'expired' : 'active';
}

function addLimit(key: Command, env: Environment): void {
  const limit = key
    .command('limit')
    .description('change the limits of a key; "none" removes a limit')
    .argument('<id>', 'the id of the key');
  addKeyLimitOptions(limit)
    .option('--json', 'print JSON')
    .action(async (id: string, options: OutputOptions & KeyLimitOptions) => {
      const limits = keyLimitsFrom(options);
      if (Object.keys(limits).length === 0)
        throw new OperatorError('There is nothing to change.', 'Run: dragoman key limit --help');
      const changed = await withDatabase(env, (db) => limitKey(db, id, limits, commandLineActor()));
      if (!changed.ok) throw new OperatorError(changed.problem.detail, 'Run: dragoman key list --team <id>');
      const { value } = changed;
      print(
        options,
        { key: toWire(value) },
        `The limits of the key "${value.name}" (${value.fingerprint}): ${limitsInWords(value)}.`,
      );
    });
}

function addRevoke(key: Command, env: Environment): void {
  key
    .command('revoke')
    .description('revoke a key at once; this cannot be undone')
    .argument('<id>', 'the id of the key')
    .option('--json', 'print JSON')
    .action(async (id: string, options: OutputOptions) => {
      const revoked = await withDatabase(env, (db) => revokeKey(db, id, commandLineActor()));
      if (revoked === undefined) {
        throw new OperatorError('There is no key with this id.', 'Run: dragoman key list --team <id>');
      }
      print(
        options,
        { key: toWire(revoked) },
        `The key "${revoked.name}" (${revoked.fingerprint}) was revoked at ${revoked.revokedAt?.toISOString()}.`,
      );
    });
}

function addFingerprint(key: Command): void {
  key
    .command('fingerprint')
    .description('compute the fingerprint of a key on standard input')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const plain = (await readAll(process.stdin)).trim();
      if (!isWellFormedKey(plain)) {
        throw new OperatorError(
          'Standard input does not hold an API key.',
          'Keys start with svc_live_ or svc_test_ and have 40 letters and digits after that.',
        );
      }
      const fingerprint = fingerprintOfHash(hashKey(plain));
      print(options, { fingerprint }, fingerprint);
    });
}

function parseScopes(value: string): Scope[] {
  const names = value.split(',').map((name) => name.trim());
  return names.map((name) => {
    if (!isScope(name))
      throw new InvalidArgumentError(`There is no scope "${name}". Choose from ${scopes.join(', ')}.`);
    return name;
  });
}

function parseMaxWait(value: string): number {
  const seconds = wholeNumber(value);
  if (seconds <= maxWaitSeconds) return seconds;
  throw new InvalidArgumentError(`Give whole seconds, at most ${maxWaitSeconds}.`);
}
