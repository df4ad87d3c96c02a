/** The members of `POST /translate`, in JSON, in a form or in the query. */
import type { FastifyRequest } from 'fastify';
import { requestLimits } from '../../../lib/request-limits.ts';
import type { LanguageRoutes } from '../../../translate/routing/language-routes.ts';
import { invalidRequest } from '../../refusals.ts';
import { findLanguages } from '../language-codes.ts';
import { type Members, membersOf, textMember } from '../request-members.ts';

/** As many as a call may ask for; each costs as much as the translation. */
const maxAlternatives = 3;

export interface LibreTranslateBody {
  readonly texts: readonly string[];
  /** Whether the answer has lists: the texts were sent as a list, even of one. */
  readonly isList: boolean;
  readonly source: string | undefined;
  readonly target: string;
  readonly isHtml: boolean;
  /** Whether HTML has tags or entities. Without any it is a plain text, whose lines are kept. */
  readonly hasMarkup: boolean;
  /** Undefined if the member was not sent or is 0: the answer then has no such member. */
  readonly alternatives: number | undefined;
}

export function readTranslateBody(request: FastifyRequest, routes: LanguageRoutes): LibreTranslateBody {
  const members = membersOf(request);
  const { texts, isList } = readTexts(members);
  const { source, target } = readLanguages(request, routes);
  const isHtml = readFormat(members) === 'html';
  return {
    texts: isForm(request) ? texts.map(plainLineEnds) : texts,
    isList,
    source,
    target,
    isHtml,
    hasMarkup: isHtml && texts.some((text) => text.includes('<') || text.includes('&')),
    alternatives: readAlternatives(members),
  };
}

export function readLanguages(request: FastifyRequest, routes: LanguageRoutes) {
  const members = membersOf(request);
  const sourceCode = requiredMember(members, 'source');
  const targetCode = requiredMember(members, 'target');
  const languages = findLanguages(routes, sourceCode === 'auto' ? undefined : sourceCode, targetCode);
  if (languages.ok) return languages;
  throw invalidRequest(
    'unknown' in languages
      ? `${languages.unknown.slice(0, 40)} is not supported`
      : `${languages.source} cannot be translated to ${languages.target} on this server`,
  );
}

function readTexts(members: Members): { texts: string[]; isList: boolean } {
  const q = Object.hasOwn(members, 'q') ? members.q : undefined;
  if (typeof q === 'string' && q !== '') return { texts: [q], isList: false };
  if (q === undefined || q === null || q === '') throw missing('q');
  if (!Array.isArray(q)) throw invalidRequest('Invalid request: q must be a string or a list of strings');
  if (q.length === 0) throw missing('q');
  if (q.length > requestLimits.maxTextsPerCall) {
    throw invalidRequest(
      `Invalid request: q has ${q.length} texts; the limit is ${requestLimits.maxTextsPerCall}. Send several requests.`,
    );
  }
  if (!q.every((text) => typeof text === 'string'))
    throw invalidRequest('Invalid request: q must be a string or a list of strings');
  return { texts: q, isList: true };
}

function requiredMember(members: Members, name: string): string {
  const value = textMember(members, name);
  if (value === undefined) throw missing(name);
  return value;
}

function readFormat(members: Members): 'text' | 'html' {
  const format = textMember(members, 'format') ?? 'text';
  if (format === 'text' || format === 'html') return format;
  throw invalidRequest(`${format.slice(0, 40)} format is not supported`);
}

/** A number in JSON, digits in a form. More than a call can give are answered with those that it can. */
function readAlternatives({ alternatives = 0 }: Members): number | undefined {
  const isDigits = typeof alternatives === 'string' && /^\d{0,6}$/.test(alternatives);
  const count = isDigits ? Number(alternatives) : (alternatives ?? 0);
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0)
    throw invalidRequest('Invalid request: alternatives must be a whole number that is not negative');
  return count === 0 ? undefined : Math.min(count, maxAlternatives);
}

function isForm({ headers }: FastifyRequest): boolean {
  return !/^application\/json\b/i.test(headers['content-type'] ?? '');
}

/** Browsers write every line end of a form as CR LF. */
function plainLineEnds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function missing(name: string) {
  return invalidRequest(`Invalid request: missing ${name} parameter`);
}
