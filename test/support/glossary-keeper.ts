/** A team that keeps glossaries, and the calls with which it does. */
import { type Answer, bearer, type ProblemAnswer } from './api-client.ts';
import type { Env } from './command-line.ts';
import { newTeam, type TeamApi } from './team-api.ts';

export interface DictionaryAnswer {
  source_lang: string;
  target_lang: string;
  version: number;
  entry_count: number;
  updated_at: string;
}
export interface GlossaryAnswer {
  id: string;
  name: string;
  version: number;
  created_at: string;
  updated_at: string;
  dictionaries: DictionaryAnswer[];
}
export interface EntriesAnswer {
  version: number;
  entry_count: number;
  entries: { source: string; target: string }[];
}

export const tsv = { 'content-type': 'text/tab-separated-values' };
export const csv = { 'content-type': 'text/csv; charset=utf-8' };
export const houses = {
  source_lang: 'EN',
  target_lang: 'es',
  entries: [{ source: 'house', target: 'casa' }],
};

export const dictionary = (id: string, pair = 'en/es') => `/v1/glossaries/${id}/dictionaries/${pair}`;

export interface GlossaryKeeper extends TeamApi {
  create(body?: unknown): Promise<Answer<GlossaryAnswer & ProblemAnswer>>;
  /** The id of a new glossary that knows one house. */
  made(): Promise<string>;
  put(
    id: string,
    body: unknown,
    headers?: Record<string, string>,
    pair?: string,
  ): Promise<Answer<DictionaryAnswer & ProblemAnswer>>;
  merge(
    id: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<DictionaryAnswer & ProblemAnswer>>;
  readAs(id: string, accept: string): Promise<{ type: string | null; etag: string | null; text: string }>;
  /** Pairs of source and target terms. */
  entriesOf(id: string, pair?: string): Promise<string[][]>;
}

export async function newGlossaryKeeper(url: string, env: Env, scopes?: string): Promise<GlossaryKeeper> {
  const team = await newTeam(url, env, scopes);
  const create: GlossaryKeeper['create'] = (body = { name: 'Terms', dictionaries: [houses] }) =>
    team.send('POST', '/v1/glossaries', body);
  return {
    ...team,
    create,
    made: async () => (await create()).body.id,
    put: (id, body, headers, pair) => team.send('PUT', dictionary(id, pair), body, headers),
    merge: (id, body, headers = tsv) => team.send('PATCH', dictionary(id), body, headers),
    async readAs(id, accept) {
      const response = await fetch(`${url}${dictionary(id)}`, { headers: { ...bearer(team.key), accept } });
      const { headers } = response;
      return { type: headers.get('content-type'), etag: headers.get('etag'), text: await response.text() };
    },
    async entriesOf(id, pair) {
      const { entries } = (await team.get<EntriesAnswer>(dictionary(id, pair))).body;
      return entries.map(({ source, target }) => [source, target]);
    },
  };
}
