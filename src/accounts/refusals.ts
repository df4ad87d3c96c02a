/** Why a change of teams, keys or credit is refused, worded for the caller. */
import type { Scope } from '../auth/scopes.ts';
import { type Problem, problem } from '../lib/errors.ts';
import { type Refusal, refused } from '../lib/outcome.ts';

export const noTeam = refused('not_found', 'There is no team with this id.');
export const wasErased = problem('conflict', 'This team was permanently erased. Create another team.');
export function renamedMeanwhile(name: string): Refusal {
  return refused(
    'conflict',
    `The team was renamed to "${name}" meanwhile. Rename it again if that is not its name.`,
  );
}

export const namedByGroups = refused(
  'forbidden',
  'Groups of single sign-on give roles in the team of this name. Ask a full operator to rename it.',
);

export const enginesChangedMeanwhile = refused(
  'conflict',
  'Another operator changed the engines of this team meanwhile. Check them, then save again.',
);

export function noEngine(id: string, known: readonly string[]): Refusal {
  return refused('invalid_request', `There is no engine "${id}". Configured engines: ${known.join(', ')}.`);
}

export const noKey = refused('not_found', 'Your team has no key with this id. List them with GET /v1/keys.');

export const noSuchKey = refused('not_found', 'There is no key with this id.');

export function tooManyKeys(most: number): Refusal {
  return refused(
    'conflict',
    `The team already has ${most} active keys, the most that it may have. Revoke a key that is no longer used, then try again.`,
  );
}

/** Otherwise it could make a key without its limits, and so have none. */
export const limitedManager = refused(
  'forbidden',
  'A key with limits of its own cannot create keys or change the limits of keys. Use a key without limits, or the dashboard.',
);

export const endedKey = refused(
  'conflict',
  'This key was revoked or has expired, and stays so. Create another key.',
);

export const expiryForOwners = refused(
  'forbidden',
  'Only an owner can change when a key expires, because that is a revocation. Ask an owner.',
);

export function scopeNotHeld(scope: Scope): Refusal {
  return refused(
    'forbidden',
    `A key can only grant scopes that it has itself, and this key lacks "${scope}". Use a key that has it, or request fewer scopes.`,
  );
}

export function scopeForOwners(scope: Scope): Problem {
  return problem('forbidden', `Only an owner can create keys with the scope "${scope}". Ask an owner.`);
}

/** The caller confirms that the key to revoke is its own, or the team's last one that can create keys. */
export type RevocationConfirmation = 'self' | 'last';

const consequences: Readonly<Record<RevocationConfirmation, string>> = {
  self: 'This is the key that the call itself uses.',
  last: 'This is the last active key with the scope "keys": without it only an operator can create keys.',
};

export function confirmationNeeded(words: readonly RevocationConfirmation[]): Refusal {
  const reasons = words.map((word) => consequences[word]).join(' ');
  return refused(
    'conflict',
    `${reasons} If that is what you want, repeat the call with ?confirm=${words.join(',')}.`,
  );
}

export const notEnoughCredit = refused(
  'conflict',
  'The team does not have that much credit. Take back no more than is left.',
);
export const usedEntryId = refused(
  'conflict',
  'An entry with this id already exists, with another amount or reason. Choose another id.',
);
export const invalidEntryId = refused('invalid_request', 'The id of an entry must be a UUID.');
