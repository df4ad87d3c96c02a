/** Schemas that several routes of the console's API share, and checks that a schema cannot express. */
import Type from 'typebox';
import type { Suspension } from '../../../accounts/suspension.ts';
import { cleanNewEmail, emailRule } from '../../../accounts/users/email.ts';
import { isPassword, passwordRule } from '../../../accounts/users/passwords.ts';
import { operatorRoles } from '../../../lib/operator-role.ts';
import { teamRoles } from '../../../lib/team-role.ts';
import { toWire } from '../../../lib/wire-shape.ts';
import { invalidRequest } from '../../refusals.ts';
import { time } from '../../time-shapes.ts';

/** When and why the team was suspended; null if it is not suspended. */
export const suspended = Type.Union([Type.Object({ at: time, reason: Type.String() }), Type.Null()]);
export function showSuspended({ suspended }: { readonly suspended: Suspension | null }) {
  return { suspended: suspended && toWire(suspended) };
}

export const limitMembers = {
  monthly_quota: Type.Integer(),
  requests_per_second: Type.Integer(),
  requests_burst: Type.Integer(),
  characters_per_minute: Type.Integer(),
  calls_in_flight: Type.Integer(),
};
/** The dashboard writes the file itself. */
export const exportMember = Type.Optional(
  Type.Enum(['csv'], { description: 'The answer becomes a file, so the audit log records the export.' }),
);
export const role = Type.Enum([...teamRoles]);
/** Null: the user is no operator. */
export const operatorRoleOrNull = Type.Union([Type.Enum([...operatorRoles]), Type.Null()]);
export const emailMember = Type.String({ minLength: 1, maxLength: 500 });
export const passwordMember = Type.String({ minLength: 1, maxLength: 1_000 });
export const codeMember = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The six digits that the app shows, or a recovery code.',
});
export const tokenMember = Type.String({ minLength: 1, maxLength: 100 });
export const linkSchema = Type.Object({ token: Type.String(), expires_at: time });

export function readNewEmail(value: string): string {
  const email = cleanNewEmail(value);
  if (email === undefined) throw invalidRequest(emailRule);
  return email;
}

export function readNewPassword(value: string): string {
  if (!isPassword(value)) throw invalidRequest(passwordRule);
  return value;
}
