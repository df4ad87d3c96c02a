import { formatMegabytes, formatNumber } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { isRightToLeft } from '../../../lib/model-pair-name.ts';
import type { ModelOffer } from './model-queries.ts';

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
