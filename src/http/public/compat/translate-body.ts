/**
 * The body of `POST /v2/translate`. The client libraries spell the same value in several ways, in JSON and in
 * forms. `readTranslateBody` normalizes the spelling, and the schema validates the result.
 */
import Type, { type Static } from 'typebox';
import { contextText, formality, languageTag, textMembers, texts } from '../../translate-members.ts';
import { glossaryId } from '../glossary-members.ts';

const id = Type.String({ format: 'uuid' });

export const translateBodySchema = Type.Object({
  text: texts,
  target_lang: languageTag,
  source_lang: Type.Optional(languageTag),
  formality: Type.Optional(formality),
  context: Type.Optional(contextText),
  ...textMembers,
  show_billed_characters: Type.Optional(Type.Boolean()),
  model_type: Type.Optional(
    Type.Enum(['quality_optimized', 'latency_optimized', 'prefer_quality_optimized']),
  ),
  tag_handling_version: Type.Optional(Type.Enum(['v1', 'v2'])),
  glossary_id: Type.Optional(glossaryId),
  glossary_ids: Type.Optional(Type.Array(glossaryId, { maxItems: 5 })),
  style_id: Type.Optional(id),
  translation_memory_id: Type.Optional(id),
  custom_instructions: Type.Optional(Type.Array(Type.String())),
});

export type CompatTranslateBody = Static<typeof translateBodySchema>;

type Read = (value: unknown) => unknown;

const asIs: Read = (value) => value;
const emptyAsMissing: Read = (value) => (value === '' ? undefined : value);
const lowerCase: Read = (value) => (typeof value === 'string' ? value.toLowerCase() : value);
/** In a form, a single value is a string and several are an array. */
const oneOrMany: Read = (value) => (typeof value === 'string' ? [value] : value);

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

/** One more than the schema allows, so that the schema refuses a longer list. */
const maxListEntries = 1_001;

function splitList(list: string): string[] {
  return list
    .split(',', maxListEntries)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

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

/** Normalizes the members that this path knows and drops all others. `null` counts as a missing member. */
export function readTranslateBody(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const members: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(readers)) {
    const value = Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined;
    const normalized = value === undefined || value === null ? undefined : read(value);
    if (normalized !== undefined) members[name] = normalized;
  }
  return members;
}
