const highSurrogate = /[\ud800-\udbff]/;

/** The number of Unicode code points in a well-formed string, which is what a text costs. */
export function countCodePoints(text: string): number {
  // Most texts have no surrogates, and the regular expression finds that out many times faster than a loop.
  const first = text.search(highSurrogate);
  if (first === -1) return text.length;
  let count = text.length;
  for (let i = first; i < text.length; i++) {
    // In a well-formed string a low surrogate follows every high one: two units, one code point.
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) count--;
  }
  return count;
}
