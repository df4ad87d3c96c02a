/** The members that translate calls have on every path. */
import Type, { type Static } from 'typebox';
import { maxLanguageTagLength } from '../lib/language-tag.ts';
import { requestLimits } from '../lib/request-limits.ts';

export const texts = Type.Array(Type.String(), { minItems: 1, maxItems: requestLimits.maxTextsPerCall });
export const languageTag = Type.String({ minLength: 1, maxLength: maxLanguageTagLength });
export const formality = Type.Enum(['default', 'more', 'less', 'prefer_more', 'prefer_less']);
/** Whether placeholders in texts are kept unchanged. */
const placeholders = Type.Enum(['auto', 'none']);
export type FormalityMember = Static<typeof formality>;
export const contextText = Type.String({ maxLength: requestLimits.maxContextCharacters });

export const warnings = Type.Array(Type.Object({ code: Type.String(), detail: Type.String() }));

const flag = Type.Optional(Type.Boolean());
const tagList = Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1_000 }));

/** How a text is split and parsed before it is translated. */
export const textMembers = {
  placeholders: Type.Optional(placeholders),
  tag_handling: Type.Optional(Type.Enum(['html', 'xml'])),
  ignore_tags: tagList,
  splitting_tags: tagList,
  non_splitting_tags: tagList,
  outline_detection: flag,
  split_sentences: Type.Optional(Type.Enum(['0', '1', 'nonewlines'])),
  preserve_formatting: flag,
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
