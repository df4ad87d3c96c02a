/** Why a second factor is refused, worded for the person. */
import { type Refusal, refused } from '../../lib/outcome.ts';

const codeHelp = 'Enter the newest code of your app. Each code works once.';

/** The session has not begun, so this is about who signs in. */
const wrongSignInCode = refused('unauthorized', `The code is wrong. ${codeHelp}`);
/** Not 401: the session is still valid, and the page would treat a 401 as its end. */
export const wrongCode = refused('forbidden', `The code is wrong. ${codeHelp}`);
const passkeyHelp = 'Try again, use another passkey, or enter a code.';
export const wrongPasskey = refused('forbidden', `The passkey was not accepted. ${passkeyHelp}`);
const copiedDetail =
  'The passkey was not accepted: its counter went back, so somebody may have a copy of it. Use another passkey or a code, then remove this one.';
export const copiedPasskey = refused('forbidden', copiedDetail);
/** The same where the session has not begun. */
const whileSigningIn = new Map<Refusal, Refusal>([
  [wrongCode, wrongSignInCode],
  [wrongPasskey, refused('unauthorized', wrongPasskey.problem.detail)],
  [copiedPasskey, refused('unauthorized', copiedDetail)],
]);
/** Undefined if the refusal is not about a wrong answer. */
export function wrongSignInAnswer(refusal: Refusal): Refusal | undefined {
  return whileSigningIn.get(refusal);
}
export const signInOver = refused(
  'not_found',
  'This sign-in has expired, or there were too many wrong codes. Enter your password again.',
);
export function tooManyCodes(waitSeconds: number): Refusal {
  const minutes = Math.ceil(waitSeconds / 60);
  return refused(
    'rate_limited',
    `There were too many wrong codes. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or use a browser where you signed in before.`,
    waitSeconds,
  );
}
export const wrongPassword = refused('forbidden', 'The password is wrong.');
export const answerNeeded = refused('forbidden', 'Use your second factor: one passkey, or one code.');
export const passwordNeeded = refused('forbidden', 'Enter your password.');
export const alreadyOn = refused('conflict', 'You already have an authenticator app. Remove it first.');
export const notBegun = refused('conflict', 'The setup has expired. Start again to get a new QR code.');
export const notOn = refused('conflict', 'Your second factor is off.');
export const noApp = refused('conflict', 'You have no authenticator app.');
export const noPasskeysAtAddress = refused(
  'conflict',
  'Passkeys do not work at the address of this dashboard. They need https:// and a name, which the operator sets as DRAGOMAN_CONSOLE_URL.',
);
export const noPasskeyForAddress = refused(
  'conflict',
  'You have no passkey for the address of this dashboard. Enter a code.',
);
export const noPasskey = refused('not_found', 'You have no such passkey. It may have been removed.');
export const maxPasskeys = 10;
export const tooManyPasskeys = refused(
  'conflict',
  `You have ${maxPasskeys} passkeys, and more are not possible. Remove one first.`,
);
export const addingOver = refused(
  'conflict',
  'Adding the passkey took too long, or was already answered. Start again.',
);
export const unusablePasskey = refused(
  'invalid_request',
  'This passkey cannot be used here. Start again, with another device or security key if it happens again.',
);
export const knownPasskey = refused('conflict', 'This passkey was added before. Use another one.');
export const unreadable = refused(
  'service_unavailable',
  'This server cannot read your second factor, because its data key is missing. Use a recovery code, or tell the operator.',
);
