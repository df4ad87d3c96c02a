/** Finds the attributes of HTML that hold visible text. */
import { forbidsTranslation, visibleAttributes } from '../../markup/html-rules.ts';
import type { MarkupAttribute, MarkupTag } from './scan-markup.ts';

/** Whether a tag forbids translating its element. */
export function keepsContent(source: string, attributes: readonly MarkupAttribute[]): boolean {
  return attributes.some(({ name, start, end }) =>
    forbidsTranslation({ name, value: source.slice(start, end) }),
  );
}

/** Whether a tag has an attribute that is visible text in every element. */
export function hasReadAttribute(attributes: readonly MarkupAttribute[]): boolean {
  return attributes.some(({ name, quote }) => quote !== '' && visibleAttributes.has(name));
}

const readMeta = new Set(
  'description keywords og:title og:description og:image:alt twitter:title twitter:description twitter:image:alt'.split(
    ' ',
  ),
);
const buttons = new Set(['submit', 'button', 'reset']);

/** An attribute that is text only in this tag: page metadata, and the label of a button. */
export function hiddenTextOf(source: string, { name, attributes }: MarkupTag): MarkupAttribute | undefined {
  if (name !== 'meta' && name !== 'input') return undefined;
  const value = (wanted: string) => {
    const found = attributes.find((attribute) => attribute.name === wanted);
    return found === undefined ? '' : source.slice(found.start, found.end).trim().toLowerCase();
  };
  const quoted = (wanted: string) =>
    attributes.find((attribute) => attribute.name === wanted && attribute.quote !== '');
  if (name === 'input') return buttons.has(value('type')) ? quoted('value') : undefined;
  return readMeta.has(value('name')) || readMeta.has(value('property')) ? quoted('content') : undefined;
}
