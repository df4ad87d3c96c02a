/** Why signing in or a change of users is refused, worded for the person. */
import { problem } from '../../lib/errors.ts';
import { type Refusal, refused } from '../../lib/outcome.ts';

/** An unknown user and a wrong password must be indistinguishable, so the same object answers both. */
export const wrongPassword = refused(
  'unauthorized',
  'E-mail address or password is wrong. Check both, then try again.',
);

export function tooManyAttempts(waitSeconds: number): Refusal {
  return refused(
    'rate_limited',
    `There were too many failed attempts to sign in. Wait ${describeWait(waitSeconds)}, use a browser or network where you signed in before, or ask an owner of your team for a link to a new password.`,
    waitSeconds,
  );
}

function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `${Math.ceil(minutes / 60)} hours`;
}

export const passwordsOff = refused(
  'forbidden',
  'Passwords are turned off here. Use single sign-on instead.',
);
export const sessionEnded = refused('unauthorized', 'Your session has ended. Sign in again.');
export const renewedMeanwhile = refused(
  'conflict',
  'Another tab has renewed the session. Use the tokens that it got.',
);
export const tooManyRequests = refused(
  'service_unavailable',
  'Too many requests arrived at once. Try again in a few seconds.',
  3,
);
export const tooManySignIns = problem(
  'service_unavailable',
  'Many people are signing in right now. Try again in a few seconds.',
  3,
);
export const linkInvalid = refused(
  'not_found',
  'This link has already been used or has expired. Ask an owner of the team for a new one.',
);
export const linkBeyondRole = refused(
  'forbidden',
  'Only a full operator may create this link. It would let somebody become an owner or sign in as one, or it is for an operator or somebody who signs in with single sign-on.',
);
export const operatorNotYours = refused('forbidden', 'This user is an operator. Ask a full operator.');
export const notFullOperator = refused(
  'forbidden',
  'Only a full operator may change the roles of operators, and you are no longer one.',
);
export const lastFullOperator = refused(
  'conflict',
  'This is the last full operator. Make somebody else a full operator first.',
);
export const roleFromGroup = refused(
  'conflict',
  'A group of single sign-on gives this role. Change the groups of the user at the provider.',
);
export const otherOperatorRole = refused(
  'conflict',
  'Somebody else has changed the role of this user. Reload the page.',
);
export const emailTaken = refused('conflict', 'A user with this e-mail address already exists.');
export const noUser = refused('not_found', 'There is no user with this id.');
export const noTeamForLink = refused(
  'conflict',
  'This user is in no team, so no link can be created. Set a password on the server: dragoman user set-password.',
);
export const noMember = refused('not_found', 'Nobody in your team has this id.');
export const lastOwner = refused(
  'conflict',
  'This is the last owner of the team. Make somebody else an owner first.',
);
export const passwordNotYours = refused(
  'forbidden',
  'This user also belongs to other teams, or is an operator. Ask an operator for a new password.',
);
export const ownFactor = refused(
  'conflict',
  'This is your own second factor. Turn it off on your account page, with a code or a recovery code.',
);
export const noSession = refused(
  'not_found',
  'Nobody in your team has a session with this id. It may have ended.',
);
export const sessionNotYours = refused(
  'forbidden',
  'This user also belongs to other teams, or is an operator. Ask an operator to end the session.',
);
export const noInvitation = refused(
  'not_found',
  'Your team has no open invitation with this id. It may have been accepted or revoked, or it may have expired.',
);
