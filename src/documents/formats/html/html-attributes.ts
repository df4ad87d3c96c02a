/** Finds the attributes of HTML that are text only in some tags: page metadata, and the label of a button. */
import type { Attribute } from '../../../markup/place.ts';
import type { TagToken } from '../../../markup/scan-markup.ts';

const readMeta = new Set(
  'description keywords og:title og:description og:image:alt twitter:title twitter:description twitter:image:alt'.split(
    ' ',
  ),
);
const buttons = new Set(['submit', 'button', 'reset']);

export function hiddenTextOf({ name, attributes }: TagToken): Attribute | undefined {
  if (name !== 'meta' && name !== 'input') return undefined;
  const value = (wanted: string) =>
    attributes
      .find((attribute) => attribute.name === wanted)
      ?.value.trim()
      .toLowerCase() ?? '';
  const quoted = (wanted: string) =>
    attributes.find((attribute) => attribute.name === wanted && attribute.quote !== '');
  if (name === 'input') return buttons.has(value('type')) ? quoted('value') : undefined;
  return readMeta.has(value('name')) || readMeta.has(value('property')) ? quoted('content') : undefined;
}
