/** Elements that stay as they are, with everything in them. */
import type { MarkupOptions } from './markup-options.ts';
import { spelledAs } from './outline.ts';
import type { TagToken } from './tokenize-markup.ts';

/** Their content is no text that anybody reads. */
const programs = ['script', 'style'];

export function ignoredBy(options: MarkupOptions): (tag: TagToken) => boolean {
  const names = new Set(spelledAs(options, options.ignoreTags));
  if (options.format === 'html') for (const name of programs) names.add(name);
  return ({ name, attributes }) => names.has(name) || attributes.some(forbidsTranslation);
}

export function forbidsTranslation({ name, value }: { name: string; value: string }): boolean {
  if (name === 'translate') return value.toLowerCase() === 'no';
  return name === 'class' && value.split(/\s+/).includes('notranslate');
}
