/** Destinations for events on the command line, for installations that are set up by scripts. */
import type { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { createDestinations, type Owner } from '../events/destinations.ts';
import { typesFor } from '../events/event-types.ts';
import { addressRule } from '../events/webhook/reachable-addresses.ts';
import { OperatorError } from '../lib/errors.ts';
import type { Outcome } from '../lib/outcome.ts';
import { toWire } from '../lib/wire-shape.ts';
import type { Database } from '../store/postgres/database.ts';
import { commandLineActor } from './command-line-actor.ts';
import { teamArgument, teamIdOf } from './find-team.ts';
import { facts, type OutputOptions, print, table } from './print.ts';
import { parseName } from './team-commands.ts';
import { type Environment, withDataKeys } from './with-database.ts';

interface OwnerOptions extends OutputOptions {
  readonly team?: string;
}

const teamOption = [
  '--team <team>',
  `${teamArgument}; without it, the destinations of the installation`,
] as const;

export function addWebhookCommands(program: Command, env: Environment): void {
  const webhook = program
    .command('webhook')
    .description('create, list, test and delete webhooks and mail for events');
  addCreate(webhook, env);
  addList(webhook, env);
  addTest(webhook, env);
  addDelete(webhook, env);
}

function addCreate(webhook: Command, env: Environment): void {
  webhook
    .command('create')
    .description('have events sent to a URL or an e-mail address; the secret of a webhook is shown only once')
    .argument('<address>', 'a URL, or an e-mail address')
    .requiredOption('--name <name>', 'what receives the events', parseName)
    .option('--events <types>', 'separated by commas; without it, all but audit.entry')
    .option(...teamOption)
    .option('--json', 'print JSON')
    .action(async (address: string, options: OwnerOptions & { name: string; events?: string }) => {
      const created = await manage(env, options, (destinations, owner) => {
        const eventTypes =
          options.events?.split(',').map((type) => type.trim()) ??
          typesFor(owner)
            .map(({ type }) => type)
            .filter((type) => type !== 'audit.entry');
        const kind = address.includes('://') ? 'webhook' : 'mail';
        const wanted = { kind, name: options.name, address, eventTypes } as const;
        return destinations.create(owner, wanted, commandLineActor());
      });
      const secret = created.secret === null ? [] : ([['Secret', created.secret]] as const);
      const human = facts([
        ['Destination', created.id],
        ['Address', created.address],
        ['Events', created.eventTypes.join(', ')],
        ...secret,
      ]);
      const once = '\n\nThis is the only time the secret is shown. Receivers verify signatures with it.';
      print(options, { destination: toWire(created) }, secret.length === 0 ? human : human + once);
    });
}

function addList(webhook: Command, env: Environment): void {
  webhook
    .command('list')
    .description('list where events are sent')
    .option(...teamOption)
    .option('--json', 'print JSON')
    .action(async (options: OwnerOptions) => {
      const found = await manage(env, options, async (destinations, owner) => ({
        ok: true,
        value: await destinations.list(owner),
      }));
      const rows = found.map(({ id, name, address, isEnabled, disabledReason, failingSince }) => {
        const failing = failingSince === null ? 'on' : `fails since ${failingSince.toISOString()}`;
        return [id, name, address, isEnabled ? failing : `off (${disabledReason})`];
      });
      const human =
        rows.length === 0
          ? 'There are no destinations.'
          : table([['ID', 'NAME', 'ADDRESS', 'STATE'], ...rows]);
      print(options, { destinations: found.map(toWire) }, human);
    });
}

function addTest(webhook: Command, env: Environment): void {
  webhook
    .command('test')
    .description('have a running server send a test event')
    .argument('<id>', 'the id of the destination')
    .option(...teamOption)
    .option('--json', 'print JSON')
    .action(async (id: string, options: OwnerOptions) => {
      const tested = await manage(env, options, (destinations, owner) =>
        destinations.test(owner, id, commandLineActor()),
      );
      print(
        options,
        { delivery: tested },
        'The test event is waiting. The delivery log on the dashboard shows how it ends.',
      );
    });
}

function addDelete(webhook: Command, env: Environment): void {
  webhook
    .command('delete')
    .description('delete a destination with its delivery log')
    .argument('<id>', 'the id of the destination')
    .option(...teamOption)
    .option('--json', 'print JSON')
    .action(async (id: string, options: OwnerOptions) => {
      await manage(env, options, (destinations, owner) => destinations.delete(owner, id, commandLineActor()));
      print(options, { deleted: id }, 'The destination was deleted.');
    });
}

async function manage<T>(
  env: Environment,
  { team }: OwnerOptions,
  work: (destinations: ReturnType<typeof createDestinations>, owner: Owner) => Promise<Outcome<T>>,
): Promise<T> {
  const outcome = await withDataKeys(env, async (db, config) => {
    const owner = team === undefined ? null : await teamIdOf(db, team);
    return work(destinationsOf(db, config), owner);
  });
  if (outcome.ok) return outcome.value;
  throw new OperatorError(outcome.problem.detail, 'See docs/run/events.md');
}

function destinationsOf(db: Database, { dataKeys, events }: Config) {
  const { networks, allowsHttp, smtp, mailDomains } = events;
  return createDestinations({
    ...{ db, keys: dataKeys, mayReach: addressRule(networks), allowsHttp, mailDomains },
    sendsMail: smtp !== undefined,
    // The servers find it in the queue.
    wake: () => undefined,
  });
}
