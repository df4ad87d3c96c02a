/**
 * Bergamot's WASM crashes its thread on HTML that is not well-formed: a tag without its end, a bare `<`, a
 * declaration. So this check accepts only known constructs; refusing a fragment that would have worked costs
 * less than a thread.
 */
// The WASM writes every value between double quotes, unescaped, and treats a slash as part of the preceding
// text.
const attribute = String.raw`\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^'"]*'))?`;
const tag = String.raw`<(?<slash>/?)(?<name>[a-z][a-z0-9:_-]*)(?<attributes>(?:${attribute})*\s*)(?<end>/?)>`;
const comment = '<!--(?:(?!--)[^])*-->';
const nextPart = new RegExp(String.raw`[^<\u0000]+|${comment}|${tag}`, 'iy');

/** Void elements (without an end tag), as the WASM defines them. */
export const voidElements = new Set(
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
