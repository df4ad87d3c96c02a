/** A user of the console, as a page of it calls its API. */
import { hash } from '@node-rs/argon2';
import { createTeam as insertTeam } from '../../src/accounts/teams.ts';
import { createHashedUser, type NewUserRole } from '../../src/accounts/users/users.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { type Answer, bearer, call, type ProblemAnswer } from './api-client.ts';
import { liftLimitsUnrecorded } from './lift-limits.ts';
import { testActor } from './test-actor.ts';

export const testPassword = 'correct horse battery';

export interface ConsoleUser {
  readonly email: string;
  readonly token: string;
  get<T>(path: string): Promise<Answer<T & ProblemAnswer>>;
  /** A string is sent as it is. */
  send<T>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T & ProblemAnswer>>;
}

/** Without the command line, which takes a second for each; with limits that no test reaches (see seed.ts). */
export async function seedTeam(db: Database, name: string, monthlyQuota?: number): Promise<string> {
  const id = await seedTeamWithDefaultLimits(db, name, monthlyQuota);
  await liftLimitsUnrecorded(db, id);
  return id;
}

/** With the limits that every new team has, for tests that show or change them. */
export async function seedTeamWithDefaultLimits(
  db: Database,
  name: string,
  monthlyQuota = 1_000_000,
): Promise<string> {
  return (await insertTeam(db, name, monthlyQuota, testActor)).id;
}

/**
 * The password of all seeded users, hashed as cheaply as argon2id allows: its usual cost takes 20 ms of a core for each user, and
 * again for each time that one signs in.
 */
const hashOfTestPassword = hash(testPassword, { memoryCost: 8, timeCost: 1 });

export async function seedUser(
  db: Database,
  teamId: string,
  email: string,
  role: NewUserRole = 'owner',
): Promise<void> {
  const user = { teamId, email, role, passwordHash: await hashOfTestPassword };
  const created = await createHashedUser(db, user, testActor);
  if (!created.ok) throw new Error(`the user was not created: ${created.problem.detail}`);
}

export function trySignIn(consoleUrl: string, email: string, password = testPassword) {
  return call<{ token: string; expires_at: string } & ProblemAnswer>(`${consoleUrl}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
}

export interface Tokens {
  readonly token: string;
  readonly token_expires_in: number;
  readonly expires_at: string;
  readonly refresh_token: string;
}

/** As the dashboard does, unless its user says that the computer is shared. */
export async function signInRenewable(consoleUrl: string, email: string): Promise<Tokens> {
  const { status, body } = await postOpen<Tokens>(consoleUrl, '/sign-in', {
    email,
    password: testPassword,
    renewable: true,
  });
  if (status !== 200) throw new Error(`signing in failed: ${status} ${body.detail}`);
  return body;
}

export function renew(consoleUrl: string, { refresh_token }: Tokens) {
  return postOpen<Tokens>(consoleUrl, '/sessions/renew', { refresh_token });
}

/** A request that needs no session. */
export function postOpen<T>(consoleUrl: string, path: string, body: object) {
  return call<T & ProblemAnswer>(`${consoleUrl}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

export async function signIn(
  consoleUrl: string,
  email: string,
  password = testPassword,
): Promise<ConsoleUser> {
  const { status, body } = await trySignIn(consoleUrl, email, password);
  if (status !== 200) throw new Error(`signing in failed: ${status} ${body.detail}`);
  return consoleUser(consoleUrl, email, body.token);
}

export function consoleUser(consoleUrl: string, email: string, token: string): ConsoleUser {
  const ask = <T>(path: string, init: RequestInit) =>
    call<T & ProblemAnswer>(`${consoleUrl}/api${path}`, {
      ...init,
      headers: { ...bearer(token), ...init.headers },
    });
  return {
    email,
    token,
    get: (path) => ask(path, {}),
    send: (method, path, body, headers = {}) =>
      ask(
        path,
        body === undefined
          ? { method, headers }
          : {
              method,
              headers: { 'content-type': 'application/json', ...headers },
              body: typeof body === 'string' ? body : JSON.stringify(body),
            },
      ),
  };
}
