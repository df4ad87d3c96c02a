/** What the elements and attributes of HTML mean for a translation. */

/** Elements without content and closing tag. */
export const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Elements that end a sentence. */
export const blockElements = new Set(
  (
    'address article aside base blockquote body br button canvas caption center col colgroup dd details dialog dir ' +
    'div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html ' +
    'iframe legend li link main map menu meta nav noscript object ol optgroup option p pre script search section ' +
    'select source style summary svg table tbody td template textarea tfoot th thead title tr track ul video audio'
  ).split(' '),
);

/** Attributes that are visible to people. */
export const visibleAttributes = new Set(['alt', 'title', 'placeholder', 'aria-label']);

const noTranslation = /(?<!\S)notranslate(?!\S)/;

/** Whether an attribute forbids translating its element. */
export function forbidsTranslation({ name, value }: { name: string; value: string }): boolean {
  if (name === 'translate') return value.toLowerCase() === 'no';
  return name === 'class' && noTranslation.test(value);
}
