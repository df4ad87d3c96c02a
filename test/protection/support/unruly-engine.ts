/** What an engine can do to a text at its worst: it drops, doubles, moves, translates and re-cases what stands in it. */
import type { SeededRandom } from '../../faults/support/seeded-random.ts';

/** Words, tags and blanks. */
const pieces = /<[^>]*>|[^\s<>]+|\s+/g;

export function mangle(text: string, random: SeededRandom): string {
  const found = text.match(pieces) ?? [];
  for (let i = 0; i < found.length; i++) {
    const fate = random.next();
    const piece = found[i] ?? '';
    if (fate < 0.05) found[i] = '';
    else if (fate < 0.1) found[i] = piece + piece;
    else if (fate < 0.15) swap(found, i, random.integer(0, found.length - 1));
    else if (fate < 0.2) found[i] = [...piece].reverse().join('');
    else if (fate < 0.25) found[i] = piece.toUpperCase();
    else if (fate < 0.3) found[i] = piece.toLowerCase();
    else if (fate < 0.33) found[i] = piece.replaceAll(/\d+/g, (digits) => String(Number(digits) + 1));
  }
  return found.join('');
}

function swap(items: string[], i: number, j: number): void {
  [items[i], items[j]] = [items[j] ?? '', items[i] ?? ''];
}
