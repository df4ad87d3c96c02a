/**
 * For Google's TranslateGemma. Its chat template writes the whole instruction itself from two language codes, and
 * refuses a system message. It has no place for terms, context, formality or instructions.
 */
import type { WireBatch } from '../../http-engine.ts';
import { readBareText } from './bare-text.ts';
import type { Template } from './template.ts';

const common = {
  features: {
    formality: false,
    glossary: false,
    markup: false,
    context: false,
    alternatives: false,
    instructions: false,
  },
  rephrases: false,
  takesSeveralTexts: false,
  /** The model reads 2,048 tokens; a Chinese text can have one for each character. */
  charactersPerText: 1_000,
  read: readBareText,
} as const;

/**
 * vLLM passes the codes in the content on to the chat template. llama.cpp drops them there and reads those in
 * `chat_template_kwargs`, which vLLM ignores. With both, one request serves both servers.
 */
export const translategemma: Template = {
  ...common,
  requestFor({ source, target, texts: [text = ''] }: WireBatch) {
    const codes = { source_lang_code: source, target_lang_code: target };
    return {
      temperature: 0,
      messages: [{ role: 'user', content: [{ type: 'text', text, ...codes }] }],
      chat_template_kwargs: codes,
    };
  },
};

/** For weights with another chat template, which vLLM needed before it knew the codes in the content. */
export const translategemmaDelimiters: Template = {
  ...common,
  requestFor({ source, target, texts: [text = ''] }: WireBatch) {
    const content = `<<<source>>>${source}<<<target>>>${target}<<<text>>>${text}`;
    return { temperature: 0, messages: [{ role: 'user', content }] };
  },
};
