/** The routes of a team's account, by the documents, and a body that works on each. */
import type { Outcome } from './check-answer.ts';

export interface TeamRoute {
  readonly method: string;
  readonly path: string;
  readonly scope: string;
  /** How a call without a fault may end. */
  readonly outcomes: readonly Outcome[];
  readonly body?: keyof typeof goodBodies;
  /** The id is the one of a glossary. */
  readonly takesGlossary?: boolean;
  readonly hasPages?: boolean;
  readonly isCompatible?: boolean;
  /** A good answer is a file. */
  readonly isFile?: boolean;
}

const pair = { source_lang: 'EN', target_lang: 'ES' };

function write(isForm: boolean, members: Record<string, unknown>): string {
  return isForm ? new URLSearchParams(members as Record<string, string>).toString() : JSON.stringify(members);
}

const dictionaryOf = (term: string) => ({ ...pair, entries: `${term}\tx`, entries_format: 'tsv' });

/** Each with a text of the caller's choice for names and terms. */
export const goodBodies = {
  name: (_isForm: boolean, name: string) => JSON.stringify({ name }),
  glossary: (_isForm: boolean, name: string) =>
    JSON.stringify({ name, dictionaries: [{ ...pair, entries: [{ source: name, target: 'x' }] }] }),
  entries: (_isForm: boolean, source: string) => JSON.stringify({ entries: [{ source, target: 'x' }] }),
  single: (isForm: boolean, name: string) => write(isForm, { name, ...dictionaryOf(name) }),
  list: (isForm: boolean, name: string) => {
    const dictionary = Object.entries(dictionaryOf(name));
    const named = dictionary.map(([member, value]) => [`dictionaries[0].${member}`, value]);
    return isForm
      ? write(true, { name, ...Object.fromEntries(named) })
      : write(false, { name, dictionaries: [Object.fromEntries(dictionary)] });
  },
};

const one = '/v1/glossaries/{id}';
const dictionary = `${one}/dictionaries/en/es`;
const v1 = { scope: 'glossaries', takesGlossary: true };
const reads = { scope: 'translate', takesGlossary: true, isCompatible: true };
const writes = { scope: 'glossaries', takesGlossary: true, isCompatible: true };
const byPair = '?source_lang=EN&target_lang=ES';
const missing = ['not_found'] as const;

/** The glossary that the calls share is never deleted; its only dictionary may be. */
export const teamRoutes: readonly TeamRoute[] = [
  { method: 'GET', path: '/v1/keys', scope: 'keys', outcomes: [200], hasPages: true },
  { method: 'POST', path: '/v1/keys', scope: 'keys', outcomes: [201], body: 'name' },
  { method: 'GET', path: '/v1/keys/{id}', scope: 'keys', outcomes: missing },
  { method: 'PATCH', path: '/v1/keys/{id}', scope: 'keys', outcomes: missing, body: 'name' },
  { method: 'DELETE', path: '/v1/keys/{id}', scope: 'keys', outcomes: missing },
  { method: 'GET', path: '/v1/audit', scope: 'audit', outcomes: [200], hasPages: true },
  { method: 'GET', path: '/v1/glossaries', scope: 'glossaries', outcomes: [200], hasPages: true },
  {
    method: 'POST',
    path: '/v1/glossaries',
    scope: 'glossaries',
    outcomes: [201, 'conflict'],
    body: 'glossary',
  },
  { method: 'GET', path: one, outcomes: [200], ...v1 },
  { method: 'PATCH', path: one, outcomes: [200], body: 'name', ...v1 },
  { method: 'DELETE', path: one, outcomes: missing, scope: 'glossaries' },
  { method: 'GET', path: dictionary, outcomes: [200, 'not_found'], ...v1 },
  { method: 'PUT', path: dictionary, outcomes: [200], body: 'entries', ...v1 },
  { method: 'PATCH', path: dictionary, outcomes: [200, 'conflict'], body: 'entries', ...v1 },
  { method: 'DELETE', path: dictionary, outcomes: [204, 'not_found'], ...v1 },
  { method: 'GET', path: '/v2/glossary-language-pairs', outcomes: [200], ...reads },
  { method: 'GET', path: '/v2/glossaries', outcomes: [200], ...reads },
  { method: 'POST', path: '/v2/glossaries', outcomes: [201, 'conflict'], body: 'single', ...writes },
  { method: 'GET', path: '/v2/glossaries/{id}', outcomes: [200, 'not_found'], ...reads },
  {
    method: 'GET',
    path: '/v2/glossaries/{id}/entries',
    outcomes: [200, 'not_found'],
    isFile: true,
    ...reads,
  },
  {
    method: 'DELETE',
    path: '/v2/glossaries/{id}',
    outcomes: missing,
    scope: 'glossaries',
    isCompatible: true,
  },
  { method: 'GET', path: '/v3/glossaries', outcomes: [200], ...reads },
  { method: 'POST', path: '/v3/glossaries', outcomes: [201, 'conflict'], body: 'list', ...writes },
  { method: 'GET', path: '/v3/glossaries/{id}', outcomes: [200], ...reads },
  { method: 'PATCH', path: '/v3/glossaries/{id}', outcomes: [200, 'conflict'], body: 'list', ...writes },
  {
    method: 'DELETE',
    path: '/v3/glossaries/{id}',
    outcomes: missing,
    scope: 'glossaries',
    isCompatible: true,
  },
  { method: 'GET', path: `/v3/glossaries/{id}/entries${byPair}`, outcomes: [200, 'not_found'], ...reads },
  { method: 'PUT', path: '/v3/glossaries/{id}/dictionaries', outcomes: [200], body: 'single', ...writes },
  {
    method: 'DELETE',
    path: `/v3/glossaries/{id}/dictionaries${byPair}`,
    outcomes: [204, 'not_found'],
    ...writes,
  },
];
