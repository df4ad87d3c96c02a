/** A key without its secret, as the public API and the console show it. */
import Type from 'typebox';
import { keyModes } from '../auth/key-format.ts';
import { scopes } from '../auth/scopes.ts';
import { toWire } from '../lib/wire-shape.ts';
import { described } from './described.ts';
import { createdAt, timeOrNull } from './time-shapes.ts';

export const keyRecord = {
  id: Type.String({ description: 'The ID of the key. It is not secret.' }),
  name: Type.String({ description: 'The name of the key.' }),
  mode: Type.Enum([...keyModes], {
    description:
      '`live` or `test`. Test keys get the same translations and are charged the same; their usage is reported separately.',
  }),
  scopes: Type.Array(Type.Enum([...scopes]), { description: 'What the key may do.' }),
  fingerprint: Type.String({
    description:
      'The first 8 hexadecimal digits of the SHA-256 of the key. It identifies the key without revealing it.',
  }),
  created_at: createdAt,
  last_used_at: described(
    timeOrNull,
    'When the key was last used, updated at most once a minute. `null` if it was never used.',
  ),
  revoked_at: described(timeOrNull, 'When the key was revoked. `null` for an active key.'),
};
export const keySchema = Type.Object(keyRecord);
/** The only response that contains the key itself. */
export const createdKeySchema = Type.Object({
  ...keyRecord,
  key: Type.String({
    description: 'The API key itself. It is returned only once: the server stores only its SHA-256.',
  }),
});

export function showCreatedKey<Key extends { readonly plain: string }>({ plain, ...key }: Key) {
  return { ...toWire(key), key: plain };
}
