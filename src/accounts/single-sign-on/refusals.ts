/** Why single sign-on is refused, worded for the person. */
import { refused } from '../../lib/outcome.ts';

export const notOffered = refused('not_found', 'Single sign-on is not set up here.');
export const signInExpired = refused(
  'unauthorized',
  'This sign-in has been used, or took longer than ten minutes. Start again.',
);
export const providerDown = refused(
  'service_unavailable',
  'The sign-in service of your organisation cannot be reached. Try again in a few minutes.',
  10,
);
export const providerRefused = refused(
  'unauthorized',
  'The sign-in service of your organisation did not sign you in. Start again, or ask its administrator for access.',
);
export const answerInvalid = refused(
  'unauthorized',
  'The answer of the sign-in service is not valid. Start again.',
);
export const tooManyGroups = refused(
  'forbidden',
  'Your account is in so many groups that the sign-in service does not list them. Ask the operator to have only the groups of this application sent.',
);
export const noEmail = refused(
  'forbidden',
  'The sign-in service has not confirmed your e-mail address, and an account here needs a confirmed one. Ask the operator of this service.',
);
export const emailNotYours = refused(
  'forbidden',
  'An account with your e-mail address belongs to somebody else at the sign-in service. Ask the operator of this service.',
);
export const noGroup = refused(
  'forbidden',
  'None of your groups may use this service. Ask the operator, or ask an owner of your team to invite you.',
);
export const forEmergencies = refused(
  'forbidden',
  'This address belongs to the operator for emergencies, who signs in with a password.',
);
