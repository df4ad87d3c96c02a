/** The members that translate calls have on every path. */
import Type, { type Static } from 'typebox';
import { maxLanguageTagLength } from '../lib/language-tag.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { described } from './described.ts';

export const texts = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: requestLimits.maxTextsPerCall,
  description:
    'The texts to translate, at most 131,072 characters in total. An empty text is returned empty and costs nothing.',
});
export const languageTag = Type.String({ minLength: 1, maxLength: maxLanguageTagLength });
export const targetLanguage = described(
  languageTag,
  'The language to translate to, such as `ES` or `PT-BR`. Case-insensitive. A region that no engine knows falls back to its language.',
);
export const formality = Type.Enum(['default', 'more', 'less', 'prefer_more', 'prefer_less'], {
  description:
    'Whether the translation uses formal (`more`) or informal (`less`) language. If the engine cannot choose the formality, the option is ignored and the response has the warning `formality_not_supported`.',
});
export type FormalityMember = Static<typeof formality>;
export const contextText = Type.String({
  maxLength: requestLimits.maxContextCharacters,
  description:
    'Text that surrounds the texts, for engines that use it. It is neither translated nor charged. It counts toward the characters per minute once for each text.',
});

export const warnings = Type.Array(
  Type.Object({
    code: Type.String({
      description:
        'One of `unknown_member`, `source_equals_target`, `formality_not_supported`, `instructions_not_supported`, `partly_translated`, `partly_rephrased`, `alternatives_not_supported`, `fewer_alternatives`, `option_not_supported`, `glossary_not_applied`, `looks_untranslated` and `looks_incomplete`.',
    }),
    detail: Type.String({ description: 'An explanation for people, which may name the texts.' }),
  }),
  { description: 'What may need attention. Omitted if there is nothing to report.' },
);

/** The member is present only if there is something to say. */
export function warningsMember<Item>(found: readonly Item[]): { warnings?: readonly Item[] } {
  return found.length > 0 ? { warnings: found } : {};
}

/** The body of a call on `/v1` as documented: it also accepts a single text. */
export function withSingleText<Body extends Type.TObject<{ text: Type.TSchema }>>(body: Body): object {
  const { text, ...rest } = body.properties;
  const { description = '' } = text as { description?: string };
  const single = Type.String({ description: 'A single text: the same as an array with this text.' });
  return Type.Object({ text: Type.Union([text, single], { description }), ...rest });
}

/** Makes a single text an array, before the body is validated. */
export async function readSingleText(request: { body: unknown }): Promise<void> {
  const { body } = request;
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, 'text')) return;
  const { text } = body as { text: unknown };
  if (typeof text === 'string') request.body = { ...body, text: [text] };
}

function flag(description: string) {
  return Type.Optional(Type.Boolean({ description }));
}

function tagList(description: string) {
  return Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1_000, description }));
}

/** How a text is split and parsed before it is translated. */
export const textMembers = {
  placeholders: Type.Optional(
    Type.Enum(['auto', 'none'], {
      description:
        '`auto`, the default, detects placeholders such as `{name}`, `%s` and URLs, and keeps them unchanged. `none` translates them like any other text.',
    }),
  ),
  tag_handling: Type.Optional(
    Type.Enum(['html', 'xml'], {
      description:
        'The markup language of the texts. Tags are kept and are not charged. Omit it for plain text.',
    }),
  ),
  ignore_tags: tagList('Names of elements whose content is not translated. Needs `tag_handling`.'),
  splitting_tags: tagList('Names of elements that end a sentence. Needs `tag_handling`.'),
  non_splitting_tags: tagList('Names of elements that never end a sentence. Needs `tag_handling`.'),
  outline_detection: flag(
    'For XML: whether elements without adjacent text end a sentence. With `false`, only `splitting_tags` do. Default: `true`.',
  ),
  split_sentences: Type.Optional(
    Type.Enum(['0', '1', 'nonewlines'], {
      description:
        'Where texts are split into sentences before translation: `1` at punctuation and line breaks, `nonewlines` at punctuation only, `0` nowhere: the engine decides. Default: `0`.',
    }),
  ),
  preserve_formatting: flag(
    'Whether a sentence keeps the case of its first letter and its final punctuation. Default: `false`.',
  ),
};

type TextMembers = Static<Type.TObject<typeof textMembers>>;

const sentenceEnds = { 0: undefined, 1: 'lines', nonewlines: 'punctuation' } as const;

export function readTextMembers(body: TextMembers) {
  const { tag_handling: format, split_sentences: split } = body;
  return {
    placeholders: body.placeholders,
    preservesFormatting: body.preserve_formatting,
    sentenceEnds: split && sentenceEnds[split],
    markup: format && {
      format,
      ignoreTags: body.ignore_tags,
      splittingTags: body.splitting_tags,
      nonSplittingTags: body.non_splitting_tags,
      outlineDetection: body.outline_detection,
    },
  };
}
