/** Style rules as both listeners show and read them: in the form of the DeepL API. */
import Type, { type Static } from 'typebox';
import { maxInstructionsPerList, maxLabelCharacters } from '../../accounts/style-rules/style-rule-limits.ts';
import type {
  ConfiguredRules,
  CustomInstruction,
  NewInstruction,
  NewStyleRules,
  StyleRuleHead,
  StyleRuleList,
} from '../../accounts/style-rules/style-rules.ts';
import type { Pace } from '../../lib/event-loop-turns.ts';
import { cleanInstruction, instructionRule, maxInstructionCharacters } from '../../lib/instructions.ts';
import { canonicalLanguageTag } from '../../lib/language-tag.ts';
import { cleanLine } from '../../lib/names.ts';
import { described } from '../described.ts';
import { nameSchema, readName } from '../read-name.ts';
import { invalidRequest } from '../refusals.ts';
import { time } from '../time-shapes.ts';
import { languageTag } from '../translate-members.ts';

/** A rule's name and its option. DeepL adds rules without notice, so they are not enumerated here. */
const optionsByRule = Type.Record(
  Type.String({ pattern: '^[a-z][a-z0-9_]{0,99}$' }),
  Type.String({
    minLength: 1,
    maxLength: 300,
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$',
  }),
  { additionalProperties: false },
);
const group = (subject: string) => Type.Optional(described(optionsByRule, `Rules for ${subject}.`));

/** Unknown groups are refused: a rule that is dropped would make translations wrong without notice. */
export const configuredRulesSchema = Type.Object(
  {
    dates_and_times: group('dates and times'),
    formatting: group('formatting'),
    numbers: group('numbers'),
    punctuation: group('punctuation'),
    spelling_and_grammar: group('spelling and grammar'),
    style_and_tone: group('style and tone'),
    vocabulary: group('vocabulary'),
  },
  {
    additionalProperties: false,
    description:
      'The configured rules: groups of rules, each with its option, by the names of the DeepL API, such as `{"punctuation": {"apostrophe": "use_curly_apostrophes"}}`.',
  },
);

const label = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: `The name of the instruction. 1 to ${maxLabelCharacters} characters.`,
});
const prompt = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: `What translations should be like, in plain words. 1 to ${maxInstructionCharacters} characters; whitespace is reduced to single spaces.`,
});

export const newInstructionSchema = Type.Object({
  label,
  prompt,
  source_language: Type.Optional(
    Type.Union([languageTag, Type.Null()], {
      description: 'The only source language that the instruction applies to. By default every language.',
    }),
  ),
});

export const instructionSchema = Type.Object({
  id: Type.String({ description: 'The ID of the instruction.' }),
  label: described(label, 'The name of the instruction.'),
  prompt: described(prompt, 'What translations should be like.'),
  source_language: Type.Optional(
    Type.String({
      description:
        'The only source language that the instruction applies to. Omitted if it applies to every language.',
    }),
  ),
});

export const newStyleRulesSchema = Type.Object({
  name: nameSchema,
  language: described(
    languageTag,
    'The target language that the list is for, such as `de` or `pt-BR`. Without a region, it is for all regions.',
  ),
  configured_rules: Type.Optional(configuredRulesSchema),
  custom_instructions: Type.Optional(
    Type.Array(newInstructionSchema, {
      maxItems: maxInstructionsPerList,
      description: `The custom instructions, at most ${maxInstructionsPerList}.`,
    }),
  ),
});

export const styleRulesHead = {
  style_id: Type.String({ description: 'The ID of the list.' }),
  name: Type.String({ description: 'The name of the list.' }),
  creation_time: described(time, 'When the list was created.'),
  updated_time: described(time, 'When the list was last changed.'),
  language: Type.String({ description: 'The target language that the list is for.' }),
  version: Type.Integer({ description: 'The version of the list. Every change increases it.' }),
};

export const styleRulesSchema = Type.Object({
  ...styleRulesHead,
  configured_rules: configuredRulesSchema,
  custom_instructions: Type.Array(instructionSchema, {
    description: 'The custom instructions, in the order in which they were created.',
  }),
});

/** An item of a list. */
export const listedStyleRulesSchema = Type.Object({
  ...styleRulesHead,
  configured_rules: Type.Optional(configuredRulesSchema),
  custom_instructions: Type.Optional(
    Type.Array(instructionSchema, { description: 'The custom instructions. Omitted unless requested.' }),
  ),
});

export function readStyleRules(body: Static<typeof newStyleRulesSchema>): NewStyleRules {
  return {
    name: readName(body.name),
    language: readLanguage('language', body.language),
    configuredRules: readConfiguredRules(body.configured_rules ?? {}),
    customInstructions: (body.custom_instructions ?? []).map(readInstruction),
  };
}

/** Members that are undefined are omitted: they are not rules. */
export function readConfiguredRules(body: Static<typeof configuredRulesSchema>): ConfiguredRules {
  const groups = Object.entries(body).filter(([, options]) => options !== undefined);
  return Object.fromEntries(groups.map(([group, options]) => [group, readOptions(options)]));
}

/** An option is sent to engines as part of an instruction. */
function readOptions(options: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options).map(([rule, written]) => {
      const option = cleanInstruction(written);
      if (option === undefined) throw invalidRequest(`The option of ${rule} has no words.`);
      return [rule, option];
    }),
  );
}

export function readInstruction(body: Static<typeof newInstructionSchema>): NewInstruction {
  const label = cleanLine(body.label, maxLabelCharacters);
  if (label === undefined)
    throw invalidRequest(`A label has 1 to ${maxLabelCharacters} characters and no control characters.`);
  const prompt = cleanInstruction(body.prompt);
  if (prompt === undefined) throw invalidRequest(instructionRule);
  const { source_language } = body;
  const isForOne = source_language !== undefined && source_language !== null;
  return {
    label,
    prompt,
    sourceLanguage: isForOne ? readLanguage('source_language', source_language) : null,
  };
}

function readLanguage(member: string, value: string): string {
  const tag = canonicalLanguageTag(value);
  if (tag === undefined) throw invalidRequest(`${member} must be a language code such as de or pt-BR.`);
  return tag;
}

export function showStyleRules(list: StyleRuleList) {
  return {
    ...showStyleRulesHead(list),
    configured_rules: list.configuredRules,
    custom_instructions: list.customInstructions.map(showInstruction),
  };
}

/**
 * A page of whole lists as JSON text. Each list takes about a millisecond to parse and to write, so the page is made in
 * turns, and not by the serializer of the response.
 */
export async function writeWholeLists(
  lists: readonly (() => StyleRuleList | Promise<StyleRuleList>)[],
  pace: Pace,
): Promise<string> {
  const written: string[] = [];
  for (const read of lists) {
    if (pace.isOver) await pace.next();
    written.push(JSON.stringify(showStyleRules(await read())));
  }
  return `{"style_rules":[${written.join(',')}]}`;
}

export function showStyleRulesHead({ id, name, language, version, createdAt, updatedAt }: StyleRuleHead) {
  return {
    style_id: id,
    name,
    creation_time: createdAt.toISOString(),
    updated_time: updatedAt.toISOString(),
    language,
    version,
  };
}

export function showInstruction({ id, label, prompt, sourceLanguage }: CustomInstruction) {
  return { id, label, prompt, ...(sourceLanguage !== null && { source_language: sourceLanguage }) };
}
