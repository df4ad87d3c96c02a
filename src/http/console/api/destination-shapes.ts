/** Destinations for events on the wire, the same for teams and for the installation. */
import Type, { type Static } from 'typebox';
import type { DestinationChanges, NewDestination } from '../../../events/destinations.ts';
import { maxUrlLength } from '../../../events/webhook/webhook-url.ts';
import { described } from '../../described.ts';
import { nextCursor, pageQuery } from '../../pages.ts';
import { nameSchema, readName } from '../../read-name.ts';
import { invalidRequest } from '../../refusals.ts';
import { createdAt, time, timeOrNull } from '../../time-shapes.ts';

const kind = Type.Enum(['webhook', 'mail']);
const address = Type.String({
  minLength: 1,
  maxLength: maxUrlLength,
  description: 'the URL of a webhook, or the e-mail address',
});
const type = Type.String({ minLength: 1, maxLength: 80 });
const eventTypes = Type.Array(type, {
  minItems: 1,
  maxItems: 50,
  description: 'the events that are sent there',
});

const destination = {
  id: Type.String(),
  kind,
  name: Type.String(),
  address,
  event_types: Type.Array(Type.String()),
  is_enabled: Type.Boolean(),
  disabled_reason: Type.Union([Type.Enum(['failing', 'person']), Type.Null()], {
    description: '`failing`: it failed for five days and was turned off; `person`: somebody turned it off',
  }),
  older_until: described(
    timeOrNull,
    'until when webhooks are also signed with the secret before the last rotation',
  ),
  failing_since: described(timeOrNull, 'null if the last attempt succeeded'),
  last_delivered_at: timeOrNull,
  created_at: createdAt,
};
export const destinationSchema = Type.Object(destination);
export const secretDestinationSchema = Type.Object({
  ...destination,
  secret: Type.Union([Type.String(), Type.Null()], {
    description: 'with which webhooks are signed, shown only this once; null for mail',
  }),
});
export const destinationsSchema = Type.Object({
  destinations: Type.Array(destinationSchema),
  types: Type.Array(Type.Object({ type: Type.String(), summary: Type.String() }), {
    description: 'the events to choose from',
  }),
  sends_mail: Type.Boolean({ description: 'false if no mail server is configured' }),
});

export const newDestinationSchema = Type.Object({ kind, name: nameSchema, address, event_types: eventTypes });
export const destinationChangesSchema = Type.Object({
  name: Type.Optional(nameSchema),
  address: Type.Optional(address),
  event_types: Type.Optional(eventTypes),
  is_enabled: Type.Optional(Type.Boolean()),
});

export const testedSchema = Type.Object({
  id: Type.String({ description: 'the delivery of the test event' }),
});

const states = ['waiting', 'delivered', 'failed'] as const;
export const deliveriesQuery = Type.Object({ ...pageQuery, state: Type.Optional(Type.Enum([...states])) });
export const deliveriesSchema = Type.Object({
  deliveries: Type.Array(
    Type.Object({
      id: Type.String(),
      state: Type.Enum([...states]),
      event_id: Type.String({ description: 'also in the header webhook-id' }),
      type: Type.String(),
      at: described(time, 'when it happened'),
      attempts: Type.Integer({ description: 'since it was recorded or replayed' }),
      next_attempt_at: described(timeOrNull, 'null unless it waits'),
      ended_at: timeOrNull,
      log: Type.Array(
        Type.Object({
          at: time,
          ms: Type.Integer(),
          status: Type.Union([Type.Integer(), Type.Null()], { description: 'null if there was no answer' }),
          reason: Type.Union([Type.String(), Type.Null()], { description: 'null if the attempt succeeded' }),
        }),
        { description: 'the last 20 attempts, oldest first' },
      ),
    }),
  ),
  next_cursor: nextCursor,
});

export function readNewDestination(body: Static<typeof newDestinationSchema>): NewDestination {
  const { kind, name, address, event_types: eventTypes } = body;
  return { kind, name: readName(name), address, eventTypes };
}

export function readDestinationChanges(body: Static<typeof destinationChangesSchema>): DestinationChanges {
  const { name, address, event_types: eventTypes, is_enabled: isEnabled } = body;
  const changes = {
    ...(name !== undefined && { name: readName(name) }),
    ...(address !== undefined && { address }),
    ...(eventTypes !== undefined && { eventTypes }),
    ...(isEnabled !== undefined && { isEnabled }),
  };
  if (Object.keys(changes).length === 0)
    throw invalidRequest('Send `name`, `address`, `event_types` or `is_enabled`.');
  return changes;
}
