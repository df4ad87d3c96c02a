/**
 * BLEU of a corpus as sacreBLEU computes it by default, so that figures can be compared with published ones: tokens of
 * mteval-v13a, orders one to four, exponential smoothing. From 0 to 100.
 */
const maxOrder = 4;

export function bleu(translations: readonly string[], references: readonly string[]): number {
  const matches = new Array<number>(maxOrder).fill(0);
  const totals = new Array<number>(maxOrder).fill(0);
  let [length, wanted] = [0, 0];
  for (const [i, translation] of translations.entries()) {
    const [given, reference] = [tokenize13a(translation), tokenize13a(references[i] ?? '')];
    length += given.length;
    wanted += reference.length;
    for (let order = 1; order <= maxOrder; order++) {
      const known = countGrams(reference, order);
      for (const [gram, count] of countGrams(given, order)) {
        matches[order - 1] = (matches[order - 1] ?? 0) + Math.min(count, known.get(gram) ?? 0);
        totals[order - 1] = (totals[order - 1] ?? 0) + count;
      }
    }
  }
  if (totals.some((total) => total === 0)) return 0;
  const brevity = length < wanted ? Math.exp(1 - wanted / length) : 1;
  return 100 * brevity * Math.exp(meanLogPrecision(matches, totals));
}

function meanLogPrecision(matches: readonly number[], totals: readonly number[]): number {
  let smoothing = 1;
  let sum = 0;
  for (const [i, total] of totals.entries()) {
    const matched = matches[i] ?? 0;
    if (matched === 0) smoothing *= 2;
    sum += Math.log(matched === 0 ? 1 / (smoothing * total) : matched / total);
  }
  return sum / totals.length;
}

const entities: readonly (readonly [string, string])[] = [
  ['&quot;', '"'],
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
];

function tokenize13a(text: string): string[] {
  const plain = entities.reduce((rest, [entity, sign]) => rest.replaceAll(entity, sign), text);
  return ` ${plain} `
    .replaceAll(/([{-~[-` -&(-+:-@/])/g, ' $1 ')
    .replaceAll(/([^0-9])([.,])/g, '$1 $2 ')
    .replaceAll(/([.,])([^0-9])/g, ' $1 $2')
    .replaceAll(/([0-9])(-)/g, '$1 $2 ')
    .trim()
    .split(/\s+/);
}

function countGrams(tokens: readonly string[], order: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + order <= tokens.length; i++) {
    const gram = tokens.slice(i, i + order).join(' ');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}
