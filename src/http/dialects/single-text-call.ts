/** A call with one text, which is all that some dialects know. */
import type { FastifyRequest } from 'fastify';
import type { CallDialect } from '../../lib/call-dialect.ts';
import type { LanguageRoutes } from '../../translate/routing/language-routes.ts';
import type { Answered, TranslateDialect } from '../public/translate-handler.ts';
import { invalidRequest } from '../refusals.ts';
import { findLanguages } from './language-codes.ts';

export interface SingleTextBody {
  readonly text: string;
  readonly source: string | undefined;
  readonly target: string;
  readonly markup: 'html' | 'xml' | undefined;
}

interface Codes {
  readonly source: string | undefined;
  readonly target: string;
}

/** `explain` words the refusal of a pair; it gets the code that is not known, or none if the pair is not offered. */
export function languagesOf(
  routes: LanguageRoutes,
  { source, target }: Codes,
  explain: (code?: string) => string,
) {
  const languages = findLanguages(routes, source, target);
  if (languages.ok) return { source: languages.source, target: languages.target };
  throw invalidRequest(explain('unknown' in languages ? languages.unknown.slice(0, 40) : undefined));
}

export type SingleTextRequest = FastifyRequest & { readonly body: SingleTextBody };

export function singleTextDialect(
  name: CallDialect,
  show: (translation: Answered['translations'][number], body: SingleTextBody) => object,
): TranslateDialect<SingleTextBody> {
  return {
    name,
    operation: name,
    toRequest: ({ text, source, target, markup }) => ({
      texts: [text],
      sourceLang: source,
      targetLang: target,
      markup: markup && { format: markup },
    }),
    toAnswer({ translations: [only] }, body) {
      if (only === undefined) throw new Error('a call with one text was answered without a translation');
      return show(only, body);
    },
  };
}
