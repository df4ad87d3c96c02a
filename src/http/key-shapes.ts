/** A key without its secret, as the public API and the console show it. */
import Type from 'typebox';
import { keyModes } from '../auth/key-format.ts';
import { scopes } from '../auth/scopes.ts';
import { time, timeOrNull } from './time-shapes.ts';

export const keyRecord = {
  id: Type.String(),
  name: Type.String(),
  mode: Type.Enum([...keyModes]),
  scopes: Type.Array(Type.Enum([...scopes])),
  fingerprint: Type.String(),
  created_at: time,
  last_used_at: timeOrNull,
  revoked_at: timeOrNull,
};
export const keySchema = Type.Object(keyRecord);
/** The only response that contains the key itself. */
export const createdKeySchema = Type.Object({ ...keyRecord, key: Type.String() });
