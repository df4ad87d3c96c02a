/** Translations that need no engine: every letter becomes the next one, and tags and entities stay. */

export function shiftMarkup(unit: string): string {
  return unit.replaceAll(/<[^>]*>|&[^;]*;|[a-z]/gi, (found) => (found.length > 1 ? found : shifted(found)));
}

function shifted(letter: string): string {
  if (letter === 'z' || letter === 'Z') return letter === 'z' ? 'a' : 'A';
  return String.fromCharCode(letter.charCodeAt(0) + 1);
}
