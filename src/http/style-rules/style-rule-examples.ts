/** Requests and responses that the OpenAPI document shows as examples, as in public/examples.ts. */
const madeAt = '2026-11-15T05:51:07.793Z';

export const newInstructionExample = {
  label: 'Currency',
  prompt: 'Put the currency symbol before the number.',
  source_language: 'en',
};
export const configuredRulesExample = { punctuation: { apostrophe: 'use_curly_apostrophes' } };
export const newStyleRulesExample = {
  name: 'Web shop',
  language: 'es',
  configured_rules: configuredRulesExample,
  custom_instructions: [newInstructionExample],
};

export const instructionExample = { id: '01a1ddc2-7b43-72aa-8d15-0b6a3f1d52c0', ...newInstructionExample };
export const styleRulesHeadExample = {
  style_id: '01a1ddc2-7a31-7c1e-9d55-0f6a3f2f8c44',
  name: newStyleRulesExample.name,
  creation_time: madeAt,
  updated_time: madeAt,
  language: newStyleRulesExample.language,
  version: 1,
};
export const styleRulesExample = {
  ...styleRulesHeadExample,
  configured_rules: configuredRulesExample,
  custom_instructions: [instructionExample],
};
