/**
 * Slows down password guessing without locking out users who know their password
 * (docs/decisions/0018-sign-in-throttling.md). An attempt is counted before its password is checked, so
 * concurrent attempts cannot bypass the limit. The counts are in Postgres, so every node sees them, with or
 * without Redis.
 */
import { createHash } from 'node:crypto';
import { clientNetwork } from '../../lib/client-network.ts';
import type { Connection, Database, Queryable } from '../../store/postgres/database.ts';
import { findKnownOrigins, forgetOrigins, rememberOrigins } from '../../store/postgres/known-origins.ts';
import {
  type Count,
  clearAttempt,
  countAttempts,
  deleteAttempts,
} from '../../store/postgres/sign-in-attempts.ts';

/** For an account from one network, or with one proof: enough for a user who mistypes the password. */
const ownAllowance = { tries: 10, windowSeconds: 15 * 60 };
/** For a network, over all accounts: an office may share one address. */
const networkAllowance = { tries: 50, windowSeconds: 15 * 60 };
/** For an account, over all networks: guessing takes centuries, however many machines an attacker has. */
const accountAllowance = { tries: 100, windowSeconds: 24 * 3_600 };
/** Codes of the second factor, for an account in unknown browsers together, or for one that is known. */
const codeAllowance = { tries: 10, windowSeconds: 15 * 60 };
/** Of a million codes three are right, so somebody who knows the password needs years of these. */
const codeDayAllowance = { tries: 50, windowSeconds: 24 * 3_600 };

export interface SignInTry {
  readonly email: string;
  readonly address: string;
  /**
   * Evidence besides the password: the token that a browser received when the account signed in there, or a
   * session, or the team of a link, that has been verified.
   */
  readonly proof?: { readonly kind: 'device' | 'session' | 'link'; readonly value: string } | undefined;
}

export type Admission =
  | { readonly isRefused: true; readonly waitSeconds: number }
  | {
      readonly isRefused: false;
      /** Attempts by others do not count against this one. */
      readonly isKnown: boolean;
      /** The device token belongs to the account. */
      readonly isKnownDevice: boolean;
      /**
       * Set if an unknown client would be refused now. A wrong password then gets the same refusal, so that
       * the answer does not reveal whether the account has signed in from here before.
       */
      readonly unknownClientWaitSeconds: number | undefined;
    };

export async function admitTry(db: Database, signInTry: SignInTry): Promise<Admission> {
  const { proof } = signInTry;
  const subjects = subjectsOf(signInTry);
  const [isKnownNetwork, isKnownDevice = false] = await findKnownOrigins(
    db,
    subjects.account,
    subjects.origins,
  );
  const isProven = proof !== undefined && (proof.kind !== 'device' || isKnownDevice);
  const [network] = await countAttempts(db, [{ ...networkAllowance, subject: subjects.network }]);
  const networkWait = waitOf(network, networkAllowance.tries);
  // Nothing more is counted for a network that exceeds its allowance: invented accounts would fill the table.
  if (networkWait !== undefined && !isKnownNetwork && !isProven)
    return { isRefused: true, waitSeconds: networkWait };
  const [pair, account, proven] = await countAttempts(db, [
    { ...ownAllowance, subject: subjects.pair },
    { ...accountAllowance, subject: subjects.account },
    ...(isProven ? [{ ...ownAllowance, subject: subjects.proof }] : []),
  ]);
  const pairWait = waitOf(pair, ownAllowance.tries);
  const provenWait = waitOf(proven, ownAllowance.tries);
  // If the network exceeds its allowance, only the network's wait is reported: an account that is unknown
  // there is refused for that reason alone.
  const unknownClientWaitSeconds = networkWait ?? longest(pairWait, waitOf(account, accountAllowance.tries));
  const isKnown =
    (isKnownNetwork === true && pairWait === undefined) || (isProven && provenWait === undefined);
  if (isKnown || unknownClientWaitSeconds === undefined)
    return {
      isRefused: false,
      isKnown,
      isKnownDevice,
      unknownClientWaitSeconds: isProven ? undefined : unknownClientWaitSeconds,
    };
  return { isRefused: true, waitSeconds: provenWait ?? unknownClientWaitSeconds };
}

