/** Control characters, direction marks and the like: they could change what a terminal shows. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const everyUnprintable = new RegExp(unprintable, 'gu');

export function isPrintable(text: string): boolean {
  return !unprintable.test(text);
}

/** For texts of others that a command prints. */
export function printable(text: string): string {
  return text.replaceAll(everyUnprintable, '');
}
