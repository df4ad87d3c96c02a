/**
 * Slows down password guessing without locking out users who know their password (docs/decisions/0018-sign-in-throttling.md). A try
 * is counted before its password is looked at, so a thousand tries at once are no way around it. What is counted is in
 * Postgres: every node sees it, with or without Redis.
 */
import { createHash } from 'node:crypto';
import { clientNetwork } from '../../lib/client-network.ts';
import type { Connection, Database } from '../../store/postgres/database.ts';
import { findKnownOrigins, rememberOrigins } from '../../store/postgres/known-origins.ts';
import { type Count, countTries, forgetTries, forgiveTry } from '../../store/postgres/sign-in-tries.ts';

/** Of an account from one network, or with one proof: enough for somebody who mistypes. */
const ownAllowance = { tries: 10, windowSeconds: 15 * 60 };
/** Of a network over all accounts: an office may share one address. */
const networkAllowance = { tries: 50, windowSeconds: 15 * 60 };
/** Of an account over all networks: however many machines somebody has, guessing takes centuries. */
const accountAllowance = { tries: 100, windowSeconds: 24 * 3_600 };

export interface SignInTry {
  readonly email: string;
  readonly address: string;
  /**
   * What the one who tries has beside the password: the token that a browser got when the account signed in there, or a
   * session or link that was found to be good.
   */
  readonly proof?: { readonly kind: 'device' | 'session' | 'link'; readonly value: string } | undefined;
}

export type Admission =
  | { readonly isRefused: true; readonly waitSeconds: number }
  | {
      readonly isRefused: false;
      /** What others tried does not count for this one. */
      readonly isKnown: boolean;
      /** The device is one of the account's. */
      readonly isKnownDevice: boolean;
      /**
       * Somebody unknown would be refused now. A wrong password is answered like that: it must not tell whether the
       * account was ever here.
       */
      readonly strangersWaitSeconds: number | undefined;
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
  const [network] = await countTries(db, [{ ...networkAllowance, subject: subjects.network }]);
  const networkWait = waitOf(network, networkAllowance.tries);
  // Nothing more is counted for a network that is over its allowance: made-up accounts would fill the table.
  if (networkWait !== undefined && !isKnownNetwork && !isProven)
    return { isRefused: true, waitSeconds: networkWait };
  const [pair, account, proven] = await countTries(db, [
    { ...ownAllowance, subject: subjects.pair },
    { ...accountAllowance, subject: subjects.account },
    ...(isProven ? [{ ...ownAllowance, subject: subjects.proof }] : []),
  ]);
  const pairWait = waitOf(pair, ownAllowance.tries);
  const provenWait = waitOf(proven, ownAllowance.tries);
  // Of a network that is over its allowance nothing else is told: an account that is unknown there is refused for it alone.
  const strangersWaitSeconds = networkWait ?? longest(pairWait, waitOf(account, accountAllowance.tries));
  const isKnown =
    (isKnownNetwork === true && pairWait === undefined) || (isProven && provenWait === undefined);
  if (isKnown || strangersWaitSeconds === undefined)
    return {
      isRefused: false,
      isKnown,
      isKnownDevice,
      strangersWaitSeconds: isProven ? undefined : strangersWaitSeconds,
    };
  return { isRefused: true, waitSeconds: provenWait ?? strangersWaitSeconds };
}

/** The password was right. */
export async function forgiveSignInTry(db: Database, signInTry: SignInTry): Promise<void> {
  const { pair, proof, account, network } = subjectsOf(signInTry);
  await forgiveTry(db, { own: [pair, proof], shared: [account, network] });
}

/** From now on others can't keep out this account here, or with this device. */
export async function rememberOrigin(
  db: Database | Connection,
  email: string,
  address: string,
  device?: string,
): Promise<void> {
  const proof = device === undefined ? undefined : ({ kind: 'device', value: device } as const);
  const { account, origins } = subjectsOf({ email, address, proof });
  await rememberOrigins(db, account, origins);
}

/** Somebody who was let in by other means chose a new password: what was tried before must not keep them out. */
export function forgetTriesOfAccount(connection: Connection, email: string): Promise<void> {
  return forgetTries(connection, subject('sign-in account', email));
}

function subjectsOf({ email, address, proof }: SignInTry) {
  const network = clientNetwork(address);
  const pair = subject('sign-in pair', email, network);
  const ofProof = subject(`sign-in ${proof?.kind}`, email, proof?.value ?? '');
  return {
    account: subject('sign-in account', email),
    network: subject('sign-in network', network),
    pair,
    proof: ofProof,
    origins: proof?.kind === 'device' ? [pair, ofProof] : [pair],
  };
}

function subject(...parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

function waitOf(count: Count | undefined, allowance: number): number | undefined {
  return count !== undefined && count.tries > allowance ? count.secondsLeft : undefined;
}

function longest(...waits: readonly (number | undefined)[]): number | undefined {
  const given = waits.filter((wait) => wait !== undefined);
  return given.length === 0 ? undefined : Math.max(...given);
}
