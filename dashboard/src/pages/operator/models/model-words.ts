import { formatMegabytes, formatNumber } from '../../../lib/format.ts';
import { directionOf } from '../../../lib/interface-languages.ts';
import { interfaceLanguage, t } from '../../../lib/messages.ts';
import { pairName } from '../../../lib/pair-name.ts';
import type { ModelOffer } from './model-queries.ts';

/** `English → German` for `en-de`. English is on one side of almost every model, so the split is where it is. */
export function modelPairName(name: string): string {
  const inOrder = isRightToLeft() ? rightToLeftMark : '';
  return inOrder + pairName(...languagesOf(name));
}

/** Inside a sentence, the direction of a value is that of its first letter outside of names, and a pair has only names. */
const rightToLeftMark = '\u200F';

function languagesOf(name: string): [source: string, target: string] {
  if (name.startsWith('en-')) return ['en', name.slice(3)];
  if (name.endsWith('-en')) return [name.slice(0, -3), 'en'];
  const [source = name, ...target] = name.split('-');
  return [source, target.join('-')];
}

function isRightToLeft(): boolean {
  return directionOf(interfaceLanguage()) === 'rtl';
}

interface Facts {
  readonly bytes: number | null;
  readonly memory_bytes: number | null;
  readonly comet: number | null;
  readonly licence: string | null;
}

export function factsOf({ bytes, memory_bytes, comet, licence }: Facts, ...more: readonly string[]): string {
  return joinFacts([
    ...(bytes === null ? [] : [formatMegabytes(bytes)]),
    ...(memory_bytes === null ? [] : [t('{size} memory', { size: formatMegabytes(memory_bytes) })]),
    comet === null ? t('no score') : t('COMET {score}', { score: formatNumber(Math.round(comet * 10) / 10) }),
    licence ?? t('licence unknown'),
    ...more,
  ]);
}

/** In a right-to-left language, figures and names of one fact must not mix with those of the next. */
export function joinFacts(facts: readonly string[]): string {
  return facts.map((fact) => (isRightToLeft() ? `\u2068${fact}\u2069` : fact)).join(' · ');
}

export function releaseWord(release: ModelOffer['release']): string {
  if (release === 'android') return t('released for phones');
  return release === 'unreleased' ? t('preview') : t('released');
}
