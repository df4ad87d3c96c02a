import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { answerLanguageTag } from '../../../lib/language-tag.ts';
import type { Outcome } from '../../../lib/outcome.ts';
import { formalityOption } from '../../formality-option.ts';
import { glossaryOf } from '../../public/glossary-members.ts';
import { type TranslateDialect, translateHandler } from '../../public/translate-handler.ts';
import { warnAboutUnknownMembers } from '../../public/unknown-members.ts';
import {
  contextText,
  formality,
  languageTag,
  targetLanguage,
  texts,
  warningsMember,
} from '../../translate-members.ts';
import type { DialectParts } from '../dialect-parts.ts';
import { glossaryId } from './glossary-id.ts';

export const translateArguments = Type.Object({
  text: texts,
  target_lang: targetLanguage,
  source_lang: Type.Optional(languageTag),
  formality: Type.Optional(formality),
  context: Type.Optional(contextText),
  tag_handling: Type.Optional(Type.Enum(['html', 'xml'], { description: 'Set it if the texts have tags.' })),
  glossary_id: Type.Optional(glossaryId),
});

type TranslateArguments = Static<typeof translateArguments>;

const dialect: TranslateDialect<TranslateArguments> = {
  name: 'mcp',
  operation: 'mcp',
  toRequest: (given) => ({
    texts: given.text,
    targetLang: given.target_lang,
    sourceLang: given.source_lang,
    formality: formalityOption(given.formality, 'never refuses'),
    context: given.context,
    markup: given.tag_handling && { format: given.tag_handling },
    glossary: glossaryOf(given),
  }),
  toAnswer: ({ translations, characters, warnings }, given) => ({
    translations: translations.map(({ text, source }) => ({
      text,
      detected_source_language: answerLanguageTag(source),
    })),
    characters,
    ...warningsMember([
      ...warnings,
      ...warnAboutUnknownMembers(given, Object.keys(translateArguments.properties)),
    ]),
  }),
};

export function createTranslateTool({ gateway, callDeadlineMs }: DialectParts) {
  const translate = translateHandler(gateway, callDeadlineMs, dialect);
  return async (
    given: TranslateArguments,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Outcome<object>> => {
    // What the call is told apart by, also for an Idempotency-Key, is its arguments.
    request.body = given;
    return translate(request as FastifyRequest & { readonly body: TranslateArguments }, reply);
  };
}