/** Call it when the password was right. */
export async function forgiveSignInTry(db: Database, signInTry: SignInTry): Promise<void> {
  const { pair, proof, account, network } = subjectsOf(signInTry);
  await clearAttempt(db, { own: [pair, proof], shared: [account, network] });
}

type CodeSource = Pick<SignInTry, 'email' | 'proof'>;

/** Counts a code before it is checked. `isFirst`: it is the first one that is refused. */
export async function admitCode(
  connection: Connection,
  source: CodeSource,
): Promise<{ waitSeconds: number | undefined; isFirst: boolean }> {
  const { soon, day } = await codeSubjects(connection, source);
  const [near, far] = await countAttempts(connection, [
    { ...codeAllowance, subject: soon },
    { ...codeDayAllowance, subject: day },
  ]);
  const waitSeconds = longest(waitOf(near, codeAllowance.tries), waitOf(far, codeDayAllowance.tries));
  const isFirst = near?.tries === codeAllowance.tries + 1 || far?.tries === codeDayAllowance.tries + 1;
  return { waitSeconds, isFirst };
}

/** Call it when the code was right. */
export async function forgiveCode(connection: Connection, source: CodeSource): Promise<void> {
  const { isKnown, soon, day } = await codeSubjects(connection, source);
  const subjects = isKnown ? { own: [soon, day], shared: [] } : { own: [], shared: [soon, day] };
  await clearAttempt(connection, subjects);
}

async function codeSubjects(connection: Connection, { email, proof }: CodeSource) {
  const isKnown =
    proof !== undefined && (proof.kind !== 'device' || (await isDeviceOf(connection, email, proof.value)));
  const source = isKnown ? [proof.kind, proof.value] : [];
  return {
    isKnown,
    soon: throttleSubject('code', email, ...source),
    day: throttleSubject('codes of a day', email, ...source),
  };
}

/** Whether the account has signed in with the browser that has this token. */
export async function isDeviceOf(db: Queryable, email: string, device: string): Promise<boolean> {
  const subjects = subjectsOf({ email, address: '', proof: { kind: 'device', value: device } });
  return (await findKnownOrigins(db, subjects.account, [subjects.proof]))[0] === true;
}

/** From now on, attempts by others cannot lock the account out on this network or device. */
export async function rememberOrigin(
  db: Queryable,
  email: string,
  address: string,
  device?: string,
): Promise<void> {
  const proof = device === undefined ? undefined : ({ kind: 'device', value: device } as const);
  const { account, origins } = subjectsOf({ email, address, proof });
  await rememberOrigins(db, account, origins);
}

/** The account has a new password, so attempts with the former one must not lock it. */
export async function forgetTriesOfAccount(connection: Connection, email: string): Promise<void> {
  await deleteAttempts(connection, [throttleSubject('sign-in account', email)]);
}

/**
 * The user chose a new password with a link, or the operator set it. Not for somebody who changes it in a session: with each
 * change, a thief who has a session and the password would get codes to try.
 */
export async function forgetCodesOfAccount(connection: Connection, email: string): Promise<void> {
  const subjects = ['code', 'codes of a day'].map((what) => throttleSubject(what, email));
  await deleteAttempts(connection, subjects);
}

/** Whoever knew the password until now may have signed in from these. */
export function forgetOriginsOfAccount(connection: Connection, email: string): Promise<void> {
  return forgetOrigins(connection, throttleSubject('sign-in account', email));
}

function subjectsOf({ email, address, proof }: SignInTry) {
  const network = clientNetwork(address);
  const pair = throttleSubject('sign-in pair', email, network);
  const ofProof = throttleSubject(`sign-in ${proof?.kind}`, email, proof?.value ?? '');
  return {
    account: throttleSubject('sign-in account', email),
    network: throttleSubject('sign-in network', network),
    pair,
    proof: ofProof,
    origins: proof?.kind === 'device' ? [pair, ofProof] : [pair],
  };
}

/** What is counted, as a hash. */
export function throttleSubject(...parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

function waitOf(count: Count | undefined, allowance: number): number | undefined {
  return count !== undefined && count.tries > allowance ? count.secondsLeft : undefined;
}

function longest(...waits: readonly (number | undefined)[]): number | undefined {
  const given = waits.filter((wait) => wait !== undefined);
  return given.length === 0 ? undefined : Math.max(...given);
}
