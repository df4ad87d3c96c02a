/** Why a change of a destination for events is refused, worded for people on the console and on the command line. */
import { type Refusal, refused } from '../lib/outcome.ts';

export const noDestination = refused(
  'not_found',
  'There is no such destination for events. It may have been deleted.',
);
export const noDelivery = refused(
  'not_found',
  'There is no such delivery. Old ones are deleted with their events.',
);
export const noOwner = refused('not_found', 'There is no team with this id.');
export const stillWaiting = refused('conflict', 'This event is already waiting to be delivered.');
export const isOff = refused('conflict', 'This destination is turned off. Turn it on first.');
export const needsDataKey = refused(
  'conflict',
  'Webhooks need a data key, which protects their secrets. Ask your operator to set DRAGOMAN_DATA_KEY.',
);
export const needsSmtp = refused(
  'conflict',
  'This installation sends no mail. Ask your operator to set DRAGOMAN_SMTP_HOST.',
);
export const noSecret = refused('conflict', 'Only a webhook has a secret.');
export const addressOfOthers = refused(
  'forbidden',
  'Mail goes to people in this team, and to domains that the operator allows (DRAGOMAN_MAIL_DOMAINS).',
);
export const noMailAddress = refused('invalid_request', 'An e-mail address looks like name@example.org.');
export const notReachable = refused(
  'invalid_request',
  'This address is not public, so webhooks are not sent there. The operator can allow its network (DRAGOMAN_WEBHOOK_NETWORKS).',
);

export function tooMany(most: number): Refusal {
  return refused('conflict', `There are ${most} destinations already. Delete one that is not needed.`);
}

export function notAnUrl(problem: string): Refusal {
  return refused('invalid_request', problem);
}

export function noType(type: string): Refusal {
  return refused('invalid_request', `There is no event of the type "${type}" here.`);
}
