/** Destinations for events as the console creates them, and the delivery of events in the process of the test. */
import { randomBytes } from 'node:crypto';
import { createDestinations, type Owner } from '../../src/events/destinations.ts';
import { type DeliverySettings, startEventDeliveries } from '../../src/events/event-deliveries.ts';
import { eventTypes } from '../../src/events/event-types.ts';
import { type Resolve, resolveByDns } from '../../src/events/webhook/post-webhook.ts';
import { addressRule } from '../../src/events/webhook/reachable-addresses.ts';
import { sendWebhook } from '../../src/events/webhook/send-webhook.ts';
import { DataKeys } from '../../src/lib/data-keys.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { quietLogger } from './pool.ts';
import { testActor } from './test-actor.ts';

export const testKeyBytes = randomBytes(32);
const testKeys = new DataKeys(testKeyBytes);

const local = ['127.0.0.0/8'];

export function testDestinations(db: Database, keys: DataKeys | undefined = testKeys) {
  return createDestinations({
    ...{
      db,
      keys,
      mayReach: addressRule(local),
      allowsHttp: true,
      sendsMail: true,
      mailDomains: ['ops.example'],
    },
    wake: () => undefined,
  });
}

export const teamEventTypes = eventTypes.filter(({ scope }) => scope === 'team').map(({ type }) => type);

/** Returns its ID and its secret. */
export async function addWebhook(
  db: Database,
  owner: Owner,
  url: string,
  types: readonly string[] = teamEventTypes,
) {
  const wanted = { kind: 'webhook', name: 'Receiver', address: url, eventTypes: types } as const;
  const created = await testDestinations(db).create(owner, wanted, testActor);
  if (!created.ok) throw new Error(created.problem.detail);
  return { id: created.value.id, secret: created.value.secret ?? '' };
}

interface TestDelivery extends Partial<DeliverySettings> {
  readonly timeoutMs?: number;
  readonly networks?: readonly string[];
  readonly resolve?: Resolve;
  readonly keys?: DataKeys;
}

export function deliverInTest(db: Database, options: TestDelivery = {}) {
  const {
    timeoutMs = 60_000,
    networks = local,
    resolve = resolveByDns,
    keys = testKeys,
    ...settings
  } = options;
  const webhook = {
    keys,
    network: { mayReach: addressRule(networks), resolve },
    allowsHttp: true,
    timeoutMs,
    userAgent: 'Dragoman/test',
  };
  return startEventDeliveries(
    db,
    (delivery) => sendWebhook(delivery, webhook),
    { pollMs: 20, leaseMs: 240_000, firstPauseMs: 1, disableAfterMs: 3_600_000, ...settings },
    quietLogger,
  );
}
