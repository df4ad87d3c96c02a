/** Elements that are copied unchanged, with all their content. */
import { forbidsTranslation } from '../../../markup/html-rules.ts';
import type { TagToken } from '../../../markup/scan-markup.ts';
import type { MarkupOptions } from './markup-options.ts';
import { namesOf } from './outline.ts';

/** Their content is code. */
const programs = new Set(['script', 'style']);

export function ignoredBy(options: MarkupOptions): (tag: TagToken) => boolean {
  const names = namesOf(options, options.ignoreTags);
  const isProgram = (name: string) => options.format === 'html' && programs.has(name);
  return ({ name, attributes }) => names.has(name) || isProgram(name) || attributes.some(forbidsTranslation);
}
