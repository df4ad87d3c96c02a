import Type, { type Static } from 'typebox';
import type { Gateway } from '../../gateway/translate-call.ts';
import { answerLanguageTag } from '../../lib/language-tag.ts';
import { requestLimits } from '../../lib/request-limits.ts';
import { type Warning, warn } from '../../translate/warnings.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { type TranslateDialect, translateHandler } from './translate-handler.ts';
import { contextText, formality, languageTag, texts, warnings } from './translate-members.ts';

const bodySchema = Type.Object({
  text: texts,
  target_lang: languageTag,
  source_lang: Type.Optional(Type.Union([languageTag, Type.Null()])),
  formality: Type.Optional(formality),
  engine: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  context: Type.Optional(contextText),
});

const responseSchema = Type.Object({
  translations: Type.Array(Type.Object({ text: Type.String(), detected_source_language: Type.String() })),
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
      headers: { 'Idempotency-Key': 'A repeat of the call with the same key and body is charged nothing.' },
      example: { body: { text: ['The house is big.'], target_lang: 'ES' } },
    },
    handler: translateHandler(gateway, callDeadlineMs, dialect),
  };
}

const dialect: TranslateDialect<TranslateBody> = {
  toRequest: (body) => ({
    texts: body.text,
    targetLang: body.target_lang,
    sourceLang: body.source_lang ?? undefined,
    engine: body.engine,
    formality: body.formality === undefined || body.formality === 'default' ? undefined : 'wanted',
  }),
  toAnswer({ translations, characters, warnings: found }, body) {
    const all = [...found, ...ignoredMembers(body)];
    return {
      translations: translations.map(({ text, source }) => ({
        text,
        detected_source_language: answerLanguageTag(source),
      })),
      characters,
      ...(all.length > 0 && { warnings: all }),
    };
  },
};

/** Members that change a translation where they are offered. Other unknown members are ignored in silence. */
const notOfferedMembers = ['tag_handling', 'glossary_id', 'glossary'] as const;

function ignoredMembers(body: object): Warning[] {
  return notOfferedMembers
    .filter((name) => Object.hasOwn(body, name))
    .map((name) => warn('option_ignored', `${name} is not offered by this server; it was ignored.`));
}
