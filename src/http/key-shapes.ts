/** A key without its secret, as the public API and the console show it. */
import Type from 'typebox';
import { keyModes } from '../auth/key-format.ts';
import { scopes } from '../auth/scopes.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { toWire } from '../lib/wire-shape.ts';
import { described } from './described.ts';
import { keyLimitMembers, keyLimitRecord, readKeyLimits } from './key-limit-shapes.ts';
import { nameSchema, readName } from './read-name.ts';
import { invalidRequest } from './refusals.ts';
import { createdAt, timeOrNull } from './time-shapes.ts';

export const maxWait = Type.Integer({
  minimum: 0,
  maximum: requestLimits.maxWaitSeconds,
  description:
    'How many seconds a translate call with this key waits at most, if it would otherwise be refused with 429 or 503. 0: it is refused at once.',
});

export const keyRecord = {
  id: Type.String({ description: 'The ID of the key. It is not secret.' }),
  name: Type.String({ description: 'The name of the key.' }),
  mode: Type.Enum([...keyModes], {
    description:
      '`live` or `test`. Test keys get the same translations and are charged the same; their usage is reported separately.',
  }),
  scopes: Type.Array(Type.Enum([...scopes]), { description: 'What the key may do.' }),
  max_wait_seconds: maxWait,
  fingerprint: Type.String({
    description:
      'The first 8 hexadecimal digits of the SHA-256 of the key. It identifies the key without revealing it.',
  }),
  created_at: createdAt,
  last_used_at: described(
    timeOrNull,
    'When the key was last used, updated at most once a minute. `null` if it was never used.',
  ),
  revoked_at: described(timeOrNull, 'When the key was revoked, or had expired. `null` for an active key.'),
  ...keyLimitRecord,
};
export const keySchema = Type.Object(keyRecord);
/** The only response that contains the key itself. */
export const createdKeySchema = Type.Object({
  ...keyRecord,
  key: Type.String({
    description: 'The API key itself. It is returned only once: the server stores only its SHA-256.',
  }),
});

export const keyChangesSchema = Type.Object({
  name: Type.Optional(nameSchema),
  max_wait_seconds: Type.Optional(maxWait),
  ...keyLimitMembers,
});

/** The members that the body has; it must have one. */
export function readKeyChanges(body: Type.Static<typeof keyChangesSchema>) {
  const { name, max_wait_seconds: maxWaitSeconds } = body;
  const limits = readKeyLimits(body);
  if (name === undefined && maxWaitSeconds === undefined && Object.keys(limits).length === 0) {
    throw invalidRequest('Send `name`, `max_wait_seconds` or a limit.');
  }
  return {
    ...limits,
    ...(name !== undefined && { name: readName(name) }),
    ...(maxWaitSeconds !== undefined && { maxWaitSeconds }),
  };
}

export function showCreatedKey<Key extends { readonly plain: string }>({ plain, ...key }: Key) {
  return { ...toWire(key), key: plain };
}
