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

export const renewableMember = Type.Optional(
  Type.Boolean({
    description:
      'Whether the browser renews the tokens of the session every few minutes. Otherwise one token lasts as long as the session.',
  }),
);

export const tokenExpiresIn = { description: 'Seconds until `token` ends and must be renewed.' };
/** What every way to sign in answers. */
export const signedInMembers = {
  user_id: Type.String(),
  token: Type.String(),
  expires_at: time,
  token_expires_in: Type.Union([Type.Integer(), Type.Null()], {
    description: `${tokenExpiresIn.description} Null: it lasts as long as the session.`,
  }),
  refresh_token: Type.Union([Type.String(), Type.Null()], {
    description: 'Gets the next tokens. Null: the session is not renewed.',
  }),
};

export const deviceMember = Type.Optional(
  Type.String({
    pattern: '^[A-Za-z0-9_-]{43}$',
    description: 'The value that an earlier sign-in returned to this browser.',
  }),
);
export const signedInBrowserSchema = Type.Object({
  ...signedInMembers,
  device: Type.String({
    description:
      'Keep it and send it with the next sign-in. Failed attempts of others then do not lock this browser out.',
  }),
});

export function showSession<Session extends { readonly id: string }>(
  session: Session,
  asking: { readonly id: string },
) {
  return { ...toWire(session), is_current: session.id === asking.id };
}
