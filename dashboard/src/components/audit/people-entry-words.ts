/** What happened to people and their sessions, in the audit log. */
import { t, tIn } from '../../lib/messages.ts';
import { operatorRoleName } from '../operator-role-words.ts';
import { roleName } from '../role-words.ts';
import { type Action, counted, told } from './entry-values.ts';

export const peopleActions: Readonly<Record<string, Action>> = {
  'user.created': {
    label: () => t('User created'),
    tell: (d) =>
      t('Created the user {email} as {role}.', { email: told(d.email), role: roleName(told(d.role)) }),
  },
  'user.invited': {
    label: () => t('User invited'),
    tell: (d) => t('Invited {email} as {role}.', { email: told(d.email), role: roleName(told(d.role)) }),
  },
  'user.invitation_revoked': {
    label: () => t('Invitation revoked'),
    tell: (d) =>
      t('Revoked the invitation for {email} as {role}.', {
        email: told(d.email),
        role: roleName(told(d.role)),
      }),
  },
  'user.joined': {
    label: () => t('User joined'),
    tell: (d) => t('{email} joined as {role}.', { email: told(d.email), role: roleName(told(d.role)) }),
  },
  'user.role_changed': {
    label: () => t('Role changed'),
    tell: (d) =>
      t('Changed the role of {email} from {from} to {to}.', {
        email: told(d.email),
        from: roleName(told(d.from)),
        to: roleName(told(d.to)),
      }),
  },
  'user.removed': {
    label: () => t('User removed'),
    tell: (d) =>
      t('Removed {email}, who was {role}.', { email: told(d.email), role: roleName(told(d.role)) }),
  },
  'user.password_reset': {
    label: () => t('Password reset link created'),
    tell: (d) => t('Created a password reset link for {email}.', { email: told(d.email) }),
  },
  'user.signed_out': {
    label: () => t('All sessions of a user ended'),
    tell: (d) => t('Ended all sessions of {email}.', { email: told(d.email) }),
  },
  'user.password_changed': {
    label: () => t('Password changed'),
    tell: (d) => t('Changed the password of {email}; other sessions ended.', { email: told(d.email) }),
  },
  'user.second_factor_on': {
    label: () => t('Second factor turned on'),
    tell: (d) => t('{email} turned the second factor on; other sessions ended.', { email: told(d.email) }),
  },
  'user.second_factor_off': {
    label: () => t('Second factor turned off'),
    tell: (d) => t('{email} turned the second factor off.', { email: told(d.email) }),
  },
  'user.second_factor_failed': {
    label: () => t('Wrong code of a second factor'),
    tell: (d) => t('A code for {email} was wrong.', { email: told(d.email) }),
  },
  'user.second_factor_locked': {
    label: () => t('Second factor locked'),
    tell: (d) =>
      t('Too many wrong codes for {email}: somebody may know the password.', { email: told(d.email) }),
  },
  'user.second_factor_reset': {
    label: () => t('Reset of a second factor'),
    tell: (d) =>
      t('Created a link with which {email} sets a new password and removes the second factor.', {
        email: told(d.email),
      }),
  },
  'user.second_factor_removed': {
    label: () => t('Second factor removed'),
    tell: (d) => t('The second factor of {email} was removed.', { email: told(d.email) }),
  },
  'user.app_added': {
    label: () => t('Authenticator app added'),
    tell: (d) => t('{email} added an authenticator app.', { email: told(d.email) }),
  },
  'user.app_removed': {
    label: () => t('Authenticator app removed'),
    tell: (d) => t('{email} removed the authenticator app.', { email: told(d.email) }),
  },
  'user.passkey_added': {
    label: () => t('Passkey added'),
    tell: (d) => t('{email} added the passkey "{name}".', { email: told(d.email), name: told(d.name) }),
  },
  'user.passkey_renamed': {
    label: () => t('Passkey renamed'),
    tell: (d) =>
      t('{email} renamed the passkey "{from}" to "{to}".', {
        email: told(d.email),
        from: told(d.from),
        to: told(d.to),
      }),
  },
  'user.passkey_removed': {
    label: () => t('Passkey removed'),
    tell: (d) => t('{email} removed the passkey "{name}".', { email: told(d.email), name: told(d.name) }),
  },
  'user.passkey_failed': {
    label: () => t('Passkey not accepted'),
    tell: (d) => t('A passkey for {email} was not accepted.', { email: told(d.email) }),
  },
  'user.passkey_copied': {
    label: () => t('Passkey refused: its counter went back'),
    tell: (d) =>
      t('The counter of the passkey "{name}" of {email} went back. Somebody may have a copy of it.', {
        email: told(d.email),
        name: told(d.name),
      }),
  },
  'user.recovery_code_used': {
    label: () => t('Recovery code used'),
    tell: (d) => t('A recovery code of {email} was used.', { email: told(d.email) }),
  },
  'user.recovery_codes_renewed': {
    label: () => t('New recovery codes'),
    tell: (d) => t('{email} got new recovery codes.', { email: told(d.email) }),
  },
  'session.started': { label: () => tIn('action', 'Signed in'), tell: () => t('Signed in.') },
  'session.ended': {
    label: () => t('Session ended'),
    tell: (d) =>
      d.email === undefined
        ? t('Ended one of their own sessions.')
        : t('Ended a session of {email}.', { email: told(d.email) }),
  },
  'session.copied': {
    label: () => t('Session ended: a token was used twice'),
    tell: (d) =>
      t('Presented a used token of {email}, so the session ended. Somebody may have copied it.', {
        email: told(d.email),
      }),
  },
  'session.ended_by_provider': {
    label: () => t('Session ended by the provider'),
    tell: (d) => t('The provider of single sign-on ended a session of {email}.', { email: told(d.email) }),
  },
  'user.operator_granted': {
    label: () => t('Operator added'),
    tell: (d) => t('A group made {email} an operator.', { email: told(d.email) }),
  },
  'user.operator_withdrawn': {
    label: () => t('Operator removed'),
    tell: (d) => t('{email} is no longer an operator: no group says so.', { email: told(d.email) }),
  },
  'user.operator_role_changed': {
    label: () => t('Role of an operator changed'),
    tell: (d) => {
      const email = told(d.email);
      if (d.to === null) return t('{email} is no longer an operator.', { email });
      return t('Made {email} an operator with the role "{role}".', {
        email,
        role: operatorRoleName(told(d.to)),
      });
    },
  },
  'sign_in.failed': {
    label: () => t('Sign-in failed'),
    tell: (d) =>
      t(
        '{attempts, plural, one {# failed attempt} other {# failed attempts}} to sign in as {email} within {minutes} min.',
        { attempts: counted(d.attempts), email: told(d.email), minutes: told(d.minutes) },
      ),
  },
  'sign_in.locked': {
    label: () => t('Sign-in locked'),
    tell: (d) =>
      t(
        'Too many failed attempts to sign in as {email}: {attempts, plural, one {# attempt was refused} other {# attempts were refused}} within {minutes} min.',
        { attempts: counted(d.attempts), email: told(d.email), minutes: told(d.minutes) },
      ),
  },
};
