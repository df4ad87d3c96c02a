/** Judges a translated piece of markup, by patterns of its own that know well-formed markup only. */

const token = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[?!][^>]*>|<[^<>]+>/g;
const kept =
  /<(script|style|keep)\b[^>]*>[\s\S]*?<\/\1>|<(\w+)[^>]*(?:translate="no"|class="[^"]*\bnotranslate\b)[^>]*>[\s\S]*?<\/\2>/g;
const read = /\b(alt|title|placeholder|aria-label)="[^"]*"/g;
const entity = /&(?!amp;|lt;|gt;|quot;|apos;|#39;)[#\w]+;/g;

/** What is wrong with a translation, or undefined. */
export function damageInMarkup(source: string, answer: string, format: 'html' | 'xml'): string | undefined {
  const lost = (source.match(kept) ?? []).find((region) => !answer.includes(region));
  if (lost !== undefined) return `changed: ${lost}`;
  const [tags, newTags] = [source, answer].map((text) =>
    (text.match(token) ?? []).map((tag) => withoutRead(tag, format)),
  );
  if (!sameInAnyOrder(tags ?? [], newTags ?? [])) return 'other tags';
  const [names, newNames] = [source, answer].map((text) => text.replaceAll(token, '').match(entity) ?? []);
  if (!sameInAnyOrder(names ?? [], newNames ?? [])) return 'other entities';
  return isNested(answer, format) ? undefined : 'not well-formed';
}

function withoutRead(tag: string, format: 'html' | 'xml'): string {
  return format === 'html' ? tag.replaceAll(read, '$1=""') : tag;
}

function sameInAnyOrder(a: readonly string[], b: readonly string[]): boolean {
  return a.toSorted().join('\n') === b.toSorted().join('\n');
}

const voids = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'wbr']);

function isNested(text: string, format: 'html' | 'xml'): boolean {
  const open: string[] = [];
  const outsideScripts = text.replaceAll(/(<(script|style)\b[^>]*>)[\s\S]*?(<\/\2>)/g, '$1$3');
  for (const tag of outsideScripts.match(token) ?? []) {
    const [, slash, name = '', end] = /^<(\/?)([\w:.-]+)[\s\S]*?(\/?)>$/.exec(tag) ?? [];
    if (name === '' || end === '/' || (format === 'html' && voids.has(name))) continue;
    if (slash !== '/') open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0 && !/<(?![/!?a-zA-Z])/.test(outsideScripts.replaceAll(token, ''));
}
