import Type, { type Static } from 'typebox';
import type { Gateway } from '../../gateway/translate-call.ts';
import { answerLanguageTag } from '../../lib/language-tag.ts';
import { requestLimits } from '../../lib/request-limits.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { formalityOption } from '../formality-option.ts';
import { customInstructions, instructionsOption, styleId } from '../instruction-members.ts';
import { detectedSourceLanguage } from '../language-shapes.ts';
import { reportingTagHeader } from '../reporting-tag.ts';
import { route } from '../route.ts';
import {
  contextText,
  formality,
  languageTag,
  readSingleText,
  readTextMembers,
  targetLanguage,
  textMembers,
  texts,
  warnings,
  warningsMember,
  withSingleText,
} from '../translate-members.ts';
import { translationExample } from './examples.ts';
import { appliedTerms, glossaryId, glossaryOf, inlineGlossary } from './glossary-members.ts';
import { shedOnArrival, type TranslateDialect, translateHandler } from './translate-handler.ts';
import { warnAboutUnknownMembers } from './unknown-members.ts';

const warnedWithoutEngine =
  'If the engine does not follow instructions, the response has the warning `instructions_not_supported`.';

const bodySchema = Type.Object({
  text: texts,
  target_lang: targetLanguage,
  source_lang: Type.Optional(
    Type.Union([languageTag, Type.Null()], {
      description:
        'The language of the texts. If it is omitted or `null`, the language of each text is detected.',
    }),
  ),
  formality: Type.Optional(formality),
  engine: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description:
        'The engine that translates the call. `GET /v1/languages` lists the engines of the team. By default the server chooses.',
    }),
  ),
  context: Type.Optional(contextText),
  custom_instructions: Type.Optional(customInstructions(warnedWithoutEngine)),
  style_id: Type.Optional(styleId(warnedWithoutEngine)),
  ...textMembers,
  glossary_id: Type.Optional(
    Type.Union([glossaryId, Type.Null()], {
      description:
        'The ID of a glossary of the team to apply. With `source_lang`, the glossary must have a dictionary for the language pair.',
    }),
  ),
  glossary: Type.Optional(
    Type.Union([inlineGlossary, Type.Null()], {
      description:
        'A glossary for this call only. Its entries take precedence over those of `glossary_id` and apply to texts in any language.',
    }),
  ),
  alternatives: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3,
      description:
        'How many other wordings of each translation to return, from engines that can write them. Each alternative that is returned is charged like a translation of the text.',
    }),
  ),
  show_glossary_terms: Type.Optional(
    Type.Boolean({ description: 'Whether each translation lists the glossary terms that were applied.' }),
  ),
});

const responseSchema = Type.Object({
  translations: Type.Array(
    Type.Object({
      text: Type.String({ description: 'The translated text.' }),
      detected_source_language: detectedSourceLanguage,
      glossary_terms: Type.Optional(appliedTerms),
      alternatives: Type.Optional(
        Type.Array(Type.String(), {
          description:
            'Other wordings, all different. There may be fewer than requested. Omitted if none were requested.',
        }),
      ),
    }),
    { description: 'One translation for each text, in the order of the texts.' },
  ),
  characters: Type.Integer({
    description:
      'The number of charged characters: Unicode code points of the source texts, without tags, and once more for each alternative.',
  }),
  warnings: Type.Optional(warnings),
});

const knownMembers = Object.keys(bodySchema.properties);

type TranslateBody = Static<typeof bodySchema>;

export function translateRoute(gateway: Gateway, callDeadlineMs: number): RouteDefinition {
  return route('POST', '/v1/translate', 'translate', {
    endsInCharge: true,
    call: { kind: 'translate', dialect: 'v1' },
    bodyLimit: requestLimits.maxTranslateBodyBytes,
    operationId: 'translate',
    summary: 'Translate texts',
    description:
      'Translates up to 1,024 texts and returns one translation for each. A call is charged by the characters of its source texts, and only if it returns 200.',
    answerExample: translationExample,
    problems: ['not_found'],
    headers: {
      'Idempotency-Key':
        'Repeating the call with the same key and body is not charged again; it reaches the engines at most once more.',
      ...reportingTagHeader,
    },
    example: { body: { text: ['The house is big.'], target_lang: 'ES' } },
    body: bodySchema,
    documentedBody: withSingleText(bodySchema),
    preValidation: readSingleText,
    response: { 200: responseSchema },
    onRequest: shedOnArrival(gateway, callDeadlineMs, dialect.name),
    handler: translateHandler(gateway, callDeadlineMs, dialect),
  });
}

const dialect: TranslateDialect<TranslateBody> = {
  name: 'v1',
  toRequest: (body) => ({
    texts: body.text,
    targetLang: body.target_lang,
    sourceLang: body.source_lang ?? undefined,
    engine: body.engine,
    ...readTextMembers(body),
    glossary: glossaryOf(body),
    formality: formalityOption(body.formality, 'never refuses'),
    context: body.context,
    alternatives: body.alternatives,
    instructions: instructionsOption(body, 'never refuses'),
  }),
  toAnswer({ translations, characters, warnings: found }, body) {
    return {
      translations: translations.map(({ text, source, terms, alternatives }) => ({
        text,
        detected_source_language: answerLanguageTag(source),
        ...(body.show_glossary_terms && { glossary_terms: terms }),
        ...(alternatives && { alternatives }),
      })),
      characters,
      ...warningsMember([...warnAboutUnknownMembers(body, knownMembers), ...found]),
    };
  },
};
