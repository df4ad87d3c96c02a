/** The parts of a process that deliver events, and what the console needs to manage their destinations. */
import type { Config } from '../config/config.ts';
import { createBudgetForecasts } from '../events/budget-forecasts.ts';
import { createDestinations } from '../events/destinations.ts';
import { createEngineAlarms } from '../events/engine-alarms.ts';
import { type Send, startEventDeliveries } from '../events/event-deliveries.ts';
import { createEventHousekeeping } from '../events/event-housekeeping.ts';
import { resolveByDns } from '../events/webhook/post-webhook.ts';
import { addressRule } from '../events/webhook/reachable-addresses.ts';
import { sendWebhook } from '../events/webhook/send-webhook.ts';
import type { HousekeepingTasks } from '../jobs/housekeeping-tasks.ts';
import { createUsageReports } from '../metering/usage-report.ts';
import type { Logger } from '../observability/logger.ts';
import type { Pools } from '../store/postgres/pools.ts';
import { productVersion } from '../version.ts';

/** An event waits for at most this long before its first attempt. */
const pollMs = 1_000;
/** Of the time-out of an attempt: its end is recorded long before another node may try. */
const leaseFactor = 4;
/** An engine that fails is reported soon after its state counts. */
const alarmsMs = 10_000;
const disableAfterMs = 5 * 24 * 3_600_000;

interface EventParts {
  readonly config: Config;
  readonly pools: Pools;
  readonly housekeeping: HousekeepingTasks;
  readonly logger: Logger;
  readonly opened: AsyncDisposableStack;
}

export async function openEvents({ config, pools, housekeeping, logger, opened }: EventParts) {
  const { networks, allowsHttp, timeoutMs, firstPauseMs, daysKept, smtp, mailDomains } = config.events;
  const mayReach = addressRule(networks);
  const webhook = {
    keys: config.dataKeys,
    network: { mayReach, resolve: resolveByDns },
    allowsHttp,
    timeoutMs,
    userAgent: `Dragoman/${productVersion}`,
  };
  // The library for mail is loaded only where there is a mail server.
  const mailer =
    smtp && (await import('../events/mail/send-mail.ts')).openMailer(smtp, mailDomains, timeoutMs);
  if (mailer !== undefined) opened.defer(() => mailer.close());
  const send: Send = async (delivery) => {
    if (delivery.kind === 'webhook') return sendWebhook(delivery, webhook);
    return mailer === undefined ? { ok: false, reason: 'no_mail_server' } : mailer.send(delivery);
  };
  const db = pools.changes;
  const leaseMs = leaseFactor * timeoutMs;
  const settings = { pollMs, leaseMs, firstPauseMs, disableAfterMs };
  const deliveries = startEventDeliveries(db, send, settings, logger);
  opened.defer(() => deliveries.close());
  housekeeping.add('events', createEventHousekeeping(db, daysKept));
  housekeeping.add('engines', createEngineAlarms(db), alarmsMs);
  const { forecast } = createUsageReports(pools.reports, pools.calls);
  housekeeping.add('forecasts', createBudgetForecasts(db, forecast));
  const { wake } = deliveries;
  const { dataKeys: keys } = config;
  const sendsMail = mailer !== undefined;
  return {
    destinations: createDestinations({ db, keys, mayReach, allowsHttp, sendsMail, mailDomains, wake }),
  };
}
