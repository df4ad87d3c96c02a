/** Builds and signs the webhook of an event. */
import type { DataKeys } from '../../lib/data-keys.ts';
import type { DueDelivery } from '../../store/postgres/event-deliveries.ts';
import { envelopeOf } from '../envelope.ts';
import { type Network, postWebhook, type WebhookAnswer } from './post-webhook.ts';
import { signatureOf, unwrapSecret } from './secrets.ts';
import { readWebhookUrl } from './webhook-url.ts';

export interface WebhookParts {
  readonly keys: DataKeys | undefined;
  readonly network: Network;
  readonly allowsHttp: boolean;
  readonly timeoutMs: number;
  readonly userAgent: string;
}

export type DeliveryAnswer =
  | WebhookAnswer
  | { readonly ok: false; readonly reason: 'no_secret' | 'url_not_allowed' };

export async function sendWebhook(delivery: DueDelivery, parts: WebhookParts): Promise<DeliveryAnswer> {
  const { keys, network, allowsHttp, timeoutMs, userAgent } = parts;
  // The operator may have closed plain HTTP since the URL was stored.
  const read = readWebhookUrl(delivery.address, allowsHttp);
  if (!read.ok) return { ok: false, reason: 'url_not_allowed' };
  const { destinationId } = delivery;
  const secrets = [delivery.secret, delivery.olderSecret].flatMap(
    (wrapped) => (wrapped && keys && unwrapSecret(keys, wrapped, destinationId)) ?? [],
  );
  // A node that lacks the data key must not send what nobody can verify.
  if (secrets.length === 0) return { ok: false, reason: 'no_secret' };
  const body = JSON.stringify(envelopeOf(delivery));
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'webhook-id': delivery.eventId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatureOf({ id: delivery.eventId, timestampSeconds, body }, secrets),
  };
  return postWebhook({ url: read.url, headers, body, timeoutMs }, network);
}
