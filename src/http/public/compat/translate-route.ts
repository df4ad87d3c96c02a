import Type from 'typebox';
import type { Gateway } from '../../../gateway/translate-call.ts';
import { answerLanguageTag, baseLanguage } from '../../../lib/language-tag.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { encodingOf } from '../../form-body.ts';
import { formalityOption } from '../../formality-option.ts';
import { instructionsOption } from '../../instruction-members.ts';
import { detectedSourceLanguage } from '../../language-shapes.ts';
import { reportingTagHeader } from '../../reporting-tag.ts';
import { route } from '../../route.ts';
import { readTextMembers, warnings, warningsMember } from '../../translate-members.ts';
import { glossaryOf } from '../glossary-members.ts';
import { shedOnArrival, type TranslateDialect, translateHandler } from '../translate-handler.ts';
import { translationExample } from './examples.ts';
import { refuseOptions } from './refused-options.ts';
import {
  type CompatTranslateBody,
  readTranslateBody,
  refuseManyTexts,
  translateBodySchema,
} from './translate-body.ts';

const responseSchema = Type.Object({
  translations: Type.Array(
    Type.Object({
      text: Type.String({ description: 'The translated text.' }),
      detected_source_language: detectedSourceLanguage,
      billed_characters: Type.Integer({ description: 'The number of charged characters of this text.' }),
      model_type_used: Type.Optional(
        Type.String({
          description:
            'The requested `model_type`, without `prefer_`; `latency_optimized` if the engine has no neural model. Omitted if none was requested.',
        }),
      ),
      tag_handling_version: Type.Optional(
        Type.String({ description: 'Always `v2`. Present if `tag_handling` was requested.' }),
      ),
    }),
    { description: 'One translation for each text, in the order of the texts.' },
  ),
  characters: Type.Integer({
    description: 'The number of charged characters: Unicode code points of the source texts, without tags.',
  }),
  billed_characters: Type.Integer({ description: 'The same as `characters`.' }),
  warnings: Type.Optional(warnings),
});

interface TranslateParts {
  readonly gateway: Gateway;
  readonly callDeadlineMs: number;
}

/** `/v1/translate` for the client libraries. */
export function compatTranslateRoute({ gateway, callDeadlineMs }: TranslateParts): RouteDefinition {
  return route('POST', '/v2/translate', 'translate', {
    endsInCharge: true,
    call: { kind: 'translate', dialect: 'deepl' },
    bodyLimit: requestLimits.maxTranslateBodyBytes,
    operationId: 'translateV2',
    summary: 'Translate texts, for DeepL client libraries',
    description:
      'Translates texts like `POST /v1/translate`, with the request and response format of the DeepL API. Unsupported options that would change the translation are refused. A call is charged by the characters of its source texts, and only if it returns 200.',
    answerExample: translationExample,
    problems: ['not_found'],
    headers: reportingTagHeader,
    example: { body: { text: ['The house is big.'], source_lang: 'EN', target_lang: 'ES' } },
    body: translateBodySchema,
    response: { 200: responseSchema },
    preValidation: async (request) => {
      request.body = readTranslateBody(request.body, encodingOf(request));
      refuseManyTexts(request.body);
    },
    onRequest: shedOnArrival(gateway, callDeadlineMs, dialect.name),
    handler: translateHandler(gateway, callDeadlineMs, dialect),
  });
}

const dialect: TranslateDialect<CompatTranslateBody> = {
  name: 'deepl',
  refuse: refuseOptions,
  toRequest: (body) => ({
    texts: body.text,
    targetLang: body.target_lang,
    sourceLang: body.source_lang,
    glossary: glossaryOf(body),
    ...readTextMembers(body),
    formality: formalityOption(body.formality, 'may refuse'),
    context: body.context,
    instructions: instructionsOption(body, 'may refuse'),
  }),
  toAnswer({ translations, characters, warnings: found }, { model_type, tag_handling }) {
    const version = tag_handling && { tag_handling_version: 'v2' };
    return {
      translations: translations.map(({ text, source, characters: billed, isRuleBased }) => ({
        text,
        // The libraries know source languages only without a region.
        detected_source_language: answerLanguageTag(baseLanguage(source)),
        billed_characters: billed,
        ...(model_type && { model_type_used: modelUsed(model_type, isRuleBased) }),
        ...version,
      })),
      characters,
      billed_characters: characters,
      ...warningsMember(found),
    };
  },
};

/** Each pair has only one model, reported under the requested name, unless that claims a quality it lacks. */
function modelUsed(asked: string, isRuleBased = false): string {
  return isRuleBased ? 'latency_optimized' : asked.replace('prefer_', '');
}
