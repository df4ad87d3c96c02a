/**
 * Creates, changes and tests destinations for events: those of a team for its owners, those of the installation for operators.
 * Every change happens under the lock of the owner and writes an audit entry, which names the host of a webhook and not its
 * whole URL, because many services put a secret into the path.
 */
import type { Actor } from '../lib/actor.ts';
import type { DataKeys } from '../lib/data-keys.ts';
import { done, type Outcome, type Refusal } from '../lib/outcome.ts';
import type { Page } from '../lib/page.ts';
import { isUuid, uuidV7 } from '../lib/uuid-v7.ts';
import { recordChange } from '../store/postgres/audit-log.ts';
import { type Connection, type Database, inTransaction } from '../store/postgres/database.ts';
import * as deliveries from '../store/postgres/delivery-log.ts';
import * as store from '../store/postgres/event-destinations.ts';
import { recordInstallationChange } from '../store/postgres/installation-log.ts';
import { isMemberAddress } from '../store/postgres/users.ts';
import { typesFor } from './event-types.ts';
import { isInDomains, readMailAddress } from './mail/mail-address.ts';
import * as refusals from './refusals.ts';
import type { AddressRule } from './webhook/reachable-addresses.ts';
import { newSecret, overlapSeconds, showSecret, wrapSecret } from './webhook/secrets.ts';
import { addressIn, readWebhookUrl } from './webhook/webhook-url.ts';

/** A person reads them in one list, and each event is sent to all of them. */
export const maxDestinations = 20;

/** Null: the installation. */
export type Owner = string | null;

export interface NewDestination {
  readonly kind: store.DestinationKind;
  readonly name: string;
  /** The URL, or the e-mail address. */
  readonly address: string;
  readonly eventTypes: readonly string[];
}

export type DestinationChanges = Partial<store.DestinationChanges>;

export interface DestinationParts {
  readonly db: Database;
  readonly keys: DataKeys | undefined;
  readonly mayReach: AddressRule;
  readonly allowsHttp: boolean;
  readonly sendsMail: boolean;
  /** Domains to which any team may have mail sent. */
  readonly mailDomains: readonly string[];
  /** Delivers what was just added. */
  readonly wake: () => void;
}

export type Destinations = ReturnType<typeof createDestinations>;

export function createDestinations(parts: DestinationParts) {
  const { db, wake } = parts;
  return {
    types: typesFor,
    sendsMail: parts.sendsMail,
    list: (owner: Owner) => store.listDestinations(db, owner),
    create: (owner: Owner, wanted: NewDestination, actor: Actor) => create(parts, owner, wanted, actor),
    async change(owner: Owner, id: string, changes: DestinationChanges, actor: Actor) {
      const changed = await changeOne(db, owner, id, async (connection, before) => {
        const after = { ...before, ...changes, eventTypes: unique(changes.eventTypes ?? before.eventTypes) };
        const wanted = after.address === before.address ? { ...after, address: undefined } : after;
        const read = await readWanted(parts, connection, owner, wanted);
        if (!read.ok) return read;
        const address = read.value ?? before.address;
        const written = await store.updateDestination(connection, id, { ...after, address });
        await record(connection, owner, actor, 'destination.changed', id, differences(before, written));
        return done(written);
      });
      if (changed.ok && !changed.value.isEnabled) await deliveries.cancelWaiting(db, id);
      return changed;
    },
    async delete(owner: Owner, id: string, actor: Actor) {
      const destination = isUuid(id) ? await store.findDestination(db, owner, id) : undefined;
      if (destination === undefined) return refusals.noDestination;
      // The calls of the owner wait behind its lock, and a log can be long.
      await deliveries.deleteDeliveries(db, id);
      return changeOne(db, owner, id, async (connection, { name, kind }) => {
        await store.deleteDestination(connection, id);
        await record(connection, owner, actor, 'destination.deleted', id, { name, kind });
        return done(undefined);
      });
    },
    /** A new secret. Until the end of the overlap, webhooks are signed with both. */
    rotateSecret: (owner: Owner, id: string, actor: Actor) =>
      changeOne(db, owner, id, async (connection, { kind, name }) => {
        if (kind !== 'webhook') return refusals.noSecret;
        if (parts.keys === undefined) return refusals.needsDataKey;
        const secret = newSecret();
        const wrapped = wrapSecret(parts.keys, secret, id);
        const changed = await store.replaceSecret(connection, id, wrapped, overlapSeconds);
        await record(connection, owner, actor, 'destination.secret_rotated', id, { name });
        return done({ ...changed, secret: showSecret(secret) });
      }),
    async test(owner: Owner, id: string, actor: Actor) {
      const tested = await changeOne(db, owner, id, async (connection, destination) => {
        if (!destination.isEnabled) return refusals.isOff;
        const delivery = await deliveries.insertTestDelivery(connection, destination);
        await record(connection, owner, actor, 'destination.tested', id, { name: destination.name });
        return done({ id: delivery });
      });
      wake();
      return tested;
    },
    async deliveries(owner: Owner, id: string, state: string | undefined, page: Page) {
      const destination = isUuid(id) ? await store.findDestination(db, owner, id) : undefined;
      if (destination === undefined) return refusals.noDestination;
      return done(await deliveries.listDeliveries(db, id, state, page));
    },
    async replay(owner: Owner, id: string, deliveryId: string, actor: Actor) {
      const replayed = await changeOne(db, owner, id, async (connection, destination) => {
        if (!destination.isEnabled) return refusals.isOff;
        const delivery = isUuid(deliveryId)
          ? await deliveries.findDelivery(connection, id, deliveryId)
          : undefined;
        if (delivery === undefined) return refusals.noDelivery;
        if (!(await deliveries.replayDelivery(connection, deliveryId))) return refusals.stillWaiting;
        const { type, eventId } = delivery;
        const details = { name: destination.name, event: eventId, type };
        await record(connection, owner, actor, 'destination.replayed', id, details);
        return done(undefined);
      });
      wake();
      return replayed;
    },
  };
}

