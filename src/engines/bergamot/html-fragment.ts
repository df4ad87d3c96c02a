/**
 * Bergamot's WASM ends its thread over HTML that isn't well-formed: a tag without its end, a bare `<`, a declaration. So
 * nothing reaches it that this doesn't know; to refuse a fragment that would have gone well costs less than a thread.
 */
// It writes every value between double quotes, as it is, and takes a slash for a part of what stands before it.
const attribute = String.raw`\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^'"]*'))?`;
const tag = String.raw`<(?<slash>/?)(?<name>[a-z][a-z0-9:_-]*)(?<attributes>(?:${attribute})*\s*)(?<end>/?)>`;
const comment = '<!--(?:(?!--)[^])*-->';
const nextPart = new RegExp(String.raw`[^<\u0000]+|${comment}|${tag}`, 'iy');

/** Elements that never have an end tag, as the WASM knows them. */
const voidElements = new Set(
  'area base basefont bgsound br col embed frame hr img input link meta param source track wbr'.split(' '),
);

export function isWellFormedHtml(html: string): boolean {
  const open: string[] = [];
  nextPart.lastIndex = 0;
  while (nextPart.lastIndex < html.length) {
    const groups = nextPart.exec(html)?.groups;
    if (groups === undefined) return false;
    const { slash, name = '', attributes, end } = groups;
    const element = name.toLowerCase();
    if (end === '/' && /[^\s"']$/.test(attributes ?? '')) return false;
    if (slash === '/') {
      if (attributes?.trim() !== '' || end === '/' || open.pop() !== element) return false;
    } else if (element !== '' && end !== '/' && !voidElements.has(element)) {
      open.push(element);
    }
  }
  return open.length === 0;
}
