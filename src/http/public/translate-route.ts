import Type, { type Static } from 'typebox';
import type { Gateway } from '../../gateway/translate-call.ts';
import { answerLanguageTag } from '../../lib/language-tag.ts';
import { requestLimits } from '../../lib/request-limits.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { formalityOption } from '../formality-option.ts';
import {
  contextText,
  formality,
  languageTag,
  readTextMembers,
  textMembers,
  texts,
  warnings,
} from '../translate-members.ts';
import { appliedTerms, glossaryId, glossaryOf, inlineGlossary } from './glossary-members.ts';
import { shedOnArrival, type TranslateDialect, translateHandler } from './translate-handler.ts';

const bodySchema = Type.Object({
  text: texts,
  target_lang: languageTag,
  source_lang: Type.Optional(Type.Union([languageTag, Type.Null()])),
  formality: Type.Optional(formality),
  engine: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  context: Type.Optional(contextText),
  ...textMembers,
  glossary_id: Type.Optional(Type.Union([glossaryId, Type.Null()])),
  glossary: Type.Optional(Type.Union([inlineGlossary, Type.Null()])),
  show_glossary_terms: Type.Optional(Type.Boolean()),
});

const responseSchema = Type.Object({
  translations: Type.Array(
    Type.Object({
      text: Type.String(),
      detected_source_language: Type.String(),
      glossary_terms: Type.Optional(appliedTerms),
    }),
  ),
  characters: Type.Integer(),
  warnings: Type.Optional(warnings),
});

type TranslateBody = Static<typeof bodySchema>;

export function translateRoute(gateway: Gateway, callDeadlineMs: number): RouteDefinition {
  return {
    method: 'POST',
    url: '/v1/translate',
    access: 'translate',
    endsInCharge: true,
    bodyLimit: requestLimits.maxTranslateBodyBytes,
    schema: { body: bodySchema, response: { 200: responseSchema } },
    describes: {
      operationId: 'translate',
      summary: 'Translate texts',
      problems: ['not_found'],
      headers: {
        'Idempotency-Key':
          'Repeating the call with the same key and body is not charged again; it reaches the engines at most once more.',
      },
      example: { body: { text: ['The house is big.'], target_lang: 'ES' } },
    },
    onRequest: shedOnArrival(gateway, callDeadlineMs),
    handler: translateHandler(gateway, callDeadlineMs, dialect),
  };
}

const dialect: TranslateDialect<TranslateBody> = {
  toRequest: (body) => ({
    texts: body.text,
    targetLang: body.target_lang,
    sourceLang: body.source_lang ?? undefined,
    engine: body.engine,
    ...readTextMembers(body),
    glossary: glossaryOf(body),
    formality: formalityOption(body.formality, 'never refuses'),
    context: body.context,
  }),
  toAnswer({ translations, characters, warnings: found }, body) {
    return {
      translations: translations.map(({ text, source, terms }) => ({
        text,
        detected_source_language: answerLanguageTag(source),
        ...(body.show_glossary_terms && { glossary_terms: terms }),
      })),
      characters,
      ...(found.length > 0 && { warnings: found }),
    };
  },
};
