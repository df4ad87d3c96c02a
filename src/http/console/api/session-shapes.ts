import Type from 'typebox';
import { toWire } from '../../../lib/wire-shape.ts';
import { time } from '../../time-shapes.ts';

export const sessionMembers = {
  id: Type.String(),
  address: Type.String(),
  browser: Type.String(),
  created_at: time,
  last_seen_at: time,
  expires_at: time,
  is_current: Type.Boolean({ description: 'whether this call uses it' }),
};

export function showSession<Session extends { readonly id: string }>(
  session: Session,
  asking: { readonly id: string },
) {
  return { ...toWire(session), is_current: session.id === asking.id };
}
