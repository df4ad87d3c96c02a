import type { Translation } from '../translate/translator.ts';

/**
 * A repeat is translated again, and may find more alternatives than the charged call did. Each text keeps at most n of
 * them: the largest n for which all texts together cost no more than was charged. So no repeat gives away what another
 * call pays for, and a charge that had as many for every text is repeated as it was.
 */
export function keepPaidAlternatives(translations: readonly Translation[], charged: number): Translation[] {
  const found = Math.max(0, ...translations.map(({ alternatives = [] }) => alternatives.length));
  for (let most = found; most > 0; most--) {
    const kept = translations.map((translation) => withAtMost(most, translation));
    if (kept.reduce((sum, { characters }) => sum + characters, 0) <= charged) return kept;
  }
  return translations.map((translation) => withAtMost(0, translation));
}

function withAtMost(most: number, translation: Translation): Translation {
  const { alternatives, characters } = translation;
  if (alternatives === undefined) return translation;
  const kept = alternatives.slice(0, most);
  return {
    ...translation,
    alternatives: kept,
    characters: (characters / (1 + alternatives.length)) * (1 + kept.length),
  };
}
