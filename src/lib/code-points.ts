/** The number of Unicode code points of a well-formed string: what a text costs. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) {
    // Every high surrogate of a well-formed string is followed by its low one: two units, one code point.
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) count--;
  }
  return count;
}
