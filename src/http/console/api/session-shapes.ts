import Type from 'typebox';
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

export interface ShownSession {
  readonly id: string;
  readonly address: string;
  readonly browser: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

export function showSession(session: ShownSession, asking: { readonly id: string }) {
  return {
    id: session.id,
    address: session.address,
    browser: session.browser,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    is_current: session.id === asking.id,
  };
}
