/**
 * The body of `POST /v2/translate`. The client libraries spell the same value in several ways, in JSON and in
 * forms. `readTranslateBody` normalizes the spelling, and the schema validates the result.
 */
import Type, { type Static } from 'typebox';
import { requestLimits } from '../../../lib/request-limits.ts';
import { splitList } from '../../comma-list.ts';
import { described } from '../../described.ts';
import type { BodyEncoding } from '../../form-body.ts';
import { customInstructions, styleId } from '../../instruction-members.ts';
import { largeBody } from '../../refusals.ts';
import {
  contextText,
  formality,
  languageTag,
  targetLanguage,
  textMembers,
  texts,
} from '../../translate-members.ts';
import { glossaryId } from '../glossary-members.ts';

const refusedWithoutEngine = 'If no engine follows instructions for the target language, the call gets 400.';

export const translateBodySchema = Type.Object({
  text: texts,
  target_lang: targetLanguage,
  source_lang: Type.Optional(
    described(
      languageTag,
      'The language of the texts; a region is ignored. If it is omitted, the language of each text is detected. Required with a glossary.',
    ),
  ),
  formality: Type.Optional(
    described(
      formality,
      'Whether the translation uses formal (`more`) or informal (`less`) language. If no engine can choose the formality for the target language, `more` and `less` get 400, and `prefer_more` and `prefer_less` are ignored.',
    ),
  ),
  context: Type.Optional(contextText),
  ...textMembers,
  show_billed_characters: Type.Optional(
    Type.Boolean({ description: 'Has no effect: the response always has `billed_characters`.' }),
  ),
  model_type: Type.Optional(
    Type.Enum(['quality_optimized', 'latency_optimized', 'prefer_quality_optimized'], {
      description:
        'Has no effect on the translation: each language pair has one model. The response has `model_type_used`.',
    }),
  ),
  tag_handling_version: Type.Optional(
    Type.Enum(['v1', 'v2'], {
      description: 'Has no effect: tags are always handled as in `v2`, which refuses invalid XML.',
    }),
  ),
  glossary_id: Type.Optional(glossaryId),
  glossary_ids: Type.Optional(
    Type.Array(glossaryId, {
      maxItems: 5,
      description:
        'The IDs of glossaries to apply, instead of `glossary_id`. Each must have a dictionary for the language pair. The first one that has a term determines its translation.',
    }),
  ),
  style_id: Type.Optional(styleId(refusedWithoutEngine)),
  translation_memory_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Not supported: a call with this member gets 404.' }),
  ),
  custom_instructions: Type.Optional(customInstructions(refusedWithoutEngine)),
});

export type CompatTranslateBody = Static<typeof translateBodySchema>;

type Read = (value: unknown) => unknown;

const asIs: Read = (value) => value;
export const emptyAsMissing: Read = (value) => (value === '' ? undefined : value);
export const lowerCase: Read = (value) => (typeof value === 'string' ? value.toLowerCase() : value);
/** In a form, a single value is a string and several are an array. */
export const oneOrMany: Read = (value) => (typeof value === 'string' ? [value] : value);

const spellingsOfFlags: Readonly<Record<string, boolean>> = { 1: true, true: true, 0: false, false: false };
const asFlag: Read = (value) => {
  const spelling = String(value).toLowerCase();
  return Object.hasOwn(spellingsOfFlags, spelling) ? spellingsOfFlags[spelling] : value;
};

const asSplitting: Read = (value) => {
  const asked = asFlag(value);
  return typeof asked === 'boolean' ? String(Number(asked)) : lowerCase(value);
};

const asList: Read = (value) => {
  const parts = oneOrMany(value);
  if (!Array.isArray(parts)) return value;
  return parts.flatMap((part: unknown) => (typeof part === 'string' ? splitList(part) : [part]));
};

/** The readers of members with several values. */
const listReaders: ReadonlySet<Read> = new Set([oneOrMany, asList]);

const readers: Readonly<Record<keyof CompatTranslateBody, Read>> = {
  text: oneOrMany,
  target_lang: asIs,
  source_lang: emptyAsMissing,
  formality: lowerCase,
  context: asIs,
  placeholders: lowerCase,
  split_sentences: asSplitting,
  preserve_formatting: asFlag,
  show_billed_characters: asFlag,
  model_type: lowerCase,
  tag_handling: lowerCase,
  tag_handling_version: lowerCase,
  outline_detection: asFlag,
  splitting_tags: asList,
  non_splitting_tags: asList,
  ignore_tags: asList,
  glossary_id: asIs,
  glossary_ids: asList,
  style_id: asIs,
  translation_memory_id: asIs,
  custom_instructions: oneOrMany,
};

export function readTranslateBody(body: unknown, encoding: BodyEncoding): unknown {
  return normalizeMembers(body, encoding, readers);
}

/**
 * Normalizes the members that a path knows and drops all others. `null` counts as a missing member. If a form
 * has a member with one value several times, the last one counts: libraries append the extra parameters of
 * their users to their own.
 */
export function normalizeMembers(
  body: unknown,
  encoding: BodyEncoding,
  readers: Readonly<Record<string, Read>>,
): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const members: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(readers)) {
    const given = Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined;
    const isRepeated = encoding === 'form' && Array.isArray(given) && !listReaders.has(read);
    const value = isRepeated ? given.at(-1) : given;
    const normalized = value === undefined || value === null ? undefined : read(value);
    if (normalized !== undefined) members[name] = normalized;
  }
  return members;
}

/** Anything too large is 413 here, so that the libraries can distinguish it from an invalid request. */
export function refuseManyTexts(body: unknown): void {
  const { text } = Object(body) as { text?: unknown };
  if (!Array.isArray(text) || text.length <= requestLimits.maxTextsPerCall) return;
  throw largeBody(
    `text has ${text.length} texts; a call may have at most ${requestLimits.maxTextsPerCall}. Send several calls.`,
  );
}
