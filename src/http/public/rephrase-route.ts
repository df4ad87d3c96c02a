import Type, { type Static } from 'typebox';
import type { Gateway } from '../../gateway/translate-call.ts';
import { problem } from '../../lib/errors.ts';
import { answerLanguageTag } from '../../lib/language-tag.ts';
import { requestLimits } from '../../lib/request-limits.ts';
import { warn } from '../../translate/warnings.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { described } from '../described.ts';
import { customInstructions, instructionsOption, styleId } from '../instruction-members.ts';
import { reportingTagHeader } from '../reporting-tag.ts';
import { route } from '../route.ts';
import {
  languageTag,
  readSingleText,
  readTextMembers,
  textMembers,
  warnings,
  warningsMember,
  withSingleText,
} from '../translate-members.ts';
import { improvementsExample } from './examples.ts';
import {
  improvement,
  membersWithoutEffect,
  rephrasedCharacters,
  rephrasedLanguage,
  rephrasedTexts,
  rephraseOptions,
  tone,
  withoutEffect,
  writingStyle,
} from './rephrase-members.ts';
import { type TranslateDialect, translateHandler } from './translate-handler.ts';
import { warnAboutUnknownMembers } from './unknown-members.ts';

const warnedWithoutEngine =
  'If the engine does not follow instructions, the response has the warning `instructions_not_supported`.';

const bodySchema = Type.Object({
  text: rephrasedTexts,
  target_lang: Type.Optional(rephrasedLanguage),
  source_lang: Type.Optional(
    described(
      languageTag,
      'The language of the texts, if it would be detected incorrectly. It must be the language of `target_lang`.',
    ),
  ),
  task: Type.Optional(
    Type.Enum(['rephrase', 'correct'], {
      description:
        '`rephrase`, the default, improves the wording. `correct` only corrects spelling, grammar and punctuation.',
    }),
  ),
  writing_style: Type.Optional(writingStyle),
  tone: Type.Optional(tone),
  engine: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'The engine that rephrases the texts. By default the server chooses.',
    }),
  ),
  custom_instructions: Type.Optional(customInstructions(warnedWithoutEngine)),
  style_id: Type.Optional(
    described(
      styleId(warnedWithoutEngine),
      'The ID of a style rule list of the team to apply. Needs `target_lang`, which must be its language.',
    ),
  ),
  ...textMembers,
});

/** Options that only translations have get a warning of their own. */
const knownMembers = [...Object.keys(bodySchema.properties), ...withoutEffect];

const responseSchema = Type.Object({
  improvements: Type.Array(improvement, {
    description: 'One rephrased text for each text, in the order of the texts.',
  }),
  characters: rephrasedCharacters,
  warnings: Type.Optional(warnings),
});

export function rephraseRoute(gateway: Gateway, callDeadlineMs: number): RouteDefinition {
  return route('POST', '/v1/rephrase', 'translate', {
    endsInCharge: true,
    call: { kind: 'rephrase', dialect: 'v1' },
    bodyLimit: requestLimits.maxTranslateBodyBytes,
    operationId: 'rephrase',
    summary: 'Rephrase or correct texts',
    description:
      'Writes up to 1,024 texts anew in their own language, with the engines that can do so. A call is charged like a translation of the same texts, and only if it returns 200. If no engine of the team can rephrase texts, the response is 404.',
    answerExample: improvementsExample,
    problems: ['not_found'],
    headers: {
      'Idempotency-Key':
        'Repeating the call with the same key and body is not charged again; it reaches the engines at most once more.',
      ...reportingTagHeader,
    },
    example: { body: { text: ['This house are big.'], target_lang: 'EN', writing_style: 'business' } },
    body: bodySchema,
    documentedBody: withSingleText(bodySchema),
    preValidation: readSingleText,
    response: { 200: responseSchema },
    handler: translateHandler(gateway, callDeadlineMs, dialect),
  });
}

const dialect: TranslateDialect<Static<typeof bodySchema>> = {
  name: 'v1',
  operation: 'rephrase',
  refuse: ({ style_id, target_lang }) =>
    style_id !== undefined && target_lang === undefined
      ? problem('invalid_request', 'target_lang is required with style_id. Send it.')
      : undefined,
  toRequest: (body) => ({
    texts: body.text,
    targetLang: body.target_lang,
    sourceLang: body.source_lang,
    engine: body.engine,
    ...readTextMembers(body),
    instructions: instructionsOption(body, 'never refuses'),
    rephrase: rephraseOptions(body.task ?? 'rephrase', body),
  }),
  toAnswer({ translations, target, characters, warnings: made }, body) {
    const ignored = membersWithoutEffect(body).map((name) => warn('option_not_supported', name));
    return {
      improvements: translations.map(({ text, source }) => ({
        text,
        detected_source_language: answerLanguageTag(source),
        target_language: answerLanguageTag(target),
      })),
      characters,
      ...warningsMember([...warnAboutUnknownMembers(body, knownMembers), ...made, ...ignored]),
    };
  },
};
