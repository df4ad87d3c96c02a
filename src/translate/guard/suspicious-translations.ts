import type { Pace } from '../../lib/event-loop-turns.ts';
import { type Warning, type WarningCode, warnAboutTexts } from '../warnings.ts';
import { type Suspicion, suspicionOf } from './translation-plausibility.ts';

const codes: Readonly<Record<Suspicion, WarningCode>> = {
  copied: 'looks_untranslated',
  too_short: 'looks_incomplete',
};

interface Answered {
  readonly text: string;
  readonly source: string;
  /** `none` if no engine was called. */
  readonly engine: string;
}

/** Warns about translations that are usable but look wrong, except those that another warning explains. */
export async function warnAboutSuspiciousTranslations(
  texts: readonly string[],
  translations: readonly Answered[],
  target: string,
  pace: Pace,
  explained: ReadonlySet<number>,
): Promise<Warning[]> {
  const doubts: (Suspicion | undefined)[] = [];
  for (const [i, { text, source, engine }] of translations.entries()) {
    if (pace.isOver) await pace.next();
    const isJudged = engine !== 'none' && !explained.has(i);
    doubts.push(isJudged ? suspicionOf(texts[i] ?? '', text, { source, target }) : undefined);
  }
  return (['copied', 'too_short'] as const).flatMap((kind) =>
    warnAboutTexts(
      codes[kind],
      [...doubts.keys()].filter((i) => doubts[i] === kind),
    ),
  );
}
