/** Elements that are copied unchanged, with all their content. */
import type { MarkupOptions } from './markup-options.ts';
import { namesOf } from './outline.ts';
import type { TagToken } from './tokenize-markup.ts';

/** Their content is code. */
const programs = new Set(['script', 'style']);

export function ignoredBy(options: MarkupOptions): (tag: TagToken) => boolean {
  const names = namesOf(options, options.ignoreTags);
  const isProgram = (name: string) => options.format === 'html' && programs.has(name);
  return ({ name, attributes }) => names.has(name) || isProgram(name) || attributes.some(forbidsTranslation);
}

const noTranslation = /(?<!\S)notranslate(?!\S)/;

export function forbidsTranslation({ name, value }: { name: string; value: string }): boolean {
  if (name === 'translate') return value.toLowerCase() === 'no';
  return name === 'class' && noTranslation.test(value);
}
