/** The members that calls to rephrase texts have on every path. */
import Type, { type Static } from 'typebox';
import {
  type RephraseOptions,
  type WritingStyle,
  type WritingTone,
  writingStyles,
  writingTones,
} from '../../engines/engine.ts';
import { requestLimits } from '../../lib/request-limits.ts';
import { described } from '../described.ts';
import { detectedSourceLanguage } from '../language-shapes.ts';
import { languageTag } from '../translate-members.ts';

export const rephrasedTexts = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: requestLimits.maxTextsPerCall,
  description:
    'The texts to rephrase, at most 131,072 characters in total. An empty text is returned empty and costs nothing.',
});

export const rephrasedLanguage = described(
  languageTag,
  'The language of the texts, such as `DE` or `EN-GB`. If it is omitted, the language is detected; all texts must then be in the same language. A region that no engine knows falls back to its language.',
);

const preferred = <Name extends string>(names: readonly Name[]) =>
  names.map((name) => `prefer_${name}` as const);

export const writingStyle = Type.Enum(['default', ...writingStyles, ...preferred(writingStyles)], {
  description: 'The style of the new texts. A value with `prefer_` has the same effect as without.',
});
export const tone = Type.Enum(['default', ...writingTones, ...preferred(writingTones)], {
  description: 'The tone of the new texts. A value with `prefer_` has the same effect as without.',
});

export const rephrasedCharacters = Type.Integer({
  description: 'The number of charged characters: Unicode code points of the source texts, without tags.',
});

export const improvement = Type.Object({
  text: Type.String({ description: 'The rephrased text.' }),
  detected_source_language: detectedSourceLanguage,
  target_language: Type.String({
    description: 'The language in which the text was rephrased, as the engine knows it.',
  }),
});

/** Members of a translation that have no effect on a text that is rephrased. */
export const withoutEffect = [
  'alternatives',
  'context',
  'formality',
  'glossary',
  'glossary_id',
  'show_glossary_terms',
] as const;

/** Those of the names that a body has. */
export function membersWithoutEffect(
  body: unknown,
  names: readonly string[] = withoutEffect,
): readonly string[] {
  const members = Object(body) as Record<string, unknown>;
  return names.filter(
    (name) => Object.hasOwn(members, name) && members[name] != null && members[name] !== '',
  );
}

/** What the libraries' calls may set for a translation, and not for a text that is rephrased. */
export const refusedByLibraries = [
  ...withoutEffect,
  'custom_instructions',
  'glossary_ids',
  'style_id',
  'tag_handling',
] as const;

interface Wanted {
  readonly writing_style?: Static<typeof writingStyle> | undefined;
  readonly tone?: Static<typeof tone> | undefined;
}

export function rephraseOptions(
  task: RephraseOptions['task'],
  { writing_style, tone: wantedTone }: Wanted,
): RephraseOptions {
  return {
    task,
    style: nameOf<WritingStyle>(writing_style, writingStyles),
    tone: nameOf<WritingTone>(wantedTone, writingTones),
  };
}

/** Undefined for `default`. */
function nameOf<Name extends string>(value: string | undefined, names: readonly Name[]): Name | undefined {
  return names.find((name) => name === value?.replace('prefer_', ''));
}
