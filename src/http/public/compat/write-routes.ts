/** `POST /v2/write/rephrase` and `/v2/write/correct`, for the client libraries. */
import Type, { type Static } from 'typebox';
import type { RephraseOptions } from '../../../engines/engine.ts';
import type { Gateway } from '../../../gateway/translate-call.ts';
import { type Problem, problem } from '../../../lib/errors.ts';
import { baseLanguage } from '../../../lib/language-tag.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { encodingOf } from '../../form-body.ts';
import { invalidRequest } from '../../refusals.ts';
import { reportingTagHeader } from '../../reporting-tag.ts';
import { route } from '../../route.ts';
import { warnings, warningsMember } from '../../translate-members.ts';
import {
  improvement,
  membersWithoutEffect,
  refusedByLibraries,
  rephrasedCharacters,
  rephrasedLanguage,
  rephrasedTexts,
  rephraseOptions,
  tone,
  writingStyle,
} from '../rephrase-members.ts';
import { type TranslateDialect, translateHandler } from '../translate-handler.ts';
import { compatImprovementsExample } from './examples.ts';
import { answeredTarget } from './language-rows.ts';
import { emptyAsMissing, lowerCase, normalizeMembers, oneOrMany, refuseManyTexts } from './translate-body.ts';

const bodySchema = Type.Object({
  text: rephrasedTexts,
  target_lang: Type.Optional(rephrasedLanguage),
  writing_style: Type.Optional(writingStyle),
  tone: Type.Optional(tone),
});

type WriteBody = Static<typeof bodySchema>;

const readers = {
  text: oneOrMany,
  target_lang: emptyAsMissing,
  writing_style: lowerCase,
  tone: lowerCase,
};

const compatImprovement = Type.Object({
  ...improvement.properties,
  target_language: Type.String({
    description:
      'The language in which the text was rephrased, with the region of `target_lang`. Without one, `en-US` for English and `pt-BR` for Portuguese, unless the engine knows the region.',
  }),
});

const responseSchema = Type.Object({
  improvements: Type.Array(compatImprovement, {
    description: 'One rephrased text for each text, in the order of the texts.',
  }),
  characters: rephrasedCharacters,
  billed_characters: Type.Integer({ description: 'The same as `characters`.' }),
  warnings: Type.Optional(warnings),
});

interface WriteParts {
  readonly gateway: Gateway;
  readonly callDeadlineMs: number;
}

const texts = {
  rephrase: {
    operationId: 'rephraseV2',
    summary: 'Rephrase texts, for DeepL client libraries',
    description:
      'Rephrases texts like `POST /v1/rephrase`, with the request and response format of the DeepL API. Either `writing_style` or `tone` may be set, not both.',
  },
  correct: {
    operationId: 'correctV2',
    summary: 'Correct texts, for DeepL client libraries',
    description:
      'Corrects spelling, grammar and punctuation like `POST /v1/rephrase` with the task `correct`, with the request and response format of the DeepL API.',
  },
} as const;

export function compatWriteRoutes({ gateway, callDeadlineMs }: WriteParts): RouteDefinition[] {
  return (['rephrase', 'correct'] as const).map((task) =>
    route('POST', `/v2/write/${task}`, 'translate', {
      endsInCharge: true,
      call: { kind: 'rephrase', dialect: 'deepl' },
      bodyLimit: requestLimits.maxTranslateBodyBytes,
      ...texts[task],
      answerExample: compatImprovementsExample,
      problems: ['not_found'],
      headers: reportingTagHeader,
      example: { body: { text: ['This house are big.'], target_lang: 'EN' } },
      body: bodySchema,
      response: { 200: responseSchema },
      preValidation: async (request) => {
        refuseMembersWithoutEffect(request.body);
        request.body = normalizeMembers(request.body, encodingOf(request), readers);
        refuseManyTexts(request.body);
      },
      handler: translateHandler(gateway, callDeadlineMs, dialectFor(task)),
    }),
  );
}

function dialectFor(task: RephraseOptions['task']): TranslateDialect<WriteBody> {
  return {
    name: 'deepl',
    operation: task,
    refuse: refuseBoth,
    toRequest: (body) => ({
      texts: body.text,
      targetLang: body.target_lang,
      rephrase: rephraseOptions(task, body),
    }),
    toAnswer: ({ translations, target, characters, warnings: found }, { target_lang }) => ({
      improvements: translations.map(({ text, source }) => ({
        text,
        // In lower case, as the libraries compare them.
        detected_source_language: baseLanguage(source),
        target_language: answeredTarget(target_lang, target),
      })),
      characters,
      billed_characters: characters,
      ...warningsMember(found),
    }),
  };
}

/** A client library shows its user no warnings, so what would have no effect is refused. */
function refuseMembersWithoutEffect(body: unknown): void {
  const [name] = membersWithoutEffect(body, refusedByLibraries);
  if (name !== undefined) throw invalidRequest(`${name} is not supported for rephrasing. Remove it.`);
}

function refuseBoth(body: WriteBody): Problem | undefined {
  const { style, tone: wantedTone } = rephraseOptions('rephrase', body);
  if (style === undefined || wantedTone === undefined) return undefined;
  return problem('invalid_request', 'Both writing_style and tone defined: send only one of them.');
}
