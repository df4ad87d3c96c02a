/** A team and its API, as an application of that team calls it. */
import { type Answer, bearer, call, type ProblemAnswer } from './api-client.ts';
import type { Env } from './command-line.ts';
import { createKey, createTeam } from './seed.ts';

export interface KeyAnswer {
  id: string;
  name: string;
  mode: string;
  scopes: string[];
  fingerprint: string;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  /** In the answer to the creation alone. */
  key: string;
}

export interface TeamApi {
  readonly id: string;
  readonly key: string;
  readonly keyId: string;
  get<T>(path: string, headers?: Record<string, string>): Promise<Answer<T & ProblemAnswer>>;
  send<T>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T & ProblemAnswer>>;
  /** The same with another key of the team. */
  as(key: string): TeamApi;
}

export const everyScope = 'translate,usage,keys,glossaries,audit';

export async function newTeam(url: string, env: Env, scopes = everyScope): Promise<TeamApi> {
  const id = await createTeam(env);
  const key = await createKey(env, id, scopes);
  return teamApi(url, id, key.plain, key.id);
}

function teamApi(url: string, id: string, key: string, keyId: string): TeamApi {
  const ask = <T>(path: string, init: RequestInit) =>
    call<T & ProblemAnswer>(`${url}${path}`, { ...init, headers: { ...bearer(key), ...init.headers } });
  return {
    id,
    key,
    keyId,
    get: (path, headers = {}) => ask(path, { headers }),
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
    as: (other) => teamApi(url, id, other, ''),
  };
}
