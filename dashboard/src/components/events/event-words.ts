/** What events and deliveries are called. A type that is not known here is shown by its name. */
import { t, tIn } from '../../lib/messages.ts';
import type { Destination } from './event-queries.ts';

const names: Readonly<Record<string, () => string>> = {
  'budget.reached': () => t('Budget: 50, 80 or 100 % used'),
  'budget.running_out': () => t('Budget: runs out before the end of the month'),
  'key.created': () => t('Key created'),
  'key.revoked': () => t('Key revoked'),
  'key.expired': () => t('Key expired'),
  'key.expiring': () => t('Key expires in 7 days or in one day'),
  'document.ready': () => t('Document ready'),
  'document.failed': () => t('Document failed'),
  'sign_in.new_device': () => t('Sign-in with a new browser'),
  'destination.disabled': () => t('Destination turned off after failures'),
  'destination.test': () => t('Test event'),
  'audit.entry': () => t('Every entry of the audit log'),
  'engine.unhealthy': () => t('Engine unhealthy'),
  'engine.healthy': () => t('Engine healthy again'),
};

export function eventName(type: string): string {
  return Object.hasOwn(names, type) ? (names[type]?.() ?? type) : type;
}

export const kindNames = () => ({ webhook: t('Webhook'), mail: tIn('kind of a destination', 'E-mail') });

export const deliveryStates = () => ({
  waiting: { words: tIn('state of a delivery', 'Waiting'), tag: 'tag' },
  delivered: { words: tIn('state of a delivery', 'Delivered'), tag: 'tag tag-good' },
  failed: { words: tIn('state of a delivery', 'Failed'), tag: 'tag tag-bad' },
});

/** On, or why not. */
export function destinationState({ is_enabled, disabled_reason, failing_since }: Destination) {
  if (!is_enabled)
    return disabled_reason === 'failing'
      ? { words: t('Off after failures'), tag: 'tag tag-bad' }
      : { words: tIn('state of a destination', 'Off'), tag: 'tag' };
  return failing_since === null
    ? { words: tIn('state of a destination', 'On'), tag: 'tag tag-good' }
    : { words: tIn('state of a destination', 'Failing'), tag: 'tag tag-warn' };
}

/** Why an attempt failed. */
const failures: Readonly<Record<string, () => string>> = {
  no_address: () => t('the name has no address that may be reached'),
  refused: () => t('the connection was refused'),
  unreachable: () => t('the receiver cannot be reached'),
  tls: () => t('the certificate or the encryption is not valid'),
  timeout: () => t('no answer in time'),
  connection_lost: () => t('the connection was lost'),
  redirect: () => t('the receiver redirects, which is not followed'),
  status: () => t('the receiver refused it'),
  no_secret: () => t('its secret cannot be read'),
  address_not_allowed: () => t('the address is not allowed'),
  url_not_allowed: () => t('the address is not allowed'),
  sign_in_refused: () => t('the mail server refused the sign-in'),
  internal_error: () => t('an error of this server'),
};

export function failureWords(reason: string): string {
  return Object.hasOwn(failures, reason) ? (failures[reason]?.() ?? reason) : reason;
}
