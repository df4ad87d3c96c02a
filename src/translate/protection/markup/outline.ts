/** Decides which tags end a sentence, which are inside one, and which elements are copied with their content. */
import { blockElements, forbidsTranslation } from '../../../markup/html-rules.ts';
import type { MarkupToken, TagToken } from '../../../markup/scan-markup.ts';
import type { MarkupOptions } from './markup-options.ts';

export type EndsSentence = (tag: TagToken, index: number) => boolean;

/** `partners` maps the index of each paired tag to that of its other half. */
export function outlineOf(
  tokens: readonly MarkupToken[],
  partners: ReadonlyMap<number, number>,
  text: string,
  options: MarkupOptions,
): EndsSentence {
  const always = namesOf(options, options.splittingTags);
  const never = namesOf(options, options.nonSplittingTags);
  const byItself = endsByItself(tokens, partners, text, options);
  return (tag, index) => !never.has(tag.name) && (always.has(tag.name) || byItself(tag, index));
}

/** Their content is code. */
const programs = new Set(['script', 'style']);

export function ignoredBy(options: MarkupOptions): (tag: TagToken) => boolean {
  const names = namesOf(options, options.ignoreTags);
  const isProgram = (name: string) => options.format === 'html' && programs.has(name);
  return ({ name, attributes }) => names.has(name) || isProgram(name) || attributes.some(forbidsTranslation);
}

/** Built once per call: each list may have a thousand names, and the call a thousand texts. */
const namesByList = new WeakMap<readonly string[], ReadonlySet<string>>();
const noNames: ReadonlySet<string> = new Set();

/** HTML element names are case-insensitive. */
function namesOf({ format }: MarkupOptions, list: readonly string[] | undefined): ReadonlySet<string> {
  if (list === undefined) return noNames;
  const names =
    namesByList.get(list) ?? new Set(format === 'html' ? list.map((name) => name.toLowerCase()) : list);
  namesByList.set(list, names);
  return names;
}

function endsByItself(
  tokens: readonly MarkupToken[],
  partners: ReadonlyMap<number, number>,
  text: string,
  { format, outlineDetection = true }: MarkupOptions,
): EndsSentence {
  if (format === 'html') return ({ name }) => blockElements.has(name);
  if (!outlineDetection) return () => false;
  const insideSentence = tagsBesideWords(tokens, partners, text);
  return (_tag, index) => !insideSentence.has(index);
}

/** XML defines no block elements. An element with words beside it, in the same parent, is not one. */
function tagsBesideWords(
  tokens: readonly MarkupToken[],
  partners: ReadonlyMap<number, number>,
  text: string,
): Set<number> {
  const found = new Set<number>();
  const elements: { tags: number[]; hasWords: boolean }[] = [{ tags: [], hasWords: false }];
  const leave = () => {
    const left = elements.pop();
    if (left?.hasWords) for (const index of left.tags) found.add(index);
  };
  for (const [index, token] of tokens.entries()) {
    const element = elements.at(-1);
    if (element === undefined) break;
    if (token.type === 'entity') element.hasWords = true;
    else if (token.type === 'text') element.hasWords ||= text.slice(token.start, token.end).trim() !== '';
    else if (token.type === 'tag') {
      const partner = partners.get(index);
      if (partner !== undefined && partner < index) {
        leave();
        elements.at(-1)?.tags.push(index);
      } else {
        element.tags.push(index);
        if (partner !== undefined) elements.push({ tags: [], hasWords: false });
      }
    }
  }
  while (elements.length > 0) leave();
  return found;
}
