import type { Translation } from '../translate/translator.ts';

/**
 * A repeat is translated again, and may find more alternatives than the charged call did. It returns only as many as
 * were paid for, in the order of the texts, so that no repeat gives away what another call pays for.
 */
export function keepPaidAlternatives(translations: readonly Translation[], charged: number): Translation[] {
  const ownCharacters = ({ characters, alternatives = [] }: Translation) =>
    characters / (1 + alternatives.length);
  let left = charged - translations.reduce((sum, translation) => sum + ownCharacters(translation), 0);
  return translations.map((translation) => {
    const { alternatives } = translation;
    if (alternatives === undefined) return translation;
    const own = ownCharacters(translation);
    const paid = own === 0 ? alternatives : alternatives.slice(0, Math.max(0, Math.floor(left / own)));
    left -= paid.length * own;
    return { ...translation, alternatives: paid, characters: own * (1 + paid.length) };
  });
}