function create(parts: DestinationParts, owner: Owner, wanted: NewDestination, actor: Actor) {
  const { db, keys } = parts;
  return inTransaction(db, async (connection) => {
    if (!(await store.lockOwner(connection, owner))) return refusals.noOwner;
    const others = await store.listDestinations(connection, owner);
    if (others.length >= maxDestinations) return refusals.tooMany(maxDestinations);
    const read = await readWanted(parts, connection, owner, wanted);
    if (!read.ok) return read;
    const { kind, name } = wanted;
    if (kind === 'webhook' && keys === undefined) return refusals.needsDataKey;
    const id = uuidV7();
    const secret = kind === 'webhook' ? newSecret() : undefined;
    const eventTypes = unique(wanted.eventTypes);
    const address = read.value ?? wanted.address;
    const created = await store.insertDestination(connection, {
      ...{ id, teamId: owner, kind, name, address, eventTypes },
      secret: secret && keys ? wrapSecret(keys, secret, id) : null,
    });
    const details = { name, kind, event_types: eventTypes, ...shownAddress(created) };
    await record(connection, owner, actor, 'destination.created', id, details);
    return done({ ...created, secret: secret === undefined ? null : showSecret(secret) });
  });
}

/** Runs a change of one destination under the lock of its owner. */
function changeOne<T>(
  db: Database,
  owner: Owner,
  id: string,
  change: (connection: Connection, destination: store.DestinationRow) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return inTransaction(db, async (connection): Promise<Outcome<T>> => {
    if (!(await store.lockOwner(connection, owner))) return refusals.noOwner;
    const destination = isUuid(id) ? await store.findDestination(connection, owner, id) : undefined;
    return destination === undefined ? refusals.noDestination : change(connection, destination);
  });
}

type Wanted = Pick<store.DestinationRow, 'kind' | 'eventTypes'> & { readonly address: string | undefined };

/** Returns the address as it is stored; undefined if it does not change. */
async function readWanted(
  parts: DestinationParts,
  connection: Connection,
  owner: Owner,
  { kind, address, eventTypes }: Wanted,
): Promise<Outcome<string | undefined>> {
  const known = typesFor(owner);
  const unknown = eventTypes.find((type) => !known.some((each) => each.type === type));
  if (unknown !== undefined) return refusals.noType(unknown);
  if (address === undefined) return done(undefined);
  if (kind === 'webhook') return readUrl(parts, address);
  const email = readMailAddress(address);
  if (email === undefined) return refusals.noMailAddress;
  return (await refuseMail(parts, connection, owner, email)) ?? done(email);
}

function readUrl({ allowsHttp, mayReach }: DestinationParts, address: string): Outcome<string> {
  const read = readWebhookUrl(address, allowsHttp);
  if (!read.ok) return refusals.notAnUrl(read.problem);
  // A name is looked up for each delivery, where it counts. An answer here would tell which names exist in this network.
  const literal = addressIn(read.url);
  return literal !== undefined && !mayReach(literal) ? refusals.notReachable : done(read.url.href);
}

/** Otherwise an owner could have this server write to strangers. Operators may choose any address. */
async function refuseMail(
  { sendsMail, mailDomains }: DestinationParts,
  connection: Connection,
  owner: Owner,
  address: string,
): Promise<Refusal | undefined> {
  if (!sendsMail) return refusals.needsSmtp;
  if (owner === null || isInDomains(address, mailDomains)) return undefined;
  return (await isMemberAddress(connection, owner, address)) ? undefined : refusals.addressOfOthers;
}

function unique(types: readonly string[]): string[] {
  return [...new Set(types)].toSorted();
}

function shownAddress({ kind, address }: Pick<store.DestinationRow, 'kind' | 'address'>) {
  return kind === 'webhook' ? { host: new URL(address).host } : { address };
}

function differences(before: store.DestinationRow, after: store.DestinationRow) {
  const [from, to] = [before, after].map((row) => ({
    name: row.name,
    ...shownAddress(row),
    event_types: row.eventTypes,
    is_enabled: row.isEnabled,
  }));
  const changed = Object.entries(to ?? {}).flatMap(([member, value]) => {
    const earlier = (from as Record<string, unknown> | undefined)?.[member];
    return JSON.stringify(earlier) === JSON.stringify(value) ? [] : [[member, { from: earlier, to: value }]];
  });
  const isMoved = before.address !== after.address && before.kind === 'webhook';
  return { name: after.name, ...Object.fromEntries(changed), ...(isMoved && { url_changed: true }) };
}

async function record(
  connection: Connection,
  owner: Owner,
  actor: Actor,
  action: string,
  subjectId: string,
  details: Record<string, unknown>,
): Promise<void> {
  if (owner === null) await recordInstallationChange(connection, actor, { action, subjectId, details });
  else await recordChange(connection, actor, { teamId: owner, action, subjectId, details });
}
