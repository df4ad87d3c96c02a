/** chrF2 of a corpus: how many characters in a row, one to six, a translation shares with a person's. From 0 to 100. */
const maxOrder = 6;
const beta = 2;

export function chrf(translations: readonly string[], references: readonly string[]): number {
  let precision = 0;
  let recall = 0;
  for (let order = 1; order <= maxOrder; order++) {
    let [matches, given, wanted] = [0, 0, 0];
    for (const [i, translation] of translations.entries()) {
      const found = countGrams(translation, order);
      const reference = countGrams(references[i] ?? '', order);
      for (const [gram, count] of found) matches += Math.min(count, reference.get(gram) ?? 0);
      given += sum(found);
      wanted += sum(reference);
    }
    precision += matches / Math.max(1, given) / maxOrder;
    recall += matches / Math.max(1, wanted) / maxOrder;
  }
  return (100 * (1 + beta ** 2) * precision * recall) / (beta ** 2 * precision + recall);
}

function countGrams(text: string, order: number): Map<string, number> {
  const characters = [...text.replaceAll(/\s/g, '')];
  const counts = new Map<string, number>();
  for (let i = 0; i + order <= characters.length; i++) {
    const gram = characters.slice(i, i + order).join('');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
